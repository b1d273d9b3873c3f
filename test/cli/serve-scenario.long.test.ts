import { describe, expect, test } from 'vitest';
import { serveScenario } from '../../src/cli/serve/serve-scenario.js';
import { parseScenario } from '../../src/scenario/load-scenario.js';
import type { DecisionRow } from '../../src/simulation/run/observation.js';
import { simulate } from '../../src/simulation/simulation.js';
import { EmulatorUnderTest } from '../server/emulator-under-test.js';

const POLLER = `
name: poller
duration: 3h
plan: scale
computes:
  - { name: primary, autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 0.25 }
load:
  - { name: cron, compute: primary, process: regular, rate: 4/h, query: { cpu: 5ms } }
events:
  - { at: 92m, update: primary, set: { suspend_timeout_seconds: 60 } }
model: { wake_latency: 300ms }
`;

const BUSY = `
name: busy
duration: 2h
plan: scale
computes:
  - { name: primary, autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 1 }
load:
  - { name: web, compute: primary, rate: 100/s, query: { cpu: 20ms } }
model: { wake_latency: 300ms, restart_latency: 500ms }
`;

async function served(text: string) {
  const scenario = await parseScenario(text);
  const test = new EmulatorUnderTest({
    platform: {
      seed: 'test',
      operation_duration_ms: { start_compute: 300, suspend_compute: 0, apply_config: 500 },
    },
    start_ms: scenario.start_epoch_seconds * 1000,
  });
  const { project_id, began_ms } = await serveScenario(test.emulator, scenario, test.account);
  const { body } = await test.call('GET', `/projects/${project_id}/endpoints`);
  const path = `/projects/${project_id}/endpoints/${body.endpoints[0].id}`;
  const endpoint = async () => (await test.call('GET', path)).body.endpoint;
  return { test, scenario, project_id, began_ms, path, endpoint };
}

/** The starts and suspends of a simulated run of the scenario, in seconds. */
function simulatedMoves(scenario: Parameters<typeof simulate>[0]) {
  const rows: DecisionRow[] = [];
  simulate(scenario, { observer: { timeline: () => undefined, decision: (row) => rows.push(row) } });
  return rows
    .filter(({ decision }) => decision === 'wake' || decision === 'suspend')
    .map(({ decision, time_seconds }) => ({
      action: decision === 'wake' ? 'start_compute' : 'suspend_compute',
      at: time_seconds,
    }));
}

async function platformMoves({ test, project_id, began_ms }: Awaited<ReturnType<typeof served>>) {
  const { body } = await test.call('GET', `/projects/${project_id}/operations?limit=1000`);
  const moves = (body.operations as { action: string; created_at: string }[])
    .filter(({ action }) => action === 'start_compute' || action === 'suspend_compute')
    .reverse()
    .map(({ action, created_at }) => ({ action, at: (Date.parse(created_at) - began_ms) / 1000 }));
  // Before time 0 it was created and suspended.
  return moves.slice(2);
}

