import { WALL_CLOCK } from '../../adapter/wall-clock.js';
import { watchReading } from '../../files/input-files.js';
import { bytesText, count, counted, duration } from '../../report/figures/figure-text.js';
import { cut } from '../../report/text/text-block.js';
import { columns } from '../../report/text/text-width.js';
import type { BudgetUse } from '../../study/engine/study.js';
import type { WorkProgress } from '../../study/engine/work-options.js';

/** Minimum completed share for an estimate of the time left: before, it would depend on the start-up. */
const FORESEEABLE = 0.01;
const BAR_COLUMNS = 24;
/** Runs shorter than this show nothing. */
const PATIENCE_MS = 1000;
const REFRESH_MS = 200;
/** Without a terminal, a line is written this often. */
const LINE_MS = 5000;
const CLEAR_LINE = '\r\u001b[2K';

/** Prefix of lines about progress. */
const PROGRESS = 'progress: ';

/** The terminal that progress is drawn on. */
export interface ProgressStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

/** A line at the bottom of a terminal that is redrawn in place. */
export class RedrawnLine {
  protected readonly stream: ProgressStream;
  #visible = false;

  constructor(stream: ProgressStream) {
    this.stream = stream;
  }

  /** Redraws the line. @param text made for the current number of columns: the terminal may have been resized */
  draw(text: (width: number) => string): void {
    const width = (this.stream.columns || 80) - 1;
    this.#visible = true;
    this.stream.write(CLEAR_LINE + cut(text(width), width));
  }

  /** Takes the line away. */
  clear(): void {
    if (this.#visible) this.stream.write(CLEAR_LINE);
    this.#visible = false;
  }
}

/**
 * One line with the progress of a run, if the run takes a while: redrawn in place on a terminal, a new one every few
 * seconds elsewhere. Its clock is the wall clock, which does not affect results.
 */
export class ProgressLine extends RedrawnLine {
  readonly #clock: () => number;
  readonly #began_ms: number;
  /** When reading the current file began, and its progress. */
  #file_began_ms: number;
  #read_bytes = 0;
  #drawn_ms = Number.NEGATIVE_INFINITY;

  /** @param clock milliseconds on the wall, from any origin */
  constructor(stream: ProgressStream, clock: () => number = WALL_CLOCK.monotonicMs) {
    super(stream);
    this.#clock = clock;
    this.#began_ms = clock();
    this.#file_began_ms = this.#began_ms;
  }

  /** Redraws the line if it is time to. @param whole the total extent of the work, in words */
  update(share: number, queries: number, whole: string): void {
    this.#show((elapsed_seconds, width) =>
      progressText(Math.min(1, share), whole, queries, elapsed_seconds, width),
    );
  }

  /** Likewise, of runs. @param whole their number in words */
  updateRuns({ done, runs, arrived, budget }: WorkProgress, whole = runsText): void {
    if (budget !== undefined) {
      this.#show((elapsed_seconds, width) => budgetText(budget, elapsed_seconds, width));
      return;
    }
    this.update(runs > 0 ? done / runs : 0, arrived, whole(Math.ceil(runs)));
  }

  /** Progress in reading a file. @param of_bytes its size, if known */
  read(read_bytes: number, of_bytes: number | undefined): void {
    if (read_bytes <= this.#read_bytes) this.#file_began_ms = this.#clock();
    this.#read_bytes = read_bytes;
    this.#show((_, width) => {
      const seconds = (this.#drawn_ms - this.#file_began_ms) / 1000;
      return readingText(read_bytes, of_bytes, seconds, width);
    });
  }

  #show(textOf: (elapsed_seconds: number, width?: number) => string): void {
    const now_ms = this.#clock();
    const elapsed_ms = now_ms - this.#began_ms;
    const terminal = this.stream.isTTY === true;
    const [first_ms, next_ms] = terminal ? [PATIENCE_MS, REFRESH_MS] : [LINE_MS, LINE_MS];
    if (elapsed_ms < first_ms || now_ms - this.#drawn_ms < next_ms) return;
    this.#drawn_ms = now_ms;
    const text = (width?: number): string => textOf(elapsed_ms / 1000, width);
    if (terminal) this.draw(text);
    else this.stream.write(`${PROGRESS}${text(0)}\n`);
  }

  /** Announces long work. @param work in words */
  foresee(work: string): void {
    this.stream.write(`${PROGRESS}${work}\n`);
  }
}

/**
 * Bar, completed share, queries per second of wall time, and the time left at that pace.
 * @param width number of columns; the bar shrinks first
 */
export function progressText(
  share: number,
  whole: string,
  queries: number,
  elapsed_seconds: number,
  width = Number.POSITIVE_INFINITY,
): string {
  const rate = `${count(Math.round(queries / elapsed_seconds))} queries/s`;
  return withBar(share, `of ${whole}, ${rate}`, elapsed_seconds, width);
}

/** The same for work with a budget: by the work done, with the best settings so far. */
export function budgetText(
  { used, expected, best }: BudgetUse,
  elapsed_seconds: number,
  width?: number,
): string {
  const share = Math.min(1, used / expected);
  const what = `of about ${count(Number(expected.toPrecision(2)))} queries`;
  const found = best === undefined ? '' : `, best so far: ${best}`;
  return withBar(share, `${what}${found}`, elapsed_seconds, width ?? Number.POSITIVE_INFINITY);
}

/** The same for reading a file; bar and share need its size. */
export function readingText(
  read_bytes: number,
  of_bytes: number | undefined,
  elapsed_seconds: number,
  width = Number.POSITIVE_INFINITY,
): string {
  const rate = elapsed_seconds > 0 ? `${bytesText(read_bytes / elapsed_seconds)}/s` : 'just begun';
  if (of_bytes === undefined) return `read ${bytesText(read_bytes)}, ${rate}`;
  const share = of_bytes === 0 ? 1 : Math.min(1, read_bytes / of_bytes);
  return withBar(share, `of ${bytesText(of_bytes)} read, ${rate}`, elapsed_seconds, width);
}

function withBar(share: number, what: string, elapsed_seconds: number, width: number): string {
  const left =
    share >= FORESEEABLE && elapsed_seconds > 0
      ? `${duration(Math.ceil((elapsed_seconds * (1 - share)) / share))} left`
      : 'time left unknown';
  const text = `${Math.floor(share * 100)} % ${what}, ${left}`;
  const room = Math.min(BAR_COLUMNS, width - columns(text) - 1);
  if (room < 1) return text;
  const full = Math.floor(share * room);
  return `${'█'.repeat(full)}${'░'.repeat(room - full)} ${text}`;
}

function runsText(runs: number): string {
  return counted(runs, 'run');
}

/** A line of progress on standard error, or one that is not shown. */
export function progressLine(quiet = false): ProgressLine {
  return new ProgressLine(quiet ? { write: () => undefined } : process.stderr);
}

/** Does work that reads files, and shows progress on standard error if it takes a while. */
export async function withReadingProgress<Result>(
  quiet: boolean,
  work: () => Promise<Result>,
): Promise<Result> {
  const line = progressLine(quiet);
  watchReading((read_bytes, of_bytes) => line.read(read_bytes, of_bytes));
  try {
    return await work();
  } finally {
    watchReading(undefined);
    line.clear();
  }
}
