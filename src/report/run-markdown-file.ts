import { ResultFile } from './result-file.js';
import { runMarkdown } from './run-markdown.js';
import type { RunOutput } from './run-output.js';
import type { SavedSummary } from './saved-summary.js';
import type { Summary } from './summary.js';

/** A run as a Markdown file. */
export class RunMarkdownFile implements RunOutput {
  readonly #file: ResultFile;
  readonly #baseline: SavedSummary | undefined;

  /** @throws ResultDirectoryError when the file cannot be written; then nothing has been */
  constructor(path: string, baseline: SavedSummary | undefined) {
    this.#file = new ResultFile(path);
    this.#baseline = baseline;
  }

  timeline(): void {}

  decision(): void {}

  commit(summary: Summary): void {
    this.#file.commit(runMarkdown(summary, this.#baseline));
  }

  discard(): void {
    this.#file.discard();
  }
}
