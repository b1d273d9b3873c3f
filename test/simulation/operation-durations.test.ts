import { expect, test } from 'vitest';
import { CONTRACT } from '../../src/api/contract.js';
import { modelledPlatform } from '../../src/emulation/modelled-platform.js';
import { Platform } from '../../src/platform/platform.js';
import { parseScenario } from '../../src/scenario/load-scenario.js';

const START = Date.parse('2026-01-05T00:00:00Z');
const HOUR = 3_600_000;
const STARTS = 400;

test("starts on the platform take as long as in the scenario's model", async () => {
  const scenario = await parseScenario(
    `name: s
duration: 1h
computes: [{ name: primary, autoscaling_limit_min_cu: 1, autoscaling_limit_max_cu: 1 }]
load: [{ name: web, compute: primary, rate: 1/h, query: { cpu: 1ms } }]
model: { wake_latency: { lognormal: { median: 350ms, p99: 2s } }, restart_latency: 700ms }`,
  );
  const platform = new Platform({ ...modelledPlatform(scenario), seed: 'durations' });
  const user = platform.signUp({ name: 'Ada', email: 'ada@example.com' }, START);
  const { key } = platform.issueApiKey({ user_id: user.id, key_name: 'first' }, START);
  const caller = platform.authenticate(key, '192.0.2.1', START);
  const { project, endpoints } = platform.call(CONTRACT.createProject, caller, { project: {} }, START);
  const ids = { project_id: project.id, endpoint_id: endpoints[0]!.id };
  for (let start = 1; start <= STARTS; start++) platform.touch(ids.endpoint_id, START + start * HOUR);
  const now = START + STARTS * HOUR + HOUR / 60;
  const { operations } = platform.call(
    CONTRACT.updateProjectEndpoint,
    caller,
    { ...ids, endpoint: { autoscaling_limit_max_cu: 4 } },
    now,
  );
  platform.advance(now + HOUR / 60);
  const { operation } = platform.call(
    CONTRACT.getProjectOperation,
    caller,
    { ...ids, operation_id: operations[0]!.id },
    now + HOUR / 60,
  );
  expect([operation.action, operation.total_duration_ms]).toEqual(['apply_config', 700]);
  const durations = [...platform.tables().operations]
    .map(([, row]) => row)
    .filter(({ action }) => action === 'start_compute')
    .map(({ duration_ms }) => duration_ms);
  expect(durations).toHaveLength(STARTS + 1);
  // Of 401 draws, 200.5 ± 2.58 · 10 are below the median, and 4 ± 5 above the 99th percentile.
  const below = durations.filter((duration) => duration < 350).length;
  expect(below).toBeGreaterThan(174);
  expect(below).toBeLessThan(227);
  expect(durations.filter((duration) => duration > 2000).length).toBeLessThan(10);
});
