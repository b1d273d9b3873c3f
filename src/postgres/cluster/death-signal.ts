import { runProgram } from './run-program.js';

const SETPRIV = 'setpriv';

/**
 * The program that signals a server when the process that started it dies, if there is one: `setpriv` of
 * util-linux. Elsewhere the next start ends what a killed emulator left.
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
