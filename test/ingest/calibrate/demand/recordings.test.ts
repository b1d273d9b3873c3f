import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { alikeRecordings, partsOf } from '../../../../src/ingest/calibrate/demand/calibrated-demands.js';
import { readAttempts } from '../../../../src/ingest/calibrate/demand/read-attempts.js';
import { readLoggedQueries } from '../../../../src/ingest/calibrate/demand/read-log.js';
import { recordedScenario } from '../../../../src/ingest/calibrate/demand/recorded-scenario.js';
import { parseScenario } from '../../../../src/scenario/load-scenario.js';
import { temporaryFolder } from '../../../temporary-folder.js';

const folder = temporaryFolder();

function sent(rows: readonly string[]): string {
  writeFileSync(
    join(folder, 'attempts.csv'),
    `load,intended_seconds,attempt,began_seconds,ended_seconds,outcome\n${rows.join('\n')}\n`,
  );
  const load_sent = { table_pages: 64, cpu_seconds_asked: 0.03 };
  const total = { queries: { arrived: 3, in_flight: 0 } };
  const summary = { scenario: 'app', duration_seconds: 60, load_sent, total };
  writeFileSync(join(folder, 'summary.json'), JSON.stringify(summary));
  return folder;
}

it('latencies of a load are measured from sending, over all attempts', async () => {
  const recording = await readAttempts(
    sent([
      'web,2,1,2,2.5,57P01',
      'web,1,1,1.125,1.5,completed',
      'web,2,2,3,3.25,completed',
      'job,4,1,4,5,53300',
    ]),
  );
  expect(recording).toMatchObject({ scenario: 'app', span: 'client', duration_seconds: 60, table_pages: 64 });
  expect(recording!.cpu_asked_seconds).toBeCloseTo(0.01, 12);
  const [web, job] = recording!.queries;
  expect(web!.arrivals).toEqual(Float64Array.of(1.125, 2));
  expect(web!.arrived).toEqual(Float64Array.of(1.125, 2));
  expect(web!.latency).toEqual(Float64Array.of(0.375, 1.25));
  expect(job!.arrivals).toEqual(Float64Array.of(4));
  expect(job!.latency.length).toBe(0);
  expect(recording!.warnings[0]).toContain('of the attempts failed');
  const server = { ...recording!, span: 'server' } as const;
  expect(alikeRecordings([recording!, server, recording!]).map(({ length }) => length)).toEqual([2, 1]);
  const { parts, duration_seconds } = partsOf([recording!, recording!], 5);
  expect([duration_seconds, parts.map(({ begins_seconds }) => begins_seconds)]).toEqual([100, [0, 60]]);
  expect(parts[1]!.recording.duration_seconds).toBe(40);
});

it('an impossible table of attempts is refused', async () => {
  await expect(readAttempts(sent(['web,2,1,2,1,completed']))).rejects.toThrow(
    /ended at 1 s, before it began/,
  );
  await expect(readAttempts(sent(['web,,1,2,1,completed']))).rejects.toThrow(/intended_seconds is empty/);
});

it('parse, bind and execute of one query count together, from the start of the first', async () => {
  const line = (seconds: string, session: string, message: string) =>
    JSON.stringify({
      timestamp: `2026-01-05 10:00:${seconds} UTC`,
      session_id: session,
      error_severity: 'LOG',
      message,
    });
  const file = join(folder, 'log.json');
  writeFileSync(
    file,
    [
      line('01.010', 'a', 'duration: 4.000 ms  parse <unnamed>: select 1'),
      line('01.012', 'a', 'duration: 1.000 ms  bind <unnamed>: select 1'),
      line('01.030', 'b', 'duration: 20.000 ms  statement: select 2'),
      line('01.040', 'a', 'duration: 25.000 ms  execute <unnamed>: select 1'),
    ].join('\n'),
  );
  const { queries, span } = await readLoggedQueries([file], 'web');
  expect(span).toBe('server');
  const [{ arrivals, latency }] = queries as [(typeof queries)[number]];
  expect(Array.from(arrivals, (at) => Math.round(at * 1000))).toEqual([6, 10]);
  expect(Array.from(latency, (took) => Math.round(took * 1000))).toEqual([30, 20]);
});

it('a recording is simulated as recorded: with its arrivals, and no unsent queries', async () => {
  const scenario = await parseScenario(`
name: app
seed: 1
duration: 1h
plan: launch
computes: [{ name: primary, autoscaling_limit_min_cu: 1, autoscaling_limit_max_cu: 2, initial_state: idle }]
load:
  - name: web
    compute: primary
    rate: 10/s
    query: { cpu: 5ms, pages: 3, working_set: 1GiB, temp: 1MiB }
    connection: { kind: pool, size: 4 }
  - { name: other, compute: primary, rate: 1/s, query: { cpu: 5ms } }
events: [{ at: 1m, restart: primary }]
`);
  const arrivals = Float64Array.of(1, 2);
  const recording = {
    source: '',
    scenario: undefined,
    duration_seconds: 60,
    queries: [{ load: 'web', arrivals, arrived: arrivals, latency: arrivals }],
    cpu_asked_seconds: undefined,
    warnings: [],
  };
  const client = recordedScenario(scenario, { ...recording, span: 'client', table_pages: 0 });
  expect(client.load.map(({ name }) => name)).toEqual(['web']);
  expect(client.load[0]!.process).toEqual({ kind: 'arrivals', times_seconds: arrivals });
  expect(client.load[0]!.query.pages).toEqual({ kind: 'constant', value: 0 });
  expect(client.load[0]!.query.temp_bytes).toEqual({ kind: 'constant', value: 0 });
  expect(client.load[0]!.connection).toMatchObject({ kind: 'pool', size: 4 });
  expect(client).toMatchObject({ events: [], duration_seconds: 60, computes: [{ initial_state: 'active' }] });
  const server = recordedScenario(scenario, { ...recording, span: 'server', table_pages: undefined });
  expect(server.load[0]!.connection).toMatchObject({ size: 10_000, via: 'direct' });
  expect(server.load[0]!.query.pages).toEqual(scenario.load[0]!.query.pages);
  expect(server.computes[0]!.suspend_timeout_seconds).toBe(-1);
});
