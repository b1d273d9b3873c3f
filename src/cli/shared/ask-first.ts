import { createInterface } from 'node:readline/promises';

/**
 * Asks a yes-or-no question on the terminal; without a yes, prints the message for stopping.
 * @param undone such as `observe: stopped without sending`
 * @param yes the effect of `--yes`, printed without a terminal to ask on
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
