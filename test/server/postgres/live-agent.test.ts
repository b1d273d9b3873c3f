import { describe, expect, test } from 'vitest';
import { LiveAgent, type LiveSize } from '../../../src/server/postgres/live-agent.js';

const GIB = 1_073_741_824;
const MEMORY_PER_CU = 4 * GIB;
/** The monitor's own step. */
const TICK_SECONDS = 0.1;

/** A server whose load and memory the test decides, with the sizes that its agent gives it. */
function guest(size: LiveSize) {
  const of = { runnable: 0, unreclaimable_bytes: 0, fails: false };
  const sizes: { at: number; cu: number }[] = [];
  let [now, cu] = [1000, size.cu];
  const limits = { ...size };
  const server = {
    memory: () => ({ unreclaimable_bytes: of.unreclaimable_bytes, cached_bytes: 0 }),
    runnable: () => of.runnable,
    resize(to: number) {
      if (of.fails) return false;
      cu = to;
      sizes.push({ at: now - 1000, cu });
      return true;
    },
  };
  const agent = new LiveAgent(server, limits, now, MEMORY_PER_CU);
  return {
    of,
    sizes,
    limits,
    get cu() {
      return cu;
    },
    giveSize(other: number) {
      cu = other;
    },
    play(seconds: number) {
      for (const end = now + seconds; now < end; now += TICK_SECONDS) agent.tick(now, { ...limits, cu });
    },
  };
}

describe('the agent of a running server', () => {
  test('follows the kernel load average of its processes, within its limits', () => {
    const server = guest({ min_cu: 0.25, max_cu: 4, cu: 0.25 });
    server.of.runnable = 2;
    server.play(60);
    // 11 samples of 2 from 0: 2 (1 - e^(-55/60)) = 1.2; / 0.9 = 1.33 CU, to the nearest quarter.
    expect(server.cu).toBe(1.25);
    server.play(600);
    // 2 / 0.9 = 2.2 CU.
    expect(server.cu).toBe(2.25);
    server.of.runnable = 9;
    server.play(600);
    expect(server.cu).toBe(4);
  });

  test('shrinks a unit at a time once the load has gone', () => {
    const server = guest({ min_cu: 0.25, max_cu: 1, cu: 1 });
    server.play(30);
    expect(server.sizes.map(({ cu }) => cu)).toEqual([0.75, 0.5, 0.25]);
  });

  test('grows when the monitor sees memory run out, before any look at metrics', () => {
    const server = guest({ min_cu: 0.25, max_cu: 4, cu: 0.25 });
    // 85 % of 1 GiB less 100 MiB is 785 MiB.
    server.of.unreclaimable_bytes = 0.8 * GIB;
    server.play(1);
    expect(server.sizes[0]).toMatchObject({ cu: 0.5 });
    expect(server.sizes[0]!.at).toBeLessThan(1);
  });

  test('keeps what the monitor does not give up', () => {
    const server = guest({ min_cu: 0.25, max_cu: 1, cu: 1 });
    // More than the threshold of 0.5 CU (1.65 GiB) less the buffer, less than that of 0.75 CU.
    server.of.unreclaimable_bytes = 1.7 * GIB;
    server.play(60);
    expect(server.cu).toBe(0.75);
  });

  test('the agent takes over edited limits, and a size set by another party', () => {
    const server = guest({ min_cu: 0.25, max_cu: 1, cu: 0.25 });
    Object.assign(server.limits, { min_cu: 0.5 });
    server.play(1);
    expect(server.cu).toBe(0.5);
    server.giveSize(1);
    server.play(10);
    expect(server.cu).toBe(0.5);
  });

  test('tries again where a resize fails', () => {
    const server = guest({ min_cu: 0.25, max_cu: 1, cu: 0.25 });
    server.of.fails = true;
    server.of.runnable = 4;
    server.play(60);
    expect(server.cu).toBe(0.25);
    server.of.fails = false;
    server.play(10);
    expect(server.cu).toBe(1);
  });
});
