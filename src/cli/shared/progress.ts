import { WALL_CLOCK } from '../../adapter/wall-clock.js';
import { count, duration } from '../../report/figures/figure-text.js';
import { columns, cut } from '../../report/text/text-block.js';

const BAR_COLUMNS = 24;
/** Runs shorter than this show nothing. */
const PATIENCE_MS = 1000;
const REFRESH_MS = 200;
const CLEAR_LINE = '\r\u001b[2K';

/** The terminal that progress is drawn on. */
export interface ProgressStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

/** A line at the bottom of a terminal that is redrawn in place. */
export class RedrawnLine {
  readonly #stream: ProgressStream;
  #visible = false;

  constructor(stream: ProgressStream) {
    this.#stream = stream;
  }

  /** Draws the line anew. @param text made for the columns there are: the terminal may have been resized */
  draw(text: (width: number) => string): void {
    const width = (this.#stream.columns || 80) - 1;
    this.#visible = true;
    this.#stream.write(CLEAR_LINE + cut(text(width), width));
  }

  /** Takes the line away. */
  clear(): void {
    if (this.#visible) this.#stream.write(CLEAR_LINE);
    this.#visible = false;
  }
}

/**
 * One line that says how far a run has come, redrawn in place. Draws only on a terminal, and only when the
 * run lasts. Its clock is the wall clock, which reaches no result.
 */
export class ProgressLine extends RedrawnLine {
  readonly #stream: ProgressStream;
  readonly #duration_seconds: number;
  readonly #clock: () => number;
  readonly #began_ms: number;
  #drawn_ms = Number.NEGATIVE_INFINITY;

  /** @param clock milliseconds on the wall, from any origin */
  constructor(
    stream: ProgressStream,
    duration_seconds: number,
    clock: () => number = WALL_CLOCK.monotonicMs,
  ) {
    super(stream);
    this.#stream = stream;
    this.#duration_seconds = duration_seconds;
    this.#clock = clock;
    this.#began_ms = clock();
  }

  /**
   * Draws the line anew if it is time to.
   * @param whole what the work is in all, in words, where it is not the duration
   */
  update(now_seconds: number, queries: number, whole = duration(this.#duration_seconds)): void {
    const now_ms = this.#clock();
    const elapsed_ms = now_ms - this.#began_ms;
    if (this.#stream.isTTY !== true || elapsed_ms < PATIENCE_MS || now_ms - this.#drawn_ms < REFRESH_MS)
      return;
    this.#drawn_ms = now_ms;
    const share = Math.min(1, now_seconds / this.#duration_seconds);
    this.draw((width) => progressText(share, whole, queries, elapsed_ms / 1000, width));
  }
}

/**
 * Bar, share of the whole that is done, queries a second of wall time, and the time left at that pace.
 * @param width columns there are; the bar is the first to give way
 */
export function progressText(
  share: number,
  whole: string,
  queries: number,
  elapsed_seconds: number,
  width = Number.POSITIVE_INFINITY,
): string {
  const left =
    share > 0 ? `${duration(Math.ceil((elapsed_seconds * (1 - share)) / share))} left` : 'time left unknown';
  const rate = `${count(Math.round(queries / elapsed_seconds))} queries/s`;
  const text = `${Math.floor(share * 100)} % of ${whole}, ${rate}, ${left}`;
  const room = Math.min(BAR_COLUMNS, width - columns(text) - 1);
  if (room < 1) return text;
  const full = Math.floor(share * room);
  return `${'█'.repeat(full)}${'░'.repeat(room - full)} ${text}`;
}
