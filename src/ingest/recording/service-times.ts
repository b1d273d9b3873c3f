import { type Finding, found, type ImportedDemand } from './imported.js';

/** Durations of queries, added up. */
export class ServiceTimes {
  count = 0;
  #seconds = 0;
  #squares = 0;
  shortest = Number.POSITIVE_INFINITY;

  /** @param count queries with this duration, or this mean */
  push(seconds: number, count = 1): void {
    this.count += count;
    this.#seconds += seconds * count;
    this.#squares += seconds * seconds * count;
    if (seconds < this.shortest) this.shortest = seconds;
  }

  get demand(): ImportedDemand | undefined {
    if (this.count === 0) return undefined;
    const mean = this.#seconds / this.count;
    const variance = Math.max(0, this.#squares / this.count - mean * mean);
    return { mean_seconds: Math.max(mean, 1e-6), cv: mean === 0 ? undefined : Math.sqrt(variance) / mean };
  }

  finding(): Finding | undefined {
    if (this.count === 0) return undefined;
    const ms = Number(((1000 * this.#seconds) / this.count).toPrecision(4));
    return found(
      'inferred',
      `a query takes ${ms} ms of CPU`,
      `the mean of ${this.count} durations, waits included`,
    );
  }
}

/** Sessions by their first and last line, or a number of connections that the file gives. */
export class Sessions {
  readonly #spans = new Map<string, { first: number; last: number }>();
  #given = 0;
  how = 'first and last line of each session';

  seen(session: string, at: number): void {
    const span = this.#spans.get(session);
    if (span === undefined) this.#spans.set(session, { first: at, last: at });
    else if (at > span.last) span.last = at;
    else if (at < span.first) span.first = at;
  }

  given(connections: number, how: string): void {
    if (connections <= this.#given) return;
    this.#given = connections;
    this.how = how;
  }

  /** The most at once; `undefined` if the file has none. */
  get most(): number | undefined {
    if (this.#given > 0) return this.#given;
    if (this.#spans.size === 0) return undefined;
    const edges = [...this.#spans.values()].flatMap(({ first, last }) => [
      { at: first, by: 1 },
      { at: last, by: -1 },
    ]);
    // A session that begins when another ends is open at the same time.
    edges.sort((a, b) => a.at - b.at || b.by - a.by);
    let now = 0;
    let most = 0;
    for (const { by } of edges) {
      now += by;
      most = Math.max(most, now);
    }
    return most;
  }
}
