import { runProgram } from './run-program.js';

const SETPRIV = 'setpriv';

/**
 * The program `setpriv` of util-linux, which signals a server when its parent dies; `undefined` if not installed.
 * Without it, the next start ends servers of a killed emulator.
 */
export async function deathSignalProgram(): Promise<string | undefined> {
  if (process.platform !== 'linux') return undefined;
  try {
    await runProgram(SETPRIV, ['--pdeathsig', 'INT', '--', 'true'], { user: undefined });
    return SETPRIV;
  } catch {
    return undefined;
  }
}
