/** Terms of {@link allTaken}: room for them, used anew in each tick. */
let beyond = new Float64Array(0);
let offCpu = new Float64Array(0);

/**
 * P(n = open) where n queries at once have the stationary law of processor sharing beside waits off the CPU, and
 * are no more than `open`: with it an arrival finds every connection taken. The law is that of a product form: of the
 * demands only the means count (Baskett, Chandy, Muntz and Palacios 1975).
 * @param load vCPU asked for: arrivals a second by vCPU-seconds of each
 * @param waiting mean number of queries that wait off the CPU
 */
export function allTaken(open: number, load: number, vcpu: number, waiting: number): number {
  if (offCpu.length <= open) {
    beyond = new Float64Array(2 * (open + 1));
    offCpu = new Float64Array(2 * (open + 1));
  }
  // On the CPU each term is the one before times this, from the first on that takes every vCPU, and more before that.
  const ratio = load / vcpu;
  const full = Math.ceil(vcpu);
  beyond[0] = 1;
  for (let n = 1, term = 1; n < full && n <= open; n++) {
    beyond[n] = term * (load / n - ratio);
    term *= load / n;
  }
  // By the same recursion the sum over all ways to divide a number needs no term but these.
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
 * Draws how many queries are on the CPU: the share of them in {@link allTaken}'s law, which depends on nothing off it.
 * @param load vCPU asked for, less than there are
 */
export function onCpuDrawn(load: number, vcpu: number, uniform: number): number {
  const rho = load / vcpu;
  // From the first count on that takes every vCPU, the terms are geometric.
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
 * How many queries of one load are inside, where processor sharing and waits off the CPU have their stationary laws. Those
 * of other loads take CPU away, so that as many vCPU remain as they leave: exact for one vCPU, where the number of one of
 * several classes is geometric (Kelly 1979), and close to it for more.
 */
export class InsideLaw {
  #load = 0;
  #vcpu = 1;
  #meanWaiting = 0;
  #known = 0;
  readonly #onCpu: number[] = [];
  readonly #waiting: number[] = [];

  /**
   * Another law.
   * @param load vCPU asked for, less than there are
   * @param vcpu those that other loads leave
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
