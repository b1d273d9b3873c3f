import { createInterface } from 'node:readline/promises';

/**
 * Asks a question on the terminal that is answered by yes or no; where yes is not said, says that nothing was done.
 * @param undone such as `observe: nothing was sent`
 * @param yes what `--yes` would do, where there is no terminal to ask on
 */
export async function agreed(
  question: string,
  undone: string,
  yes: string,
  signal: AbortSignal,
): Promise<boolean> {
  const there = process.stdin.isTTY === true;
  if (there && (await isYes(question, signal))) return true;
  process.stderr.write(`neap ${undone}${there ? '' : `; add --yes to ${yes}`}\n`);
  return false;
}

async function isYes(question: string, signal: AbortSignal): Promise<boolean> {
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
