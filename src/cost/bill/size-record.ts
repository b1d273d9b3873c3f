/** Time between two observations that a slice of billing lies between. Source: neondatabase/autoscaling, pkg/agent/billing. */
const SLICE_SECONDS = 4;

/** The size of one compute over a run, as steps; 0 while it is not active. */
export class SizeRecord {
  readonly #times: number[] = [0];
  readonly #sizes: number[] = [0];
  #known = false;

  /** A change. @param before the size until then: of the first change, since the start */
  change(at_seconds: number, before_cu: number, after_cu: number): void {
    if (!this.#known) this.#sizes[0] = before_cu;
    this.#known = true;
    if (this.#sizes.at(-1) === after_cu) return;
    if (this.#times.at(-1) === at_seconds) this.#sizes[this.#sizes.length - 1] = after_cu;
    else {
      this.#times.push(at_seconds);
      this.#sizes.push(after_cu);
    }
  }

  /** Sets the size of a compute whose changes have not been reported. */
  seen(size_cu: number): void {
    if (!this.#known) this.#sizes[0] = size_cu;
  }

  /** CU-seconds: the integral of the size. */
  cuSeconds(end_seconds: number): number {
    let sum = 0;
    for (let step = 0; step < this.#times.length; step++) {
      sum += this.#sizes[step]! * (this.#until(step, end_seconds) - this.#times[step]!);
    }
    return sum;
  }

  /**
   * CU-seconds that the platform's agent meters: every four seconds it closes a slice and charges the lesser of the size
   * then and four seconds before, and nothing before a machine has been seen twice. The start of its slices is unknown:
   * the mean over all phases is the integral of min(c(t), c(t + 4 s)) over the time that one machine runs.
   */
  meteredCuSeconds(end_seconds: number): number {
    let sum = 0;
    const steps = this.#times.length;
    for (let first = 0; first < steps; ) {
      // A span may begin with the stop before its machine, which is not charged.
      let last = first;
      while (last + 1 < steps && this.#sizes[last + 1] !== 0) last += 1;
      sum += this.#meteredSpan(first, last, end_seconds);
      first = last + 1;
    }
    return sum;
  }

  /** The size below which it is all but a share of the time; a suspended compute counts as 0. */
  quantile(share: number, end_seconds: number): number {
    const seconds = new Map<number, number>();
    for (let step = 0; step < this.#times.length; step++) {
      const size = this.#sizes[step]!;
      const width = this.#until(step, end_seconds) - this.#times[step]!;
      seconds.set(size, (seconds.get(size) ?? 0) + width);
    }
    const allowed = (1 - share) * end_seconds;
    let above = 0;
    for (const [size, width] of [...seconds].sort(([a], [b]) => b - a)) {
      above += width;
      if (above > allowed) return size;
    }
    return 0;
  }

  #until(step: number, end_seconds: number): number {
    return this.#times[step + 1] ?? Math.max(end_seconds, this.#times[step]!);
  }

  /** One machine from its start to its stop. */
  #meteredSpan(first: number, last: number, end_seconds: number): number {
    const end = this.#until(last, end_seconds) - SLICE_SECONDS;
    let at = this.#times[first]!;
    let now = first;
    let later = first;
    let sum = 0;
    while (at < end) {
      while (now < last && this.#times[now + 1]! <= at) now += 1;
      while (later < last && this.#times[later + 1]! <= at + SLICE_SECONDS) later += 1;
      const next = Math.min(
        end,
        now < last ? this.#times[now + 1]! : end,
        later < last ? this.#times[later + 1]! - SLICE_SECONDS : end,
      );
      if (!(next > at)) break;
      sum += Math.min(this.#sizes[now]!, this.#sizes[later]!) * (next - at);
      at = next;
    }
    return sum;
  }
}
