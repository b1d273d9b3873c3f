import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { called } from '../cli/command.js';
import { temporaryFolder } from '../temporary-folder.js';
import { csvRows } from './all-reports.js';

const SCENARIO = `
name: two-sizes
duration: 20s
timeline_interval: 5s
plan: launch
computes: [{ name: fixed, autoscaling_limit_min_cu: 2, autoscaling_limit_max_cu: 2 }]
events: [{ at: 4s, start: fixed }, { at: 10s, restart: fixed }, { at: 15s, suspend: fixed }]
load: [{ name: web, compute: fixed, rate: 1/h, query: { cpu: 1ms } }]
model: { wake_latency: 600ms, restart_latency: 900ms }
`;

const folder = temporaryFolder();
const text = (path: string) => readFileSync(join(folder, path), 'utf8');

describe('an observation', () => {
  beforeAll(async () => {
    const scenario = join(folder, 'two-sizes.yaml');
    writeFileSync(scenario, SCENARIO);
    for (const [side, ...command] of [
      ['observed', 'observe', '--base-url', 'simulated'],
      ['simulated', 'run'],
    ] as const) {
      const [name, ...options] = command;
      expect(await called([name, scenario, ...options, '--out', join(folder, side)])).toMatchObject({
        status: 0,
      });
    }
  });

  test('has the figures of a run in the same order, followed by what was observed', () => {
    const [observed, run] = ['observed', 'simulated'].map((side) => JSON.parse(text(`${side}/summary.json`)));
    // The load that caused it cannot be observed from outside.
    const { loads, findings, ...others } = run;
    expect(loads).not.toEqual([]);
    expect(findings).toEqual([]);
    expect(Object.keys(observed)).toEqual([...Object.keys(others), 'observed']);
    expect(Object.keys(observed.total)).toEqual(Object.keys(run.total));
  });

  test.each(['computes', 'decisions', 'timeline'])(
    'has in %s.csv the columns and as many rows as a run',
    (name) => {
      const [observed, run] = ['observed', 'simulated'].map((side) => csvRows(text(`${side}/${name}.csv`)));
      expect(Object.keys(observed![0]!)).toEqual(Object.keys(run![0]!));
      expect(observed).toHaveLength(run!.length);
    },
  );

  test('has the states of its computes in the timeline, and no queries', () => {
    const [first] = csvRows(text('observed/timeline.csv'));
    expect(first).toMatchObject({ state: 'active', queries_arrived: '', latency_p99_ms: '' });
    expect(Number(first!['active_seconds'])).toBeCloseTo(0.4, 9);
  });
});
