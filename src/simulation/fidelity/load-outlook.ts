import { mean, variance } from '../../kernel/distribution-moments.js';
import { quantile } from '../../kernel/quantile.js';
import type { RandomStream } from '../../kernel/random-stream.js';
import { connectionWork } from '../../workload/connection-work.js';
import type { LoadSpecification } from '../../workload/load-specification.js';
import { JUMP, type RateAhead, type RateSeen, rateAhead } from './rate-ahead.js';

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

  /** Its rate from the end of the tick looked at last on: at most so high up to a moment. */
  get following(): Pick<RateAhead, 'most' | 'most_until'> {
    return this.#rate;
  }

  /** Looks at a tick; they are asked for in order. */
  look(from: number, until: number): void {
    const seen = this.#rate.see(from, until);
    this.rate = seen.mean;
    this.jumps = jumps(seen);
  }

  /** Whether the rate jumps between two moments, of which neither is before that of the last question. */
  jumpsAhead(from: number, until: number): boolean {
    const known = Math.max(from, this.#aheadUntil);
    if (until > known) {
      if (jumps(this.#ahead.see(known, until))) this.#jumpsUntil = until;
      this.#aheadUntil = until;
    }
    return this.#jumpsUntil > from;
  }
}

function jumps({ highest, lowest }: RateSeen): boolean {
  return highest > JUMP * lowest;
}
