import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { called } from '../../cli/command.js';

/** The first sentences of `neap run`: the monthly cost, its cause, and what changes it. */
export interface FirstSentences {
  /** The path relative to the root of the repository. */
  readonly file: string;
  readonly cost: RegExp;
  readonly cause: RegExp;
  /** The fix with its savings or cost, and the overrides that apply it; absent if no change is worth it. */
  readonly fix?: { readonly words: RegExp; readonly set: readonly string[] };
}

/** Runs a scenario and compares the start of its answer. */
export async function expectFirst({ file, cost, cause, fix }: FirstSentences): Promise<void> {
  const path = fileURLToPath(new URL(`../../../${file}`, import.meta.url));
  const { stdout, stderr } = await called(['run', path, '--quiet', '--md', '-']);
  const [, sentence = '', command = ''] = /^\*\*\S+ (.*)\*\*\n(?:\n```sh\n(.*)\n)?/m.exec(stdout) ?? [];
  expect(sentence, stderr).toMatch(cost);
  expect(sentence).toMatch(cause);
  if (fix === undefined) {
    expect(sentence).not.toMatch(/ saves? | ends? that | improves? that /);
    expect(command).not.toContain('neap run');
  } else {
    expect(sentence).toMatch(fix.words);
    for (const change of fix.set) expect(command).toContain(change);
    expect(command).toMatch(/^neap run /);
  }
}
