import { describe, expect, test } from 'vitest';
import { advance } from '../../../src/compute/agent/advance.js';
import type { ScalingEvent } from '../../../src/compute/agent/scaling-event.js';
import { load, Script, TEST_AGENT, units } from './script.js';

const EVENT_ONLY = Number.POSITIVE_INFINITY;

const metrics = (one_minute: number): ScalingEvent => ({ kind: 'system_metrics', metrics: load(one_minute) });
const granted = (count: number): ScalingEvent => ({ kind: 'scheduler_granted', permit: units(count) });
const bounds = (min: number, max: number): ScalingEvent => ({
  kind: 'bounds_changed',
  min: units(min),
  max: units(max),
});
const done: ScalingEvent = { kind: 'hypervisor_done' };
const approved: ScalingEvent = { kind: 'monitor_approved' };
const denied: ScalingEvent = { kind: 'monitor_denied' };

test('up and down again: scheduler, hypervisor, monitor; then monitor, hypervisor, scheduler', () => {
  const script = new Script({ using: 1, min: 1, max: 4 }).met();
  script.tell(metrics(0.3), { scheduler: 2 }, EVENT_ONLY);
  script.after(0.1).tell(granted(2), { hypervisor: 2 }, 5.2);
  script.after(0.1).tell(done, { monitor_upscale: 2 }, 5.2);
  script.after(0.1).tell(approved, {}, 5.2);
  expect(script.using).toBe(2);

  script.after(0.1).tell(metrics(0), { monitor_downscale: 1 }, 5.2);
  script.after(0.1).tell(approved, { hypervisor: 1 }, 5.2);
  script.after(0.1).tell(done, { scheduler: 1 }, EVENT_ONLY);
  script.after(0.1).tell(granted(1), {}, 5.8);
  expect(script.using).toBe(1);
});

test('the scheduler hears from the agent every tick although nothing changes', () => {
  const script = new Script({ using: 1, min: 1, max: 4 }).met();
  script.tell(metrics(0), {}, 5);
  script.after(4.8).tell(undefined, { scheduler: 1 }, EVENT_ONLY);
  script.after(0.05).tell(granted(1), {}, 10);
  script.after(4.95).tell(undefined, { scheduler: 1 }, EVENT_ONLY);
});

test('a permit for a part is used at once, and the rest asked for again after 2 s', () => {
  const script = new Script({ using: 1, min: 1, max: 4 }).met();
  script.tell(metrics(1), { scheduler: 4 }, EVENT_ONLY);
  script.after(0.1).tell(granted(3), { hypervisor: 3 }, 2.2);
  expect(script.blocked).toEqual(['the scheduler granted less than was asked for']);
  script.after(0.1).tell(done, { monitor_upscale: 3 }, 2.2);
  script.after(0.1).tell(approved, {}, 2.2);
  script.after(1.7).tell(undefined, { scheduler: 4 }, EVENT_ONLY);
  script.after(0.1).tell(granted(4), { hypervisor: 4 }, 7.2);
  script.after(0.1).tell(done, { monitor_upscale: 4 }, 7.2);
});

test('a permit for nothing more leaves the size, and is asked for again after 2 s', () => {
  const script = new Script({ using: 1, min: 1, max: 4 }).met();
  script.tell(metrics(1), { scheduler: 4 }, EVENT_ONLY);
  script.after(0.1).tell(granted(1), {}, 2.2);
  script.after(1.9).tell(undefined, { scheduler: 4 }, EVENT_ONLY);
});

test('down goes one unit at a time, and the monitor is asked on while the hypervisor works', () => {
  const script = new Script({ using: 4, min: 1, max: 4 }).met();
  script.tell(metrics(0), { monitor_downscale: 3 }, 5);
  script.after(0.1).tell(approved, { hypervisor: 3, monitor_downscale: 2 }, 5);
  script.after(0.1).tell(approved, { monitor_downscale: 1 }, 5);
  expect(script.blocked).toEqual(['a resize to another size is under way']);
  script.after(0.1).tell(done, { scheduler: 3, hypervisor: 2 }, EVENT_ONLY);
  script.after(0.1).tell(approved, {}, EVENT_ONLY);
  script.after(0.1).tell(granted(3), {}, 5.5);
  script.after(0.1).tell(done, { scheduler: 2, hypervisor: 1 }, EVENT_ONLY);
  script.after(0.1).tell(granted(2), {}, 5.8);
  script.after(0.1).tell(done, { scheduler: 1 }, EVENT_ONLY);
  script.after(0.1).tell(granted(1), {}, 6);
});

