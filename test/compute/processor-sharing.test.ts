import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ProcessorSharing } from '../../src/compute/processor-sharing.js';

/** An input to the processor: a query with its demand, another number of processors, or the place of a query to remove. */
type Step = { readonly at: number } & (
  | { readonly demand: number }
  | { readonly vcpu: number }
  | { readonly removes: number }
);

interface Outcome {
  /** The completion time of each query, by number. */
  readonly completions: ReadonlyMap<number, number>;
  readonly runningArea: number;
  readonly cpuSeconds: number;
}

/** The definition, stepped from event to event: n queries run at rate min(1, vcpu / n) each. */
function reference(steps: readonly Step[], vcpu: number): Outcome {
  const left = new Map<number, number>();
  const completions = new Map<number, number>();
  let [now, processors, runningArea, cpuSeconds] = [0, vcpu, 0, 0];
  const rate = () => Math.min(1, processors / left.size);
  const advance = (to: number) => {
    const worked = rate() * (to - now);
    runningArea += left.size * (to - now);
    if (left.size > 0) cpuSeconds += left.size * worked;
    for (const [query, demand] of left) left.set(query, demand - worked);
    now = to;
  };
  const runUntil = (end: number) => {
    while (left.size > 0) {
      const [query, demand] = [...left].reduce((least, one) => (one[1] < least[1] ? one : least));
      const at = now + demand / rate();
      if (at > end) break;
      advance(at);
      left.delete(query);
      completions.set(query, at);
    }
    if (end < Number.POSITIVE_INFINITY) advance(end);
  };
  steps.forEach((step, query) => {
    runUntil(step.at);
    if ('demand' in step) left.set(query, step.demand);
    else if ('vcpu' in step) processors = step.vcpu;
    else if (left.size > 0) left.delete([...left.keys()][step.removes % left.size]!);
  });
  runUntil(Number.POSITIVE_INFINITY);
  return { completions, runningArea, cpuSeconds };
}

/** The result of the class under test, driven by events like the simulator. */
function simulated(steps: readonly Step[], vcpu: number): Outcome {
  const cpu = new ProcessorSharing(vcpu);
  const running = new Set<number>();
  const completions = new Map<number, number>();
  const runUntil = (end: number) => {
    for (let at = cpu.nextCompletion(); at <= end && cpu.running > 0; at = cpu.nextCompletion()) {
      const query = cpu.complete(at);
      running.delete(query);
      completions.set(query, at);
    }
  };
  steps.forEach((step, query) => {
    runUntil(step.at);
    if ('demand' in step) {
      cpu.add(step.at, query, step.demand);
      running.add(query);
    } else if ('vcpu' in step) cpu.resize(step.at, step.vcpu);
    else if (running.size > 0) {
      const removed = [...running][step.removes % running.size]!;
      cpu.remove(step.at, removed);
      running.delete(removed);
    }
    expect(cpu.running).toBe(running.size);
  });
  runUntil(Number.POSITIVE_INFINITY);
  return { completions, runningArea: cpu.runningArea, cpuSeconds: cpu.cpuSeconds };
}

const moments = fc.integer({ min: 0, max: 20_000 }).map((at) => at / 1000);

const steps = fc
  .array(
    fc.oneof(
      { weight: 5, arbitrary: fc.record({ at: moments, demand: fc.integer({ min: 1, max: 3000 }) }) },
      { weight: 1, arbitrary: fc.record({ at: moments, vcpu: fc.constantFrom(0.25, 0.5, 1, 1.75, 4, 16) }) },
      { weight: 1, arbitrary: fc.record({ at: moments, removes: fc.nat() }) },
    ),
    { maxLength: 120 },
  )
  .map((list): readonly Step[] =>
    list
      .map((step) => ('demand' in step ? { ...step, demand: step.demand / 997 } : step))
      .toSorted((a, b) => a.at - b.at),
  );

test('completions match the definition of processor sharing, for any arrivals, resizes and removals', () => {
  fc.assert(
    fc.property(steps, fc.constantFrom(0.25, 0.5, 1, 2, 3.5), (list, vcpu) => {
      const expected = reference(list, vcpu);
      const actual = simulated(list, vcpu);
      expect(actual.completions.size).toBe(expected.completions.size);
      for (const [query, at] of expected.completions) {
        expect(Math.abs(actual.completions.get(query)! - at)).toBeLessThan(1e-9);
      }
      expect(Math.abs(actual.runningArea - expected.runningArea)).toBeLessThan(1e-8);
      expect(Math.abs(actual.cpuSeconds - expected.cpuSeconds)).toBeLessThan(1e-8);
    }),
    { seed: 1, numRuns: 300 },
  );
});

test('one query gets at most one vCPU, and at most the size', () => {
  expect(simulated([{ at: 0, demand: 1 }], 8).completions.get(0)).toBe(1);
  expect(simulated([{ at: 0, demand: 1 }], 0.25).completions.get(0)).toBe(4);
});

test('of two queries on one vCPU the shorter leaves at 2, the longer at 4', () => {
  const list = [
    { at: 0, demand: 1 },
    { at: 0, demand: 3 },
  ];
  expect([...simulated(list, 1).completions]).toEqual([
    [0, 2],
    [1, 4],
  ]);
});

test('a query that is not running cannot be removed', () => {
  const cpu = new ProcessorSharing(1);
  cpu.add(0, 1, 3);
  expect(() => cpu.remove(1, 2)).toThrow('query 2 does not run');
});
