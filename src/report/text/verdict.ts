import type { Emphasis } from './text-block.js';

/**
 * A verdict's judgement: `bad` if queries failed or an objective is missed, `warning` if that may happen, `good` if
 * objectives are met, and `neutral` without objectives.
 */
export type Tone = 'good' | 'warning' | 'bad' | 'neutral';

/** The answer of a command in plain words, at the beginning of every form. */
export interface Verdict {
  readonly tone: Tone;
  /** One sentence, or a few short ones, without markup. */
  readonly text: string;
  /** The command line that applies it or continues from it; absent if there is none. */
  readonly command?: string;
}

/** How a tone looks on a terminal, as a sign without colours, and as an emoji in Markdown. */
export const TONES: Readonly<
  Record<Tone, Readonly<Record<'sign' | 'picture', string>> & { emphasis: Emphasis }>
> = {
  good: { emphasis: 'good', sign: '✓', picture: '✅' },
  warning: { emphasis: 'strong', sign: '!', picture: '⚠️' },
  bad: { emphasis: 'bad', sign: '✗', picture: '❌' },
  neutral: { emphasis: 'strong', sign: '→', picture: '➡️' },
};

/** The sign of the tone, for output without colours. */
export function markOf({ tone }: Pick<Verdict, 'tone'>): string {
  return TONES[tone].sign;
}

/**
 * A verdict of its parts.
 * @param parts sentences without full stop; a full stop is added, and a capital letter unless they begin with a name
 */
export function verdictOf(
  tone: Tone,
  parts: readonly (string | { readonly named: string })[],
  command?: string,
): Verdict {
  const text = parts.map((part) => `${typeof part === 'string' ? capitalised(part) : part.named}.`).join(' ');
  return { tone, text, ...(command === undefined ? {} : { command }) };
}

export function capitalised(phrase: string): string {
  // The name of a setting, such as max_connections or web.timeout=5m, stays as it is.
  if (/^\S*[_=]/.test(phrase)) return phrase;
  return phrase.slice(0, 1).toUpperCase() + phrase.slice(1);
}