describe('neap serve --scenario', () => {
  test('makes API calls fail as the scenario defines, including its own calls', async () => {
    const one = await served(
      `${POLLER}
faults: [{ at: 90m, for: 5m, control_plane_outage: true }]
api_faults: [{ at: 10m, answer: 429, method: GET, times: 2 }]`,
    );
    const statuses: number[] = [];
    for (let minutes = 0; minutes < 100; minutes += 5) {
      statuses.push((await one.test.call('GET', one.path)).status);
      one.test.emulator.skip(5 * 60_000);
    }
    const at = (status: number) => statuses.flatMap((each, index) => (each === status ? [5 * index] : []));
    expect([at(429), at(503)]).toEqual([[10, 15], [90]]);
    expect(one.test.defects).toEqual([
      "the scenario's update of primary at 5520 s: the service is not available; try again later",
    ]);
    expect((await one.endpoint()).suspend_timeout_seconds).not.toBe(60);
  });

  test('starts and suspends the computes at the times of a simulated run', async () => {
    const one = await served(POLLER);
    expect((await one.endpoint()).current_state).toBe('idle');
    one.test.emulator.skip(3 * 3_600_000);
    const moves = await platformMoves(one);
    const simulated = simulatedMoves(one.scenario);
    expect(moves.map(({ action }) => action)).toEqual(simulated.map(({ action }) => action));
    // The API has a resolution of one second.
    for (const [index, { at }] of moves.entries()) {
      expect(Math.abs(at - simulated[index]!.at)).toBeLessThanOrEqual(1);
    }
    expect(moves.length).toBeGreaterThan(20);
    expect(one.test.defects).toEqual(['the scenario poller has ended and no longer drives its computes']);
  });

  test.each(['100s', '900s'])(
    'keeps them active as long as the simulation does, and no longer: a timer of %s',
    async (timer) => {
      const text = POLLER.replace('max_cu: 0.25 }', `max_cu: 0.25, suspend_timer: ${timer} }`)
        .replace(/events:.*\n.*\n/, '')
        .replace('4/h', '2/h');
      const one = await served(text);
      one.test.emulator.skip(3 * 3_600_000 - 60_000);
      const [moves, simulated] = [await platformMoves(one), simulatedMoves(one.scenario)];
      expect(moves.map(({ action }) => action)).toEqual(simulated.map(({ action }) => action));
      for (const [index, { at }] of moves.entries()) {
        expect(Math.abs(at - simulated[index]!.at)).toBeLessThanOrEqual(1);
      }
    },
  );

  test('a compute that an event suspends stays suspended until the next query arrives', async () => {
    const one = await served(POLLER.replace(/update: .*}/, 'suspend: primary }'));
    one.test.emulator.skip(3 * 3_600_000);
    const [moves, simulated] = [await platformMoves(one), simulatedMoves(one.scenario)];
    expect(simulated).toContainEqual({ action: 'suspend_compute', at: 92 * 60 });
    expect(moves.map(({ action }) => action)).toEqual(simulated.map(({ action }) => action));
  });

  test("the scenario's quota applies to the project: once it is exhausted, clients cannot wake a compute either", async () => {
    const one = await served(`${POLLER}quota: { active_time_seconds: 1999.5 }\n`);
    one.test.emulator.skip(2.5 * 3_600_000);
    const [moves, simulated] = [await platformMoves(one), simulatedMoves(one.scenario)];
    expect(moves.map(({ action }) => action)).toEqual(simulated.map(({ action }) => action));
    const start = await one.test.call('POST', `${one.path}/start`);
    expect([start.status, start.body.code]).toEqual([422, 'ACTIVE_TIME_QUOTA_EXCEEDED']);
    const { body } = await one.test.call('GET', `/projects/${one.project_id}`);
    expect(body.project.settings.quota).toEqual({ active_time_seconds: 2000 });
  });

  test('drives the computes the same way whether time is advanced in one step or in several', async () => {
    const [whole, pieces] = [await served(POLLER), await served(POLLER)];
    whole.test.emulator.skip(2 * 3_600_000);
    for (let piece = 0; piece < 720; piece++) pieces.test.emulator.skip(10_000);
    expect(await platformMoves(pieces)).toEqual(await platformMoves(whole));
  });

  test('resizes like the simulated autoscaler, within the limits set through the API', async () => {
    const { test, path, endpoint } = await served(BUSY);
    const size = async () => (await test.control('GET', '/state')).body.computes[0].current_cu;
    test.emulator.skip(600_000);
    expect(await endpoint()).toMatchObject({ current_state: 'active', autoscaling_limit_max_cu: 1 });
    expect(await size()).toBe(1);
    const edit = await test.call('PATCH', path, { endpoint: { autoscaling_limit_max_cu: 4 } });
    expect(edit.status).toBe(200);
    test.emulator.skip(600_000);
    expect(await size()).toBeGreaterThan(2);
  });

  test('wakes a compute that an API client suspended, and stops driving one that was deleted', async () => {
    const { test, path, endpoint } = await served(BUSY);
    test.emulator.skip(60_000);
    expect((await test.call('POST', `${path}/suspend`)).status).toBe(200);
    test.emulator.skip(5_000);
    expect(await endpoint()).toMatchObject({ current_state: 'active' });
    expect((await test.call('DELETE', path)).status).toBe(200);
    test.emulator.skip(60_000);
    expect((await test.call('GET', path)).status).toBe(404);
    expect(test.defects).toEqual([]);
  });
});

test('computes of one project wake one after the other, and all are suspended again', async () => {
  const scenario = POLLER.replace(
    /computes:\n.*\n/,
    `computes:
  - { name: primary, autoscaling_limit_min_cu: 1, autoscaling_limit_max_cu: 1, suspend_timer: 100s }
  - { name: one, type: read_only, autoscaling_limit_min_cu: 1, autoscaling_limit_max_cu: 1, suspend_timer: 100s }
  - { name: two, type: read_only, autoscaling_limit_min_cu: 1, autoscaling_limit_max_cu: 1, suspend_timer: 100s }
`,
  )
    .replace(/events:\n.*\n/, '')
    .replace(
      /load:\n.*\n/,
      `load:
  - { name: a, compute: primary, process: regular, rate: 4/h, query: { cpu: 5ms } }
  - { name: b, compute: one, process: regular, rate: 4/h, query: { cpu: 5ms } }
  - { name: c, compute: two, process: regular, rate: 4/h, query: { cpu: 5ms } }
`,
    );
  const { test: emulator } = await served(scenario);
  const states = async () => (await emulator.control('GET', '/state')).body.computes_by_state;
  emulator.emulator.skip(500);
  expect(await states()).toMatchObject({ active: 1, idle: 2 });
  emulator.emulator.skip(1_000);
  expect(await states()).toMatchObject({ active: 3, idle: 0 });
  emulator.emulator.skip(120_000);
  expect(await states()).toMatchObject({ active: 0, idle: 3 });
});
