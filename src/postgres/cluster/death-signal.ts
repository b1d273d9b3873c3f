import { runProgram } from './run-program.js';

const SETPRIV = 'setpriv';

/**
 * The program by which a server is told of the death of whoever started it, where there is one that can: `setpriv` of
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
