import { Refusal } from './question.js';

/** Characters that are read before a file is recognized. */
const HEAD_LENGTH = 65_536;
/** A wide table has more columns than the usual head holds. */
const MIN_HEAD_LINES = 8;
const MAX_HEAD_LENGTH = 4 * 1024 * 1024;
/** Answers and snapshots are read whole. */
const MAX_DOCUMENT_LENGTH = 256 * 1024 * 1024;
const MAX_LINE_LENGTH = 16 * 1024 * 1024;

/** The text of a file, whose beginning can be inspected before the file is read once. */
export class TextFile {
  head = '';
  /** Whether `head` is the whole file. */
  ended = false;
  readonly #chunks: AsyncGenerator<string>;

  constructor(
    readonly path: string,
    chunks: AsyncGenerator<string>,
  ) {
    this.#chunks = chunks;
  }

  async readHead(): Promise<string> {
    const isShort = () =>
      this.head.length < HEAD_LENGTH ||
      (this.head.length < MAX_HEAD_LENGTH && this.headLines().length < MIN_HEAD_LINES);
    while (!this.ended && isShort()) {
      const next = await this.#chunks.next();
      if (next.done === true) this.ended = true;
      else this.head += next.value;
    }
    if (this.head.trim() === '') throw new Refusal('the file is empty');
    return this.head;
  }

  /** Whole lines of the head. */
  headLines(): readonly string[] {
    const lines = this.head.split(/\r*\n/);
    return this.ended && lines.at(-1) !== '' ? lines : lines.slice(0, -1);
  }

  /** Stops reading before the end. */
  async close(): Promise<void> {
    await this.#chunks.return(undefined);
  }

  async *chunks(): AsyncGenerator<string> {
    yield this.head;
    this.head = '';
    yield* this.#chunks;
  }

  /** @throws Refusal for a document of more than 256 MiB */
  async whole(): Promise<string> {
    const parts: string[] = [];
    let length = 0;
    for await (const chunk of this.chunks()) {
      parts.push(chunk);
      length += chunk.length;
      if (length > MAX_DOCUMENT_LENGTH)
        throw new Refusal('the file is longer than 256 MiB', 'export a shorter time');
    }
    return parts.join('');
  }

  /** Passes each line without its end, numbered from 1. */
  async eachLine(take: (line: string, number: number) => void): Promise<void> {
    let rest = '';
    let number = 0;
    for await (const chunk of this.chunks()) {
      const text = rest === '' ? chunk : rest + chunk;
      let start = 0;
      for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
        number += 1;
        take(text.slice(start, end > start && text.charCodeAt(end - 1) === 13 ? end - 1 : end), number);
        start = end + 1;
      }
      rest = text.slice(start);
      if (rest.length > MAX_LINE_LENGTH)
        throw new Refusal('a line has more than 16 million characters', undefined, number + 1);
    }
    if (rest !== '') take(rest, number + 1);
  }
}
