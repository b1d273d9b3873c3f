/** Buffer for the terms of {@link allTaken}, reused in each tick. */
let beyond = new Float64Array(0);
let offCpu = new Float64Array(0);

/**
 * P(n = open) if the number n of queries has the stationary law of processor sharing plus waits off the CPU, and is
 * at most `open`: the probability that an arrival finds every connection taken. It is a product form: only the means
 * of the demands count (Baskett, Chandy, Muntz and Palacios 1975).
 * @param load vCPU demand: arrivals per second times vCPU-seconds of each
 * @param waiting mean number of queries that wait off the CPU
 */
export function allTaken(open: number, load: number, vcpu: number, waiting: number): number {
  if (offCpu.length <= open) {
    beyond = new Float64Array(2 * (open + 1));
    offCpu = new Float64Array(2 * (open + 1));
  }
  // On the CPU each term is the previous one times this ratio once every vCPU is in use, and larger before that.
  const ratio = load / vcpu;
  const full = Math.ceil(vcpu);
  beyond[0] = 1;
  for (let n = 1, term = 1; n < full && n <= open; n++) {
    beyond[n] = term * (load / n - ratio);
    term *= load / n;
  }
  // By the same recursion, the sum over all splits of a number needs only these terms.
  offCpu[0] = 1;
  let last = 0;
  let sum = 0;
  for (let total = 0; total <= open; total++) {
    if (total > 0) offCpu[total] = (offCpu[total - 1]! * waiting) / total;
    last *= ratio;
    for (let n = 0; n <= total && n < full; n++) last += beyond[n]! * offCpu[total - n]!;
    sum += last;
  }
  return last / sum;
}

/**
 * Draws the number of queries on the CPU: the CPU part of {@link allTaken}'s law, which is independent of the rest.
 * @param load vCPU demand, below the available vCPU
 */
export function onCpuDrawn(load: number, vcpu: number, uniform: number): number {
  const rho = load / vcpu;
  // From the first count that uses every vCPU, the terms are geometric.
  const full = Math.ceil(vcpu);
  let term = 1;
  let sum = 0;
  for (let n = 0; n < full; n++) {
    sum += term;
    term *= load / Math.min(n + 1, vcpu);
  }
  let left = uniform * (sum + term / (1 - rho));
  term = 1;
  let n = 0;
  while (left > term) {
    left -= term;
    n += 1;
    term *= load / Math.min(n, vcpu);
  }
  return n;
}

/**
 * Number of queries of one load inside, if processor sharing and waits off the CPU have their stationary laws. Other
 * loads take CPU away, leaving `vcpu` to this one. This is exact for one vCPU, where the number of one of several
 * classes is geometric (Kelly 1979), and approximate for more.
 */
export class InsideLaw {
  #load = 0;
  #vcpu = 1;
  #meanWaiting = 0;
  #known = 0;
  readonly #onCpu: number[] = [];
  readonly #waiting: number[] = [];

  /**
   * Sets the parameters.
   * @param load vCPU demand, below the available vCPU
   * @param vcpu left by other loads
   * @param waiting mean number of queries that wait off the CPU
   */
  set(load: number, vcpu: number, waiting: number): void {
    this.#load = load;
    this.#vcpu = vcpu;
    let sum = 0;
    let term = 1;
    for (let n = 1; n <= Math.ceil(vcpu); n++) {
      sum += term;
      term *= load / Math.min(n, vcpu);
    }
    this.#onCpu[0] = 1 / (sum + term / (1 - load / vcpu));
    this.#waiting[0] = Math.exp(-waiting);
    this.#meanWaiting = waiting;
    this.#known = 0;
  }

  /** P(n = inside). */
  probability(inside: number): number {
    const onCpu = this.#onCpu;
    const waits = this.#waiting;
    const waiting = this.#meanWaiting;
    while (this.#known < inside) {
      const n = ++this.#known;
      onCpu[n] = (onCpu[n - 1]! * this.#load) / Math.min(n, this.#vcpu);
      waits[n] = (waits[n - 1]! * waiting) / n;
    }
    let sum = 0;
    for (let n = 0; n <= inside; n++) sum += onCpu[n]! * waits[inside - n]!;
    return sum;
  }
}
