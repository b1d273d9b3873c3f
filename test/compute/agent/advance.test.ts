import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { advance, type ScalingStep } from '../../../src/compute/agent/advance.js';
import type { AgentConfiguration } from '../../../src/compute/agent/configuration.js';
import type { ScalingEvent } from '../../../src/compute/agent/scaling-event.js';
import { initialScalingState, type ScalingState } from '../../../src/compute/agent/scaling-state.js';
import { load, TEST_AGENT, units } from './test-agent.js';

type Step = readonly [after: number, event: string, requests: object, next: number | 'never'];

interface Script {
  readonly rule: string;
  readonly size: { readonly using: number; readonly min: number; readonly max: number };
  readonly loop?: object;
  readonly scaling?: object;
  readonly met?: false;
  readonly steps: readonly (Step | Readonly<Record<string, unknown>>)[];
}

const SCRIPTS: readonly Script[] = parse(readFileSync(new URL('scripts.yaml', import.meta.url), 'utf8'));

/** A monitor connects, and the scheduler has granted the current size. */
const meeting = (using: number): readonly Step[] => [
  [0, 'nothing', { scheduler: using }, 'never'],
  [0.1, `granted ${using}`, {}, 5],
  [0, 'monitor_connected', {}, 5],
  [0.1, 'nothing', {}, 5],
];

test.each(SCRIPTS.map((script) => [script.rule, script] as const))('%s', (_rule, script) => {
  const { using, min, max } = script.size;
  const configuration = {
    ...TEST_AGENT,
    loop: { ...TEST_AGENT.loop, ...script.loop },
    scaling: { ...TEST_AGENT.scaling, ...script.scaling },
  };
  let state = initialScalingState({ using: units(using), min: units(min), max: units(max) }, configuration);
  let now = 0;
  let step: ScalingStep;
  for (const one of [...(script.met === false ? [] : meeting(using)), ...script.steps]) {
    if (!isStep(one)) {
      expect(seen(step!, configuration)).toMatchObject(one);
      continue;
    }
    const [after, event, requests, next] = one;
    now = Math.round((now + after) * 1000) / 1000;
    step = advance(state, now, eventOf(event), configuration);
    state = step.state;
    expect(inUnits(step.actions), `${event} at ${now} s`).toEqual(requests);
    const waits = next === 'never' ? Number.POSITIVE_INFINITY : expect.closeTo(next, 9);
    expect(step.wait_until, `${event} at ${now} s`).toEqual(waits);
  }
});

test.each([
  'granted 1',
  'scheduler_failed',
  'hypervisor_done',
  'hypervisor_failed',
  'monitor_approved',
  'monitor_denied',
  'monitor_failed',
])('a response without a pending request is a caller error: %s', (text) => {
  const size = { using: units(1), min: units(1), max: units(2) };
  let state: ScalingState = initialScalingState(size, TEST_AGENT);
  for (const [, met] of meeting(1)) state = advance(state, 0.1, eventOf(met), TEST_AGENT).state;
  const event = eventOf(text)!;
  expect(() => advance(state, 1, event, TEST_AGENT)).toThrow(`${event.kind}: no such request is under way`);
});

function isStep(one: Script['steps'][number]): one is Step {
  return Array.isArray(one);
}

/** An event from its name and its number of units, load or pages. */
function eventOf(text: string): ScalingEvent | undefined {
  const [name, ...numbers] = text.split(' ');
  const [first, second] = numbers.map(Number) as [number, number];
  if (name === 'nothing') return undefined;
  if (name === 'load') return { kind: 'system_metrics', metrics: load(first) };
  if (name === 'granted') return { kind: 'scheduler_granted', permit: units(first) };
  if (name === 'limits') return { kind: 'bounds_changed', min: units(first), max: units(second) };
  if (name === 'upscale_requested') return { kind: 'upscale_requested', cpu: false, memory: true };
  if (name !== 'working_set') return { kind: name } as ScalingEvent;
  return { kind: 'lfc_metrics', metrics: { working_set_pages: new Float64Array(60).fill(first) } };
}

function inUnits(resources: object): object {
  const given = Object.entries(resources).filter(([, each]) => each !== undefined);
  const { milli_cpu } = TEST_AGENT.unit;
  return Object.fromEntries(given.map(([kind, each]) => [kind, each.milli_cpu / milli_cpu]));
}

function seen({ state, desired, blocked }: ScalingStep, { unit }: AgentConfiguration): object {
  const { using } = state.compute;
  const sizes = { using, desired: desired.resources, permit: state.scheduler.permit ?? using };
  const inside = Object.entries(sizes).map(([name, { milli_cpu }]) => [name, milli_cpu / unit.milli_cpu]);
  return { ...Object.fromEntries(inside), blocked };
}
