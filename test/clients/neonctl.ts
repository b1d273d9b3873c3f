import { execFile } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);

/** The descriptions of the vendor's command lines: the package neonctl, and neon, which succeeds it. */
export const MANIFESTS = {
  neonctl: require.resolve('neonctl/package.json'),
  neon: require.resolve('neon/package.json'),
};
export type VendorCli = keyof typeof MANIFESTS;
export const VENDOR_CLIS: readonly VendorCli[] = ['neonctl', 'neon'];

/** The program of an installed command line of the vendor. */
function programOf(cli: VendorCli): string {
  const { bin } = require(MANIFESTS[cli]) as { readonly bin: Readonly<Record<string, string>> };
  return join(dirname(MANIFESTS[cli]), bin[cli]!);
}

/** An installed command line of the vendor, pointed at an emulator by the two variables that `neap serve` prints. */
export function neonctlFor(base_url: string, api_key: string, cli: VendorCli = 'neonctl') {
  const program = programOf(cli);
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
          [program, '--no-analytics', ...args],
          { cwd: home, env },
          (error, stdout, stderr) => {
            if (error === null) resolve(stdout);
            else reject(new Error(`${cli} ${args.join(' ')}: ${stderr}${stdout}`));
          },
        );
      }),
  };
}
