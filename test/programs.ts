import { spawnSync } from 'node:child_process';
import { type Browser, chromium } from 'playwright-core';

/** Whether there is a browser for the pages; `.ci/packages` installs it. */
export const HAVE_BROWSER = isInstalled('chromium');

/** Whether there is a spreadsheet for the workbooks; `.ci/packages` installs it. */
export const HAVE_SPREADSHEET = isInstalled('soffice');

/**
 * Whether a program is on this machine; what needs it is skipped where it is not.
 * @param question a command that fails where it is not
 * @throws Error where `CI` is set, since nothing is skipped there
 */
export function isInstalled(program: string, question = `command -v ${program}`): boolean {
  if (spawnSync('sh', ['-c', question]).status === 0) return true;
  const message = `there is no ${program}, which .ci/packages installs`;
  if (process.env['CI'] !== undefined) throw new Error(message);
  console.warn(`${message}: what needs it is skipped`);
  return false;
}

/** Starts the browser without a window, and without whatever it would do on its own on the network. */
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
