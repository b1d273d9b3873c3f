import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CpuLimit } from '../../src/compute/cpu-limit.js';
import { ProcessorSharing } from '../../src/compute/processor-sharing.js';
import { ThrottledSharing } from '../../src/compute/throttled-sharing.js';

const PERIOD = 0.1;

function bandwidth(quota_burst: number, period_seconds = PERIOD): Extract<CpuLimit, { kind: 'bandwidth' }> {
  return { kind: 'bandwidth', quota_burst, period_seconds };
}

/** An input to the CPU: a query with its demand, or another size. */
type Step = { readonly at: number; readonly demand: number } | { readonly at: number; readonly cu: number };

type Sharing = Pick<
  ProcessorSharing,
  'add' | 'resize' | 'complete' | 'nextCompletion' | 'running' | 'synchronise'
>;

/** Completion times by query number, driven by events like the simulator. */
function completions(cpu: Sharing, steps: readonly Step[], until = Number.POSITIVE_INFINITY) {
  const found = new Map<number, number>();
  let planned = Number.POSITIVE_INFINITY;
  const runUntil = (end: number) => {
    while (planned <= end && cpu.running > 0) {
      found.set(cpu.complete(planned), planned);
      planned = cpu.nextCompletion();
    }
  };
  steps.forEach((step, query) => {
    runUntil(step.at);
    if (!('demand' in step)) cpu.resize(step.at, step.cu);
    else if (!cpu.add(step.at, query, step.demand)) return;
    planned = cpu.nextCompletion();
  });
  runUntil(until);
  if (until < Number.POSITIVE_INFINITY) cpu.synchronise(until);
  return found;
}

interface Stepped {
  readonly completions: ReadonlyMap<number, number>;
  readonly runningArea: number;
  readonly cpuSeconds: number;
  readonly saturatedSeconds: number;
}

/** The rule itself in small time steps, without events: each period's quota, and the queries that run in each step. */
function stepped(steps: readonly Step[], size: number, burst: number, phase: number, dt: number): Stepped {
  const left = new Map<number, number>();
  const found = new Map<number, number>();
  const [sum, period] = [{ area: 0, cpu: 0, saturated: 0 }, Math.round(PERIOD / dt)];
  let [cu, quota, next] = [size, size * burst * PERIOD, 0];
  for (let step = 0; next < steps.length || left.size > 0; step++) {
    // Periods begin on the grid that was `phase` periods old at time 0.
    if ((step + Math.round(phase * period)) % period === 0) quota = cu * burst * PERIOD;
    for (; next < steps.length && Math.round(steps[next]!.at / dt) <= step; next++) {
      const one = steps[next]!;
      if ('demand' in one) left.set(next, one.demand);
      else [cu, quota] = [one.cu, one.cu * burst * PERIOD];
    }
    const cpus = Math.ceil(cu);
    const wanted = Math.min(left.size, cpus) * dt;
    const given = Math.min(wanted, quota);
    quota -= given;
    sum.area += left.size * dt;
    sum.cpu += given;
    if (left.size > cpus || given < wanted) sum.saturated += dt;
    const each = given / left.size;
    for (const [query, demand] of left) {
      if (demand > each) left.set(query, demand - each);
      else {
        left.delete(query);
        found.set(query, (step + 1) * dt);
      }
    }
  }
  return {
    completions: found,
    runningArea: sum.area,
    cpuSeconds: sum.cpu,
    saturatedSeconds: sum.saturated,
  };
}

test('queries that complete at the same time complete together, despite rounding errors', () => {
  const cpu = new ThrottledSharing(bandwidth(1), 0.25, () => 0);
  cpu.add(0.5, 1, 0.05);
  cpu.add(0.5, 2, 0.05);
  const end = cpu.nextCompletion();
  expect(end).toBeCloseTo(0.825, 12);
  cpu.complete(end);
  expect(cpu.nextCompletion()).toBe(end);
});

test('a single query runs at full speed for the quota of each period, wherever in a period it starts', () => {
  const demands = fc.double({ min: 0.0005, max: 3, noNaN: true });
  const sizes = fc.double({ min: 0.01, max: 0.99, noNaN: true });
  const phases = fc.double({ min: 0, max: 0.999, noNaN: true });
  fc.assert(
    fc.property(demands, sizes, phases, fc.double({ min: 0, max: 50, noNaN: true }), (d, cu, phase, at) => {
      const end = PERIOD * (Math.floor(at / PERIOD + phase) + 1 - phase) - at;
      const first = Math.min(cu * PERIOD, end);
      const whole = Math.ceil((d - first) / (cu * PERIOD)) - 1;
      const expected = d <= first ? at + d : at + end + whole * PERIOD + (d - first - whole * cu * PERIOD);
      const cpu = new ThrottledSharing(bandwidth(1), cu, () => phase);
      const found = completions(cpu, [{ at, demand: d }]).get(0)!;
      // A demand that ends exactly at a period boundary may fall on either side.
      if (Math.abs(((d - first) / (cu * PERIOD)) % 1) > 1e-6) expect(found).toBeCloseTo(expected, 9);
      expect(cpu.cpuSeconds).toBeCloseTo(d, 9);
    }),
    { seed: 2, numRuns: 2000 },
  );
});

