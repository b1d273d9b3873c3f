/** The number of stretches in a course; when more are needed, every two neighbours are merged. */
const STRETCHES = 128;
const FIRST_WIDTH_MS = 1000;

/**
 * How much of something there was over emulated time: its integral over stretches of equal length, in bounded memory.
 * However coarse the stretches become, their sum stays exact.
 */
export class SizeCourse {
  readonly #began_ms: number;
  /** CU-seconds of each stretch, from the beginning. */
  readonly cu_seconds = new Float64Array(STRETCHES);
  #width_ms = FIRST_WIDTH_MS;

  constructor(began_ms: number) {
    this.#began_ms = began_ms;
  }

  /** Length of a stretch; courses that began together and reach as far have the same. */
  get width_ms(): number {
    return this.#width_ms;
  }

  /** Makes room up to a moment, in ms since the epoch. */
  reach(until_ms: number): void {
    while (until_ms - this.#began_ms > this.#width_ms * STRETCHES) {
      for (let index = 0; index < STRETCHES / 2; index++) {
        this.cu_seconds[index] = this.cu_seconds[2 * index]! + this.cu_seconds[2 * index + 1]!;
      }
      this.cu_seconds.fill(0, STRETCHES / 2);
      this.#width_ms *= 2;
    }
  }

  /** Adds a number of CU from one moment to another. */
  add(from_ms: number, until_ms: number, cu: number): void {
    if (!(until_ms > from_ms)) return;
    this.reach(until_ms);
    const width = this.#width_ms;
    const [begin, end] = [from_ms - this.#began_ms, until_ms - this.#began_ms];
    for (let index = Math.floor(begin / width); index * width < end; index++) {
      const part_ms = Math.min(end, (index + 1) * width) - Math.max(begin, index * width);
      this.cu_seconds[index]! += (cu * part_ms) / 1000;
    }
  }
}

/** The CU-seconds of several courses that began together, stretch by stretch, up to the same moment. */
export function summedCourses(
  courses: Iterable<SizeCourse>,
  began_ms: number,
  until_ms: number,
): { readonly width_ms: number; readonly cu_seconds: readonly number[] } {
  const whole = new SizeCourse(began_ms);
  whole.reach(until_ms);
  const shown = Math.min(STRETCHES, Math.ceil((until_ms - began_ms) / whole.width_ms));
  const sums = whole.cu_seconds.subarray(0, shown);
  // By index: thousands of courses are summed while other requests wait.
  for (const course of courses) {
    course.reach(until_ms);
    for (let index = 0; index < shown; index++) sums[index]! += course.cu_seconds[index]!;
  }
  return { width_ms: whole.width_ms, cu_seconds: [...sums] };
}