test('a denied downscale is not repeated for 5 s, and what was approved before it is kept', () => {
  const script = new Script({ using: 6, min: 1, max: 8 }).met();
  script.tell(metrics(0), { monitor_downscale: 5 }, 5);
  script.after(0.1).tell(denied, {}, 5);
  expect(script.desired).toBe(6);
  script.after(4.7).tell(undefined, { scheduler: 6 }, 5.3);
  script.after(0.1).tell(granted(6), {}, 5.3);
  script.after(0.2).tell(undefined, { monitor_downscale: 5 }, 10);
  script.after(0.1).tell(approved, { hypervisor: 5, monitor_downscale: 4 }, 10);
  script.after(0.1).tell(denied, {}, 10);
  script.after(0.1).tell(done, { scheduler: 5 }, 10.5);
  script.after(0.1).tell(granted(5), {}, 10.5);
  script.after(4.8).tell(undefined, { monitor_downscale: 4 }, 10.6);
});

describe('the monitor asks for more', () => {
  test('and gets one unit more for 10 s, whatever the metrics say', () => {
    const script = new Script({ using: 1, min: 1, max: 4 }).met();
    script.tell(metrics(0), {}, 5);
    const more: ScalingEvent = { kind: 'upscale_requested', cpu: false, memory: true };
    script.tell(more, { scheduler: 2 }, 10.2);
    script.after(0.1).tell(granted(2), { hypervisor: 2 }, 5.2);
    script.after(0.1).tell(done, { monitor_upscale: 2 }, 5.2);
    script.after(0.1).tell(approved, {}, 5.2);
    script.after(4.7).tell(undefined, { scheduler: 2 }, 10.2);
    script.after(0.1).tell(granted(2), {}, 10.2);
    script.after(4.9).tell(undefined, { scheduler: 2, monitor_downscale: 1 }, EVENT_ONLY);
  });

  test('in vain at the maximum', () => {
    const script = new Script({ using: 4, min: 1, max: 4 }).met();
    script.tell(metrics(2), {}, 5);
    script.tell({ kind: 'upscale_requested', cpu: true, memory: true }, {}, 5);
    expect(script.desired).toBe(4);
  });
});

describe('new load turns a downscale round where it stands', () => {
  const begin = () =>
    new Script({ using: 2, min: 1, max: 3 }).met().tell(metrics(0), { monitor_downscale: 1 }, 5).after(0.1);

  test('while the monitor considers it', () => {
    const script = begin().tell(metrics(0.3), {}, 5);
    script.after(0.1).tell(approved, { monitor_upscale: 2 }, 5);
    script.after(0.1).tell(approved, {}, 5);
    expect(script.using).toBe(2);
  });

  test('while the hypervisor carries it out', () => {
    const script = begin().tell(approved, { hypervisor: 1 }, 5).after(0.1);
    script.tell(metrics(0.3), {}, 5);
    script.after(0.1).tell(done, { hypervisor: 2 }, 5);
    script.after(0.1).tell(done, { monitor_upscale: 2 }, 5);
    script.after(0.1).tell(approved, {}, 5);
    expect(script.state.scheduler.permit).toEqual(units(2));
  });

  test('while the scheduler is told', () => {
    const script = begin().tell(approved, { hypervisor: 1 }, 5).after(0.1);
    script.tell(done, { scheduler: 1 }, EVENT_ONLY).after(0.1);
    script.tell(metrics(0.3), {}, EVENT_ONLY);
    expect(script.blocked).toEqual(['the scheduler is being asked for less']);
    script.after(0.1).tell(granted(1), { scheduler: 2 }, EVENT_ONLY);
    script.after(0.1).tell(granted(2), { hypervisor: 2 }, 5.6);
    script.after(0.1).tell(done, { monitor_upscale: 2 }, 5.6);
  });
});

