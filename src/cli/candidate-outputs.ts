import type { PricedUse } from '../cost/priced-use.js';
import type { MadeRun } from '../planner/ordered-runs.js';
import type { Candidates } from '../report/candidate.js';
import { UseOfVariants } from '../report/candidates-of.js';
import { ResultFile } from '../report/result-file.js';
import type { DifferenceTable } from '../report/workbook/differences-sheet.js';

/** Files that comparisons, sweeps and plans can end in, besides their tables. */
export interface CandidateOutputOptions {
  /** File for the web page. */
  readonly html?: string;
  readonly xlsx?: string;
  /** `-` for standard output. */
  readonly md?: string;
}

/** What the files are made of. */
export interface ReportedCandidates {
  /** @param uses what each candidate that was run used, in their order */
  readonly candidates: (uses: readonly PricedUse[]) => Candidates;
  readonly markdown: () => string;
  readonly page: () => Promise<string>;
  readonly differences?: () => DifferenceTable;
}

/**
 * Does work that ends in reports of several settings side by side, which appear whole or not at all.
 * @param work is given the reports that the options ask for; they stay only where they were written
 * @throws ResultDirectoryError before the work begins, when one of them cannot be written
 */
export async function withCandidateOutputs(
  options: CandidateOutputOptions,
  work: (outputs: CandidateOutputs) => Promise<number>,
): Promise<number> {
  const outputs = new CandidateOutputs(options);
  try {
    return await work(outputs);
  } finally {
    outputs.discard();
  }
}

/** The reports of several settings side by side that a command was asked for. */
class CandidateOutputs {
  readonly #xlsx: ResultFile | undefined;
  #html: ResultFile | undefined;
  #md: ResultFile | undefined;
  readonly #uses = new UseOfVariants();

  /** @throws ResultDirectoryError when one of them cannot be written; then nothing has been */
  constructor({ html, xlsx, md }: CandidateOutputOptions) {
    this.#xlsx = xlsx === undefined ? undefined : new ResultFile(xlsx);
    try {
      this.#html = html === undefined ? undefined : new ResultFile(html);
      this.#md = md === undefined || md === '-' ? undefined : new ResultFile(md);
    } catch (error) {
      this.discard();
      throw error;
    }
  }

  /** Takes in the next run. */
  add(made: MadeRun): void {
    this.#uses.add(made);
  }

  /** Writes the files. */
  async commit({ candidates, markdown, page, differences }: ReportedCandidates): Promise<void> {
    if (this.#xlsx !== undefined) {
      const { candidatesWorkbook } = await import('../report/workbook/candidates-workbook.js');
      this.#xlsx.commit(candidatesWorkbook(candidates(this.#uses.list()), differences?.()));
    }
    this.#html?.commit(await page());
    this.#md?.commit(markdown());
  }

  /** Leaves everything as it was; does nothing after {@link commit}. */
  discard(): void {
    this.#xlsx?.discard();
    this.#html?.discard();
    this.#md?.discard();
  }
}
