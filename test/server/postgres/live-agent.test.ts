import { expect, test } from 'vitest';
import { LiveAgent, type LiveSize } from '../../../src/server/postgres/live-agent.js';

const GIB = 1_073_741_824;
const MEMORY_PER_CU = 4 * GIB;
/** The monitor's step. */
const TICK_SECONDS = 0.1;

/** A server with given limits and size, whose agent sees the load and the memory that the test sets. */
class Guest {
  runnable = 0;
  unreclaimable_bytes = 0;
  resizes_fail = false;
  cu: number;
  readonly limits: LiveSize;
  readonly sizes: { at: number; cu: number }[] = [];
  #now = 1000;
  readonly #agent: LiveAgent;

  constructor(min_cu: number, max_cu: number, cu: number) {
    this.cu = cu;
    this.limits = { min_cu, max_cu, cu };
    const server = {
      memory: () => ({ unreclaimable_bytes: this.unreclaimable_bytes, cached_bytes: 0 }),
      runnable: () => this.runnable,
      resize: (to: number) => {
        if (this.resizes_fail) return false;
        this.cu = to;
        this.sizes.push({ at: this.#now - 1000, cu: to });
        return true;
      },
    };
    this.#agent = new LiveAgent(server, this.limits, this.#now, MEMORY_PER_CU);
  }

  /** @returns the size after this many seconds */
  play(seconds: number): number {
    for (const end = this.#now + seconds; this.#now < end; this.#now += TICK_SECONDS)
      this.#agent.tick(this.#now, { ...this.limits, cu: this.cu });
    return this.cu;
  }
}

test('the agent follows the kernel load average of its processes, within its limits', () => {
  const guest = new Guest(0.25, 4, 0.25);
  guest.runnable = 2;
  // 11 samples of 2 from 0: 2 (1 - e^(-55/60)) = 1.2; / 0.9 = 1.33 CU, to the nearest quarter.
  expect(guest.play(60)).toBe(1.25);
  // 2 / 0.9 = 2.2 CU.
  expect(guest.play(600)).toBe(2.25);
  guest.runnable = 9;
  expect(guest.play(600)).toBe(4);
});

test('the agent shrinks one unit at a time after the load ends', () => {
  const guest = new Guest(0.25, 1, 1);
  guest.play(30);
  expect(guest.sizes.map(({ cu }) => cu)).toEqual([0.75, 0.5, 0.25]);
});

test('the agent grows when the monitor sees memory run out, before it samples metrics', () => {
  const guest = new Guest(0.25, 4, 0.25);
  // 85 % of 1 GiB less 100 MiB is 785 MiB.
  guest.unreclaimable_bytes = 0.8 * GIB;
  guest.play(1);
  expect(guest.sizes[0]).toMatchObject({ cu: 0.5 });
  expect(guest.sizes[0]!.at).toBeLessThan(1);
});

test('the agent keeps a size if the monitor denies the downscale', () => {
  const guest = new Guest(0.25, 1, 1);
  // More than the threshold of 0.5 CU (1.65 GiB) less the buffer, less than that of 0.75 CU.
  guest.unreclaimable_bytes = 1.7 * GIB;
  expect(guest.play(60)).toBe(0.75);
});

test('the agent adopts edited limits, and a size that was set by others', () => {
  const guest = new Guest(0.25, 1, 0.25);
  Object.assign(guest.limits, { min_cu: 0.5 });
  expect(guest.play(1)).toBe(0.5);
  guest.cu = 1;
  expect(guest.play(10)).toBe(0.5);
});

test('the agent retries a failed resize', () => {
  const guest = new Guest(0.25, 1, 0.25);
  Object.assign(guest, { resizes_fail: true, runnable: 4 });
  expect(guest.play(60)).toBe(0.25);
  guest.resizes_fail = false;
  expect(guest.play(10)).toBe(1);
});