test('load that falls while the machine grows: the scheduler is told only when the machine has shrunk again', () => {
  const script = new Script({ using: 1, min: 1, max: 4 }).met();
  script.tell(metrics(0.5), { scheduler: 4 }, EVENT_ONLY);
  script.after(0.1).tell(granted(4), { hypervisor: 4 }, 5.2);
  script.after(0.1).tell(metrics(0.25), {}, 5.2);
  // The monitor has not been told of more than 2 units, so it need not agree to losing them.
  script.after(0.1).tell(done, { hypervisor: 2, monitor_upscale: 2 }, 5.2);
  script.after(0.1).tell(approved, {}, 5.2);
  script.after(0.1).tell(done, { scheduler: 2 }, EVENT_ONLY);
});

describe('other limits', () => {
  test('a maximum below what is used asks the monitor for less', () => {
    const script = new Script({ using: 2, min: 1, max: 3 }).met();
    script.tell(metrics(0.3), {}, 5);
    script.after(0.1).tell(bounds(1, 1), { monitor_downscale: 1 }, 5);
    script.after(0.1).tell(approved, { hypervisor: 1 }, 5);
    script.after(0.1).tell(done, { scheduler: 1 }, EVENT_ONLY);
  });

  test('which may refuse it', () => {
    const script = new Script({ using: 2, min: 1, max: 3 }).met();
    script.tell(metrics(0.3), {}, 5);
    script.after(0.1).tell(bounds(1, 1), { monitor_downscale: 1 }, 5);
    script.after(0.1).tell(denied, {}, 5);
    expect(script.desired).toBe(2);
  });

  test('a minimum above what is used scales up at once', () => {
    const script = new Script({ using: 2, min: 1, max: 3 }).met();
    script.tell(metrics(0.3), {}, 5);
    script.after(0.1).tell(bounds(3, 3), { scheduler: 3 }, EVENT_ONLY);
    script.after(0.1).tell(granted(3), { hypervisor: 3 }, 5.3);
    script.after(0.1).tell(done, { monitor_upscale: 3 }, 5.3);
  });
});

describe('failures are waited out', () => {
  const failing = {
    ...TEST_AGENT,
    loop: { ...TEST_AGENT.loop, scheduler_retry_seconds: 2, hypervisor_retry_seconds: 3 },
  };

  test("the scheduler's and then the hypervisor's", () => {
    const script = new Script({ using: 1, min: 1, max: 2 }, failing).met();
    script.tell(metrics(0.3), { scheduler: 2 }, EVENT_ONLY);
    script.after(0.1).tell({ kind: 'scheduler_failed' }, {}, 2.3);
    expect(script.blocked).toEqual(['the last request to the scheduler failed']);
    script.after(2).tell(undefined, { scheduler: 2 }, EVENT_ONLY);
    script.after(0.1).tell(granted(2), { hypervisor: 2 }, 7.3);
    script.after(0.1).tell({ kind: 'hypervisor_failed' }, {}, 5.5);
    expect(script.blocked).toEqual(['the last resize failed']);
    script.after(3).tell(undefined, { hypervisor: 2 }, 7.3);
    script.after(0.1).tell(done, { monitor_upscale: 2 }, 7.3);
  });

  test("the monitor's, going up and going down", () => {
    const script = new Script({ using: 1, min: 1, max: 2 }).met();
    script.tell(metrics(0.3), { scheduler: 2 }, EVENT_ONLY);
    script.after(0.1).tell(granted(2), { hypervisor: 2 }, 5.2);
    script.after(0.1).tell(done, { monitor_upscale: 2 }, 5.2);
    script.after(0.1).tell({ kind: 'monitor_failed' }, {}, 3.5);
    script.after(3).tell(undefined, { monitor_upscale: 2 }, 5.2);
    script.after(0.1).tell(approved, {}, 5.2);
    script.tell(metrics(0), { monitor_downscale: 1 }, 5.2);
    script.after(0.1).tell({ kind: 'monitor_failed' }, {}, 5.2);
    expect(script.blocked).toEqual(['the monitor failed to answer the last downscale']);
  });

  test('a permit that contradicts the request or the machine counts as a failure', () => {
    const script = new Script({ using: 2, min: 1, max: 4 }).met();
    script.tell(metrics(0.5), { scheduler: 4 }, EVENT_ONLY);
    script.after(0.1).tell(granted(1), {}, 3.3);
    script.after(3).tell(undefined, { scheduler: 4 }, EVENT_ONLY);
    script.after(0.1).tell(granted(5), {}, 6.4);
    expect(script.state.scheduler.permit).toEqual(units(2));
  });

  test.each<ScalingEvent>([
    granted(1),
    { kind: 'scheduler_failed' },
    done,
    { kind: 'hypervisor_failed' },
    approved,
    denied,
    { kind: 'monitor_failed' },
  ])('an answer nobody waits for is a mistake of the caller: %j', (event) => {
    const { state } = new Script({ using: 1, min: 1, max: 2 }).met();
    expect(() => advance(state, 1, event, TEST_AGENT)).toThrow(`${event.kind}: no such request is under way`);
  });
});

