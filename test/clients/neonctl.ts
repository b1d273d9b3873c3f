import { type ChildProcess, execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const require = createRequire(import.meta.url);

/** The vendor's command-line packages: neonctl, and its successor neon. */
const MANIFESTS = {
  neonctl: require.resolve('neonctl/package.json'),
  neon: require.resolve('neon/package.json'),
};
export type VendorCli = keyof typeof MANIFESTS;
export const VENDOR_CLIS: readonly VendorCli[] = ['neonctl', 'neon'];

/** The exit code and output of a command. */
export interface CliOutcome {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * An installed command-line client of the vendor, connected to an emulator by the two variables of `neap serve`.
 * Its modules are loaded once, and all commands run in one process, which `close` ends.
 */
export async function openCli(base_url: string, api_key: string, cli: VendorCli = 'neonctl') {
  const home = mkdtempSync(join(tmpdir(), 'neap-neonctl-'));
  const env = {
    PATH: process.env['PATH'],
    HOME: home,
    CI: 'true',
    NEON_API_HOST: base_url,
    NEON_API_KEY: api_key,
  };
  const path = fileURLToPath(new URL('neonctl-driver.mjs', import.meta.url));
  const driver: ChildProcess = fork(path, [MANIFESTS[cli]], { cwd: home, execArgv: [], env });
  await once(driver, 'message');
  const outcome = async (args: readonly string[]): Promise<CliOutcome> => {
    driver.send(args);
    const [answer] = (await once(driver, 'message')) as [CliOutcome];
    return answer;
  };
  return {
    outcome,
    /** @returns the output of a command. @throws Error with its standard error if it fails */
    async run(...args: readonly string[]): Promise<string> {
      const { status, stdout, stderr } = await outcome(args);
      if (status !== 0) throw new Error(`${cli} ${args.join(' ')}: ${stderr}${stdout}`);
      return stdout;
    },
    /** Runs a command in a separate process, for commands that start other programs. */
    async spawned(...args: readonly string[]): Promise<string> {
      const { bin } = require(MANIFESTS[cli]) as { readonly bin: Readonly<Record<string, string>> };
      const program = join(dirname(MANIFESTS[cli]), bin[cli]!);
      const { stdout } = await promisify(execFile)(process.execPath, [program, '--no-analytics', ...args], {
        cwd: home,
        env,
      });
      return stdout;
    },
    close() {
      driver.kill('SIGKILL');
      rmSync(home, { recursive: true, force: true });
    },
  };
}
