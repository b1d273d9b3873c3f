import { commandLine } from '../../report/text/command-line.js';

/** Options that do not affect the result, so the command omits them; some contain passwords. */
export const WITHOUT_EFFECT = ['--workers', '--cluster'];
/** Options without a value that do not affect results: resumed work gives the same result. */
export const PLAIN_WITHOUT_EFFECT = ['--resume'];

/** The words of the current command; those of this process unless set. */
let underWay: readonly string[] | undefined;

/** Makes {@link typedWords} return other words than those of this process. */
export function nowTyped(words: readonly string[]): void {
  underWay = words;
}

/** The words of the command under way, as typed. */
export function typedWords(): readonly string[] {
  return underWay ?? process.argv.slice(2);
}

/** The current command line, quoted for a shell, without options that do not affect the result. */
export function typedCommand(args: readonly string[] = typedWords()): string {
  return commandLine(withoutOptions(args, WITHOUT_EFFECT, PLAIN_WITHOUT_EFFECT));
}

/**
 * Words without some options, whose value may follow an equals sign or be the next word.
 * @param valued options with a value
 * @param plain options without one
 */
export function withoutOptions(
  words: readonly string[],
  valued: readonly string[],
  plain: readonly string[] = [],
): readonly string[] {
  const kept: string[] = [];
  for (let place = 0; place < words.length; place++) {
    const word = words[place]!;
    if (plain.includes(word)) continue;
    if (valued.includes(word)) {
      place += 1;
      continue;
    }
    const [name = ''] = word.split('=');
    if (word.includes('=') && valued.includes(name)) continue;
    const isShort = !word.startsWith('--') && word.length > 2 && valued.includes(word.slice(0, 2));
    if (!isShort || !word.startsWith('-')) kept.push(word);
  }
  return kept;
}