describe('what the agent does not know', () => {
  test('without a monitor nothing shrinks', () => {
    const script = new Script({ using: 3, min: 1, max: 4 });
    script.tell(undefined, { scheduler: 3 }, EVENT_ONLY);
    script.after(0.1).tell(granted(3), {}, 5);
    script.tell(metrics(0), {}, 5);
    expect(script.desired).toBe(1);
    expect(script.blocked).toEqual(['no monitor is connected, which would have to agree to less']);
    script.tell({ kind: 'monitor_connected' }, { monitor_downscale: 2 }, 5);
    script.after(0.1).tell({ kind: 'monitor_lost' }, {}, 5);
  });

  test('before all metrics nothing shrinks but what the limits forbid', () => {
    const script = new Script({ using: 3, min: 1, max: 2 });
    script.tell(undefined, { scheduler: 3 }, EVENT_ONLY);
    script.after(0.1).tell(granted(3), {}, 5);
    script.tell({ kind: 'monitor_connected' }, { monitor_downscale: 2 }, 5);
    script.after(0.1).tell(approved, { hypervisor: 2 }, 5);
    script.after(0.1).tell(done, { scheduler: 2 }, EVENT_ONLY);
    script.after(0.1).tell(granted(2), {}, 5.3);
    expect(script.desired).toBe(2);
  });

  test('with working-set metrics required, load alone may raise the size but not lower it', () => {
    const configuration = { ...TEST_AGENT, scaling: { ...TEST_AGENT.scaling, enable_lfc_metrics: true } };
    const script = new Script({ using: 2, min: 1, max: 4 }, configuration).met();
    script.tell(metrics(0), {}, 5);
    expect(script.desired).toBe(2);
    script.tell(metrics(0.5), { scheduler: 4 }, EVENT_ONLY);
    script.after(0.1).tell(granted(4), { hypervisor: 4 }, 5.2);
    script.after(0.1).tell(done, { monitor_upscale: 4 }, 5.2);
    script.after(0.1).tell(approved, {}, 5.2);
    script.tell(metrics(0), {}, 5.2);
    const lfc = { working_set_pages: new Float64Array(60).fill(98_304) };
    script.tell({ kind: 'lfc_metrics', metrics: lfc }, { monitor_downscale: 3 }, 5.2);
    expect(script.desired).toBe(1);
  });
});

test('a pooled machine that comes up too large shrinks in step although metrics arrive half-way', () => {
  const script = new Script({ using: 3, min: 1, max: 2 });
  script.tell(undefined, { scheduler: 3 }, EVENT_ONLY);
  script.after(0.1).tell(granted(3), {}, 5);
  script.after(0.1).tell({ kind: 'monitor_connected' }, { monitor_downscale: 2 }, 5);
  script.after(0.1).tell(metrics(0), {}, 5);
  script.after(0.1).tell(approved, { hypervisor: 2, monitor_downscale: 1 }, 5);
  script.after(0.1).tell(approved, {}, 5);
  script.after(0.1).tell(done, { scheduler: 2, hypervisor: 1 }, EVENT_ONLY);
  script.after(0.1).tell(granted(2), {}, 5.6);
  script.after(0.1).tell(done, { scheduler: 1 }, EVENT_ONLY);
  script.after(0.1).tell(granted(1), {}, 5.8);
});
