import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ProcessorSharing } from '../../src/compute/processor-sharing.js';

test('a query that is not running cannot be removed', () => {
  const cpu = new ProcessorSharing(1);
  cpu.add(0, 1, 3);
  expect(() => cpu.remove(1, 2)).toThrow('query 2 does not run');
});

test('removing a query matches a model that tracks the CPU time of each query separately', () => {
  const step = fc.record({
    gap: fc.integer({ min: 0, max: 8 }),
    demand: fc.integer({ min: 1, max: 40 }),
    /** Index of the running query to remove, instead of adding one. */
    removes: fc.option(fc.nat(), { nil: undefined }),
  });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 4 }), fc.array(step, { maxLength: 60 }), (vcpu, steps) => {
      const cpu = new ProcessorSharing(vcpu);
      const left = new Map<number, number>();
      const ended = new Map<number, number>();
      let now = 0;
      const advance = (to: number): void => {
        while (left.size > 0) {
          const rate = Math.min(1, vcpu / left.size);
          const least = Math.min(...left.values());
          const at = now + least / rate;
          if (at > to + 1e-9) break;
          const completed = cpu.complete(cpu.nextCompletion());
          expect(left.get(completed)).toBeCloseTo(least, 6);
          ended.set(completed, at);
          for (const [query, demand] of left) left.set(query, demand - least);
          left.delete(completed);
          now = at;
        }
        const rate = left.size === 0 ? 0 : Math.min(1, vcpu / left.size);
        for (const [query, demand] of left) left.set(query, demand - rate * (to - now));
        now = to;
      };
      steps.forEach(({ gap, demand, removes }, query) => {
        advance(now + gap);
        if (removes === undefined || left.size === 0) {
          cpu.add(now, query, demand);
          left.set(query, demand);
        } else {
          const removed = [...left.keys()][removes % left.size]!;
          cpu.remove(now, removed);
          left.delete(removed);
        }
        expect(cpu.running).toBe(left.size);
      });
    }),
    { numRuns: 300, seed: 11 },
  );
});
