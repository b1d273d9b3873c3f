import { createInterface } from 'node:readline/promises';

/**
 * Asks a question on the terminal that is answered by yes or no; no unless it is said.
 * @returns `undefined` where there is no terminal to ask on
 */
export async function askFirst(question: string, signal: AbortSignal): Promise<boolean | undefined> {
  if (process.stdin.isTTY !== true) return undefined;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await terminal.question(`${question} [y/N] `, { signal });
    return /^\s*y(es)?\s*$/i.test(answer);
  } catch (error) {
    if (signal.aborted) return false;
    throw error;
  } finally {
    terminal.close();
  }
}
