const NUMERAL = /^[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?$/;

/** A kind of number: how to read it, and the message if it cannot be read. */
export interface Kind {
  readonly expected: string;
  /** The value in base units, or `undefined` if it is not of this kind. */
  parse(value: unknown): number | undefined;
  /** Words for values, such as `never`. */
  readonly words?: Readonly<Record<string, number>>;
}

/**
 * Reads a value in the syntax shared by files, --set, --vary, --constraint and the answers of
 * `neap init`: a word of its kind such as `never`, a number with its unit, or a plain number, optionally in quotes.
 * @returns base units; `undefined` if the kind has no such value
 */
export function readValue(kind: Kind, written: unknown): number | undefined {
  const { words = {} } = kind;
  if (typeof written !== 'string') return kind.parse(written);
  const text = written.trim();
  if (Object.hasOwn(words, text)) return words[text];
  return kind.parse(text) ?? (NUMERAL.test(text) ? kind.parse(Number(text)) : undefined);
}