test('with more work than capacity, exactly the quota of each period is used', () => {
  for (const [cu, burst, queries] of [
    [0.25, 1, 1],
    [0.25, 2, 3],
    [1.5, 1, 2],
    [2.75, 0.5, 40],
  ] as const) {
    const cpu = new ThrottledSharing(bandwidth(burst), cu, () => 0.3);
    for (let query = 0; query < queries; query++) cpu.add(0, query, 1e6);
    cpu.synchronise(1000 - 0.3 * PERIOD);
    const expected = cu * burst * 1000;
    expect(Math.abs(cpu.cpuSeconds - expected)).toBeLessThan(2 * cu * burst * PERIOD);
    expect(cpu.vcpu).toBeCloseTo(cu * burst, 12);
    // A long query takes as long as with a plain share of the same size.
    expect(cpu.backlogSeconds(1000, 10, 0)).toBeGreaterThan(0);
  }
});

test('without a binding quota the result equals processor sharing to the last bit', () => {
  const moments = fc.double({ min: 0, max: 20, noNaN: true });
  const steps = fc
    .array(
      fc.oneof(
        {
          weight: 5,
          arbitrary: fc.record({ at: moments, demand: fc.double({ min: 1e-4, max: 3, noNaN: true }) }),
        },
        { weight: 1, arbitrary: fc.record({ at: moments, cu: fc.constantFrom(1, 2, 4, 16) }) },
      ),
      { maxLength: 100 },
    )
    .map((list): readonly Step[] => list.toSorted((a, b) => a.at - b.at));
  fc.assert(
    fc.property(steps, fc.constantFrom(1, 4), (list, burst) => {
      const plain = new ProcessorSharing(2);
      const limited = new ThrottledSharing(bandwidth(burst), 2, () => 0.7);
      expect(completions(limited, list)).toEqual(completions(plain, list));
      expect(limited.cpuSeconds).toBe(plain.cpuSeconds);
      expect(limited.runningArea).toBe(plain.runningArea);
      expect(limited.saturatedSeconds).toBe(plain.saturatedSeconds);
      expect(limited.workAtMost).toBe(plain.workAtMost);
    }),
    { seed: 3, numRuns: 200 },
  );
  // Four times a quarter is a whole processor.
  const quarter = new ThrottledSharing(bandwidth(4), 0.25, () => 0.7);
  const whole = new ProcessorSharing(1);
  const work = Array.from({ length: 50 }, (_, index) => ({
    at: index * 0.37,
    demand: 0.1 + (index % 7) / 9,
  }));
  expect(completions(quarter, work)).toEqual(completions(whole, work));
});

test('any sequence of arrivals, departures and resizes matches a simulation in small time steps', () => {
  const dt = 2e-5;
  const grid = (ms: number) => Math.round(ms / dt / 1000) * dt;
  const steps = fc
    .array(
      fc.oneof(
        {
          weight: 5,
          arbitrary: fc.record({
            at: fc.integer({ min: 0, max: 1500 }).map(grid),
            demand: fc.integer({ min: 1, max: 16 }).map((root) => (root * root) / 1000.7),
          }),
        },
        {
          weight: 1,
          arbitrary: fc.record({
            at: fc.integer({ min: 0, max: 1500 }).map(grid),
            cu: fc.constantFrom(0.25, 0.5, 1, 1.75, 2.5),
          }),
        },
      ),
      { maxLength: 40 },
    )
    .map((list): readonly Step[] => list.toSorted((a, b) => a.at - b.at));
  const sizes = fc.constantFrom(0.25, 0.5, 1.5, 2.25);
  const phases = fc.integer({ min: 0, max: 99 }).map((phase) => phase / 100);
  fc.assert(
    fc.property(steps, sizes, fc.constantFrom(1, 1.4, 2), phases, (list, cu, burst, phase) => {
      const cpu = new ThrottledSharing(bandwidth(burst), cu, () => phase);
      const found = completions(cpu, list);
      const expected = stepped(list, cu, burst, phase, dt);
      expect(found.size).toBe(expected.completions.size);
      for (const [query, at] of expected.completions) {
        expect(Math.abs(found.get(query)! - at)).toBeLessThan(20 * dt);
      }
      expect(Math.abs(cpu.cpuSeconds - expected.cpuSeconds)).toBeLessThan(40 * dt);
      expect(Math.abs(cpu.runningArea - expected.runningArea)).toBeLessThan(60 * 40 * dt);
      expect(Math.abs(cpu.saturatedSeconds - expected.saturatedSeconds)).toBeLessThan(60 * 20 * dt);
    }),
    { seed: 4, numRuns: 60 },
  );
});
