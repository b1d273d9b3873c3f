import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { advance } from '../../../src/compute/agent/advance.js';
import { SHIPPED_AGENT } from '../../../src/compute/agent/configuration.js';
import { exceeds, greatest, type Resources, smallerOf } from '../../../src/compute/agent/resources.js';
import type { ScalingEvent } from '../../../src/compute/agent/scaling-event.js';
import { load, units } from './test-agent.js';
import { computes, cycle, delays, type Fate, happenings, loads, World } from './world.js';

const good = (seconds: number): Fate => ({ seconds, outcome: 'good' });
const metrics = (one_minute: number): ScalingEvent => ({ kind: 'system_metrics', metrics: load(one_minute) });

/** The goal of a load, within the limits. */
function clamped(
  one_minute: number,
  limits: { readonly min: Resources; readonly max: Resources },
): Resources {
  const goal = units(Math.round(one_minute / 0.9 / 0.25));
  return greatest(smallerOf(goal, limits.max), limits.min);
}

/** Long enough for 40 downscales at up to 9 s each, and for all monitor requests to expire. */
const SETTLED_SECONDS = 500;

describe('constant metrics and a cooperative environment', () => {
  test('with constant metrics the size reaches the goal within the limits and stays: up at once, down in units', () => {
    fc.assert(
      fc.property(computes, loads, delays, (compute, one_minute, seconds) => {
        const world = new World(compute, cycle(seconds.map(good)));
        world.tell({ kind: 'monitor_connected' });
        world.tell(metrics(one_minute));
        world.run(SETTLED_SECONDS);
        const goal = clamped(one_minute, compute);
        const { using } = compute;
        const steps = Math.max(0, using.milli_cpu - goal.milli_cpu) / 250;
        expect(world.state.compute.using).toEqual(goal);
        expect(world.sizes).toEqual([...new Set(world.sizes)]);
        const sizes = world.sizes.map((size) => size.milli_cpu);
        if (exceeds(goal, using)) expect(sizes).toEqual([using.milli_cpu, goal.milli_cpu]);
        else expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
        expect(sizes.length - 1).toBeLessThanOrEqual(Math.max(1, steps));

        world.tell(metrics(one_minute));
        world.run(100);
        expect(world.sizes.length).toBe(sizes.length);
      }),
      { seed: 11, numRuns: 200 },
    );
  });

  test('with constant metrics the size converges from any state that an adversarial history can leave', () => {
    const fates = fc.array(
      fc.record({
        seconds: fc.double({ min: 0.01, max: 6, noNaN: true }),
        outcome: fc.constantFrom<Fate['outcome']>('good', 'denied', 'failed'),
      }),
      { minLength: 1, maxLength: 20 },
    );
    const past = fc.array(fc.tuple(fc.double({ min: 0, max: 8, noNaN: true }), happenings), {
      maxLength: 30,
    });
    fc.assert(
      fc.property(computes, past, fates, delays, loads, (compute, events, hostile, seconds, one_minute) => {
        let fate = cycle(hostile);
        const world = new World(compute, () => fate());
        world.tell(undefined);
        for (const [wait, event] of events) {
          world.run(wait);
          world.tell(event);
        }
        fate = cycle(seconds.map(good));
        const forgotten = { working_set_pages: new Float64Array(60) };
        if (world.state.monitor.approved === undefined) world.tell({ kind: 'monitor_connected' });
        world.tell({ kind: 'lfc_metrics', metrics: forgotten });
        world.tell(metrics(one_minute));
        world.run(SETTLED_SECONDS);
        const settled = world.sizes.length;
        expect(world.state.compute.using).toEqual(clamped(one_minute, world.state.compute));
        expect(world.state.monitor.approved).toEqual(world.state.compute.using);
        expect(world.state.scheduler.permit).toEqual(world.state.compute.using);
        world.run(100);
        expect(world.sizes.length).toBe(settled);
      }),
      { seed: 12, numRuns: 200 },
    );
  });
});

describe('arbitrary event sequences', () => {
  const fates = fc.array(
    fc.record({
      seconds: fc.double({ min: 0.01, max: 6, noNaN: true }),
      outcome: fc.constantFrom<Fate['outcome']>('good', 'good', 'denied', 'failed'),
    }),
    { minLength: 1, maxLength: 20 },
  );
  const past = fc.array(fc.tuple(fc.double({ min: 0, max: 8, noNaN: true }), happenings), { maxLength: 40 });

  test('no resize exceeds its permit, shrinks without approval or repeats, and the next call is in the future', () => {
    fc.assert(
      fc.property(computes, past, fates, (compute, events, outcomes) => {
        const world = new World(compute, cycle(outcomes));
        world.watch = (step, before, now) => {
          const { state, actions, wait_until } = step;
          const { hypervisor, scheduler, monitor_downscale, monitor_upscale } = actions;
          expect(wait_until).toBeGreaterThan(now);
          if (hypervisor !== undefined) {
            const { using } = state.compute;
            expect(before.hypervisor.in_flight === undefined || state.compute !== before.compute).toBe(true);
            if (exceeds(hypervisor, using))
              expect(exceeds(hypervisor, state.scheduler.permit ?? using)).toBe(false);
            else expect(exceeds(state.monitor.approved ?? using, hypervisor)).toBe(false);
          }
          if (scheduler !== undefined) {
            expect(exceeds(state.compute.using, scheduler)).toBe(false);
            expect(exceeds(state.hypervisor.in_flight ?? units(0), scheduler)).toBe(false);
            expect(exceeds(hypervisor ?? units(0), scheduler)).toBe(false);
          }
          if (monitor_downscale !== undefined) {
            expect(monitor_upscale).toBeUndefined();
            const step = state.monitor.approved!.milli_cpu - monitor_downscale.milli_cpu;
            expect(step).toBeGreaterThan(0);
            expect(step).toBeLessThanOrEqual(250);
          }
          const again = advance(state, now, undefined, SHIPPED_AGENT);
          expect(Object.values(again.actions).filter((one) => one !== undefined)).toEqual([]);
          expect(again.wait_until).toBe(wait_until);
        };
        world.tell(undefined);
        for (const [wait, event] of events) {
          world.run(wait);
          world.tell(event);
        }
        world.run(20);
      }),
      { seed: 13, numRuns: 200 },
    );
  });
});
