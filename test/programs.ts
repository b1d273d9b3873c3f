import { spawnSync } from 'node:child_process';
import { type Browser, chromium } from 'playwright-core';

/** Whether a browser for the pages is installed; `.ci/packages` installs it. */
export const HAVE_BROWSER = isInstalled('chromium');

/** Whether a spreadsheet for the workbooks is installed; `.ci/packages` installs it. */
export const HAVE_SPREADSHEET = isInstalled('soffice');

/**
 * Whether a program is installed; tests that need a missing program are skipped.
 * @param question a command that fails if the program is missing
 * @throws Error if `CI` is set, because no test is skipped there
 */
export function isInstalled(program: string, question = `command -v ${program}`): boolean {
  if (spawnSync('sh', ['-c', question]).status === 0) return true;
  const message = `there is no ${program}, which .ci/packages installs`;
  if (process.env['CI'] !== undefined) throw new Error(message);
  console.warn(`${message}: what needs it is skipped`);
  return false;
}

/** Starts the browser without a window, and without its background network traffic. */
export function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: spawnSync('sh', ['-c', 'command -v chromium'], { encoding: 'utf8' }).stdout.trim(),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}
