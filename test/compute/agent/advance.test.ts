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

test('an upscale calls scheduler, hypervisor and monitor, and a downscale calls them in reverse order', () => {
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

test('the agent sends the scheduler a request every tick even if nothing changes', () => {
  const script = new Script({ using: 1, min: 1, max: 4 }).met();
  script.tell(metrics(0), {}, 5);
  script.after(4.8).tell(undefined, { scheduler: 1 }, EVENT_ONLY);
  script.after(0.05).tell(granted(1), {}, 10);
  script.after(4.95).tell(undefined, { scheduler: 1 }, EVENT_ONLY);
});

test('a partial permit is used at once, and the rest is requested again after 2 s', () => {
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

test('a permit for no increase leaves the size unchanged and is requested again after 2 s', () => {
  const script = new Script({ using: 1, min: 1, max: 4 }).met();
  script.tell(metrics(1), { scheduler: 4 }, EVENT_ONLY);
  script.after(0.1).tell(granted(1), {}, 2.2);
  script.after(1.9).tell(undefined, { scheduler: 4 }, EVENT_ONLY);
});

test('a downscale goes one unit at a time, and asks the monitor while the hypervisor works', () => {
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

test('a denied downscale is not repeated for 5 s, and earlier approvals are kept', () => {
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

describe('an upscale request from the monitor', () => {
  test('an upscale request from the monitor adds one unit for 10 s, whatever the metrics show', () => {
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

  test('an upscale request from the monitor has no effect at the maximum', () => {
    const script = new Script({ using: 4, min: 1, max: 4 }).met();
    script.tell(metrics(2), {}, 5);
    script.tell({ kind: 'upscale_requested', cpu: true, memory: true }, {}, 5);
    expect(script.desired).toBe(4);
  });
});

describe('new load reverses a downscale at the size reached', () => {
  const begin = () =>
    new Script({ using: 2, min: 1, max: 3 }).met().tell(metrics(0), { monitor_downscale: 1 }, 5).after(0.1);

  test('new load reverses a downscale while the monitor considers it', () => {
    const script = begin().tell(metrics(0.3), {}, 5);
    script.after(0.1).tell(approved, { monitor_upscale: 2 }, 5);
    script.after(0.1).tell(approved, {}, 5);
    expect(script.using).toBe(2);
  });

  test('new load reverses a downscale while the hypervisor carries it out', () => {
    const script = begin().tell(approved, { hypervisor: 1 }, 5).after(0.1);
    script.tell(metrics(0.3), {}, 5);
    script.after(0.1).tell(done, { hypervisor: 2 }, 5);
    script.after(0.1).tell(done, { monitor_upscale: 2 }, 5);
    script.after(0.1).tell(approved, {}, 5);
    expect(script.state.scheduler.permit).toEqual(units(2));
  });

  test('new load reverses a downscale while the scheduler is being informed', () => {
    const script = begin().tell(approved, { hypervisor: 1 }, 5).after(0.1);
    script.tell(done, { scheduler: 1 }, EVENT_ONLY).after(0.1);
    script.tell(metrics(0.3), {}, EVENT_ONLY);
    expect(script.blocked).toEqual(['the scheduler is being asked for less']);
    script.after(0.1).tell(granted(1), { scheduler: 2 }, EVENT_ONLY);
    script.after(0.1).tell(granted(2), { hypervisor: 2 }, 5.6);
    script.after(0.1).tell(done, { monitor_upscale: 2 }, 5.6);
  });
});

test('if load falls during an upscale, the scheduler is informed only after the machine has shrunk again', () => {
  const script = new Script({ using: 1, min: 1, max: 4 }).met();
  script.tell(metrics(0.5), { scheduler: 4 }, EVENT_ONLY);
  script.after(0.1).tell(granted(4), { hypervisor: 4 }, 5.2);
  script.after(0.1).tell(metrics(0.25), {}, 5.2);
  // The monitor has not been informed of more than 2 units, so it need not agree to losing them.
  script.after(0.1).tell(done, { hypervisor: 2, monitor_upscale: 2 }, 5.2);
  script.after(0.1).tell(approved, {}, 5.2);
  script.after(0.1).tell(done, { scheduler: 2 }, EVENT_ONLY);
});

describe('changed limits', () => {
  test('a maximum below the current size asks the monitor for less', () => {
    const script = new Script({ using: 2, min: 1, max: 3 }).met();
    script.tell(metrics(0.3), {}, 5);
    script.after(0.1).tell(bounds(1, 1), { monitor_downscale: 1 }, 5);
    script.after(0.1).tell(approved, { hypervisor: 1 }, 5);
    script.after(0.1).tell(done, { scheduler: 1 }, EVENT_ONLY);
  });

  test('the monitor may deny a downscale to a lower maximum', () => {
    const script = new Script({ using: 2, min: 1, max: 3 }).met();
    script.tell(metrics(0.3), {}, 5);
    script.after(0.1).tell(bounds(1, 1), { monitor_downscale: 1 }, 5);
    script.after(0.1).tell(denied, {}, 5);
    expect(script.desired).toBe(2);
  });

  test('a minimum above the current size scales up immediately', () => {
    const script = new Script({ using: 2, min: 1, max: 3 }).met();
    script.tell(metrics(0.3), {}, 5);
    script.after(0.1).tell(bounds(3, 3), { scheduler: 3 }, EVENT_ONLY);
    script.after(0.1).tell(granted(3), { hypervisor: 3 }, 5.3);
    script.after(0.1).tell(done, { monitor_upscale: 3 }, 5.3);
  });
});

describe('retries after failures', () => {
  const failing = {
    ...TEST_AGENT,
    loop: { ...TEST_AGENT.loop, scheduler_retry_seconds: 2, hypervisor_retry_seconds: 3 },
  };

  test('scheduler and hypervisor failures are retried after a wait', () => {
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

  test('monitor failures are retried after a wait, for upscales and downscales', () => {
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
  ])('a response without a pending request is a caller error: %j', (event) => {
    const { state } = new Script({ using: 1, min: 1, max: 2 }).met();
    expect(() => advance(state, 1, event, TEST_AGENT)).toThrow(`${event.kind}: no such request is under way`);
  });
});

describe('missing inputs of the agent', () => {
  test('without a monitor the machine does not shrink', () => {
    const script = new Script({ using: 3, min: 1, max: 4 });
    script.tell(undefined, { scheduler: 3 }, EVENT_ONLY);
    script.after(0.1).tell(granted(3), {}, 5);
    script.tell(metrics(0), {}, 5);
    expect(script.desired).toBe(1);
    expect(script.blocked).toEqual(['no monitor is connected, which would have to agree to less']);
    script.tell({ kind: 'monitor_connected' }, { monitor_downscale: 2 }, 5);
    script.after(0.1).tell({ kind: 'monitor_lost' }, {}, 5);
  });

  test('without complete metrics the machine shrinks only if the limits require it', () => {
    const script = new Script({ using: 3, min: 1, max: 2 });
    script.tell(undefined, { scheduler: 3 }, EVENT_ONLY);
    script.after(0.1).tell(granted(3), {}, 5);
    script.tell({ kind: 'monitor_connected' }, { monitor_downscale: 2 }, 5);
    script.after(0.1).tell(approved, { hypervisor: 2 }, 5);
    script.after(0.1).tell(done, { scheduler: 2 }, EVENT_ONLY);
    script.after(0.1).tell(granted(2), {}, 5.3);
    expect(script.desired).toBe(2);
  });

  test('if working-set metrics are required, load alone may raise the size but not lower it', () => {
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

test('a pooled machine that starts too large shrinks in step although metrics arrive midway', () => {
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
