import { mean, variance } from '../../kernel/distribution-moments.js';
import { quantile } from '../../kernel/quantile.js';
import type { RandomStream } from '../../kernel/random-stream.js';
import { connectionWork, type LoadSpecification } from '../../workload/load-specification.js';
import { JUMP, type RateAhead, type RateSeen, rateAhead } from './rate-ahead.js';

/** Forecast of one load: its rate, and the moments of its queries' demands. */
export class LoadOutlook {
  readonly cpu_mean: number;
  readonly cpu_square: number;
  readonly cpu_tail: number;
  readonly wait: number;
  readonly pages: number;
  readonly memory: number;
  /** Mean arrivals per second in the last evaluated tick, and whether the rate jumps in it. */
  rate = 0;
  jumps = false;
  readonly #rate: RateAhead;
  /** The same rate, evaluated further ahead. */
  readonly #ahead: RateAhead;
  #aheadUntil = 0;
  #jumpsUntil = Number.NEGATIVE_INFINITY;

  /**
   * @param connection_cpu_seconds CPU time of a new connection
   * @param streamFor returns fresh copies of the load's streams, so that a random rate follows the same path
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

  /** Upper bound on its rate after the last evaluated tick, and the end of its validity. */
  get following(): Pick<RateAhead, 'most' | 'most_until'> {
    return this.#rate;
  }

  /** Evaluates a tick; ticks are requested in order. */
  look(from: number, until: number): void {
    const seen = this.#rate.see(from, until);
    this.rate = seen.mean;
    this.jumps = jumps(seen);
  }

  /** Whether the rate jumps between two times. Neither may be earlier than in the previous call. */
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
