import { execFile } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const NEONCTL = createRequire(import.meta.url)
  .resolve('neonctl/package.json')
  .replace('package.json', 'bin/cli.js');

/** The installed neonctl, pointed at an emulator by the two variables that `neap serve` prints. */
export function neonctlFor(base_url: string, api_key: string) {
  const home = mkdtempSync(join(tmpdir(), 'neap-neonctl-'));
  const env = {
    PATH: process.env['PATH'],
    HOME: home,
    CI: 'true',
    NEON_API_HOST: base_url,
    NEON_API_KEY: api_key,
  };
  return {
    home,
    /** What a command prints; it fails with what it says on standard error. */
    run: (...args: readonly string[]): Promise<string> =>
      new Promise((resolve, reject) => {
        execFile(
          process.execPath,
          [NEONCTL, ...args, '--no-analytics'],
          { cwd: home, env },
          (error, stdout, stderr) => {
            if (error === null) resolve(stdout);
            else reject(new Error(`neonctl ${args.join(' ')}: ${stderr}${stdout}`));
          },
        );
      }),
  };
}
