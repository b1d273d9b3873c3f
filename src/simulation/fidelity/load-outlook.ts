import { mean, variance } from '../../kernel/distribution-moments.js';
import { quantile } from '../../kernel/quantile.js';
import type { RandomStream } from '../../kernel/random-stream.js';
import { connectionWork } from '../../workload/connection-work.js';
import type { LoadSpecification } from '../../workload/load-specification.js';
import type { RateCursor } from '../../workload/rate/cursor.js';
import { rateCursor } from '../../workload/rate/rate-cursor.js';

/** A rate that changes by more than this factor at once is a jump. */
const JUMP = 1.3;

/** What can be foreseen of one load: its rate, and the moments of what its queries ask for. */
export class LoadOutlook {
  readonly cpu_mean: number;
  readonly cpu_square: number;
  readonly cpu_tail: number;
  readonly wait: number;
  readonly pages: number;
  readonly memory: number;
  /** Mean arrivals a second in the tick looked at last, and whether the rate jumps in it. */
  rate = 0;
  jumps = false;
  readonly #rate: RateAhead;
  /** The same rate, looked at further ahead. */
  readonly #ahead: RateAhead;
  #aheadUntil = 0;
  #jumpsUntil = Number.NEGATIVE_INFINITY;

  /**
   * @param connection_cpu_seconds that a new connection takes
   * @param streamFor gives fresh copies of the load's streams, so that a random rate has the path that it will have
   */
  constructor(
    load: LoadSpecification,
    connection_cpu_seconds: number,
    streamFor: (purpose: string) => RandomStream,
  ) {
    const { cpu_seconds, wait_seconds, pages, memory_bytes } = load.query;
    const more = connectionWork(load, connection_cpu_seconds);
    this.cpu_mean = mean(cpu_seconds) + more;
    this.cpu_square = variance(cpu_seconds) + this.cpu_mean * this.cpu_mean;
    this.cpu_tail = quantile(cpu_seconds, 0.99) + more;
    this.wait = mean(wait_seconds) + load.round_trip_seconds;
    this.pages = mean(pages);
    this.memory = mean(memory_bytes);
    this.#rate = rateAhead(load, streamFor);
    this.#ahead = rateAhead(load, streamFor);
  }

  /** Looks at a tick; they are asked for in order. */
  look(from: number, until: number): void {
    const seen = this.#rate(from, until);
    this.rate = seen.mean;
    this.jumps = jumps(seen);
  }

  /** Whether the rate jumps between two moments, of which neither is before that of the last question. */
  jumpsAhead(from: number, until: number): boolean {
    const known = Math.max(from, this.#aheadUntil);
    if (until > known) {
      if (jumps(this.#ahead(known, until))) this.#jumpsUntil = until;
      this.#aheadUntil = until;
    }
    return this.#jumpsUntil > from;
  }
}

function jumps({ highest, lowest }: ReturnType<RateAhead>): boolean {
  return highest > JUMP * lowest;
}

/** The rate from one moment to another: its mean, and the extremes between which it jumps (equal where it does not). */
type RateAhead = (
  from: number,
  until: number,
) => { readonly mean: number; readonly lowest: number; readonly highest: number };

function rateAhead({ process }: LoadSpecification, streamFor: (purpose: string) => RandomStream): RateAhead {
  if (process.kind === 'poisson') return alongCursor(rateCursor(process.rate, streamFor));
  if (process.kind !== 'counts') throw new Error(`no outlook on ${process.kind} arrivals`);
  const { starts_seconds: starts, width_seconds: width, counts } = process;
  let at = 0;
  return (from, until) => {
    while (at < starts.length && starts[at]! + width <= from) at += 1;
    let arrivals = 0;
    let lowest = Number.POSITIVE_INFINITY;
    let highest = 0;
    let covered = from;
    for (let place = at; place < starts.length && starts[place]! < until; place++) {
      const [begins, ends] = [Math.max(from, starts[place]!), Math.min(until, starts[place]! + width)];
      const rate = counts[place]! / width;
      arrivals += rate * (ends - begins);
      if (begins > covered) lowest = 0;
      lowest = Math.min(lowest, rate);
      highest = Math.max(highest, rate);
      covered = ends;
    }
    if (covered < until) lowest = 0;
    return { mean: arrivals / (until - from), lowest, highest };
  };
}

function alongCursor(cursor: RateCursor): RateAhead {
  let known = Number.NEGATIVE_INFINITY;
  return (from, until) => {
    // A window holds to its end: hundreds of ticks lie in one.
    if (from >= known) cursor.advance(from);
    let at = from;
    let sum = 0;
    let begins = cursor.at(from);
    let lowest = begins;
    let highest = begins;
    let before = begins;
    while (at < until) {
      const end = Math.min(until, cursor.until);
      // Only what changes from one window to the next is a jump: within a window rates are smooth.
      if (begins > JUMP * before || before > JUMP * begins) {
        lowest = Math.min(lowest, begins, before);
        highest = Math.max(highest, begins, before);
      }
      const ends = cursor.low === cursor.high ? cursor.low : cursor.at(at + (end - at) * 0.999_999);
      sum += ((begins + ends) / 2) * (end - at);
      before = ends;
      at = end;
      if (at < until) {
        cursor.advance(at);
        begins = cursor.at(at);
      }
    }
    known = cursor.until;
    return { mean: sum / (until - from), lowest, highest };
  };
}
