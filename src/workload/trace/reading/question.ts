import { elapsedText, momentText } from './moment-text.js';
import type { Kind, ReadingOptions } from './reading.js';
import { TraceError } from './trace-error.js';

/** One of the meanings of a file, and the options that select it. */
export interface Choice {
  readonly meaning: string;
  readonly options: ReadingOptions;
  /** The result of reading the file with this meaning. */
  readonly result?: ChoiceResult;
}

interface ChoiceResult {
  readonly kind: Kind;
  readonly total: number;
  readonly dated: boolean;
  readonly from: number;
  readonly to: number;
}

/** Thrown when the options leave several meanings of a file open. */
export class Question extends Error {
  constructor(
    readonly about: string,
    readonly choices: readonly Choice[],
    /** Whether meanings with equal figures still differ: two columns with the same numbers are two loads. */
    readonly distinct = false,
  ) {
    super(about);
  }
}

/** Thrown when a file cannot be read in any way. */
export class Refusal extends Error {
  constructor(
    message: string,
    /** A remedy, such as a command or an option. */
    readonly hint?: string,
    readonly line?: number,
  ) {
    super(message);
  }
}

/** Where the answer to a question is written: after a command, or in a scenario. */
export type AnswerStyle = 'option' | 'key';

/** Runs a reader of a file, and turns what it throws into an error with the name of the file. */
export async function namingFile<T>(
  file: string,
  style: AnswerStyle,
  read: () => Promise<T> | T,
): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Question) throw new TraceError(file, questionText(error, style));
    if (!(error instanceof Refusal)) throw error;
    const hint = error.hint === undefined ? '' : `\nhint: ${error.hint}`;
    const text = error.message + hint;
    const answer = style === 'option' ? text : text.replaceAll(/--([a-z-]+) (?=\S)/g, keyText);
    throw new TraceError(file, answer, { line: error.line });
  }
}

function keyText(_option: string, name: string): string {
  return `${name.replaceAll('-', '_')}: `;
}

function questionText({ about, choices }: Question, style: AnswerStyle): string {
  const rows = choices.map(
    ({ meaning, options, result }) =>
      [
        answerText(options, style),
        `${meaning}${result === undefined ? '' : `: ${resultText(result)}`}`,
      ] as const,
  );
  const width = Math.min(40, Math.max(...rows.map(([answer]) => answer.length)));
  return [
    `${about}; choose one of`,
    ...rows.map(([answer, text]) => `  ${answer.padEnd(width)}  ${text}`),
  ].join('\n');
}

function resultText({ kind, total, dated, from, to }: ChoiceResult): string {
  const number = String(Number(total.toPrecision(kind === 'level' ? 4 : 12)));
  const load = kind === 'level' ? `${number} % on average` : `${number} ${total === 1 ? 'query' : 'queries'}`;
  const length = elapsedText(to - from);
  return dated ? `${load} in ${length} from ${momentText(0, from)}` : `${load} in ${length}`;
}

function answerText({ from, to, ...options }: ReadingOptions, style: AnswerStyle): string {
  const isCut = from !== undefined || to !== undefined;
  const cut = style === 'key' ? { from, to } : { window: isCut ? `${from ?? ''}..${to ?? ''}` : undefined };
  return Object.entries({ ...options, ...cut })
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => {
      const text = key === 'interval_seconds' ? `${value}s` : String(value);
      const name = key.replace('_seconds', '');
      if (style === 'key') return `${name}: ${/^[\w.+-]+$/.test(text) ? text : JSON.stringify(text)}`;
      return `--${name.replaceAll('_', '-')} ${/^[\p{L}\p{N}_.,:/+=-]+$/u.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`}`;
    })
    .join(style === 'key' ? ', ' : ' ');
}
