import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../temporary-folder.js';
import { neap } from './built-cli.js';

const folder = temporaryFolder();

const WAKE_P50 = 363;
const RESTART_P50 = 500;

/** A compute that is started, edited, restarted and suspended every half hour. */
function trial(days: number, seed: string): string {
  const rounds = Array.from({ length: days * 48 }, (_, round) => round * 30);
  const events = rounds.flatMap((minute) => [
    `  - { at: ${minute + 1}m, start: primary }`,
    `  - { at: ${minute + 5}m, update: primary, set: { autoscaling_limit_max_cu: ${minute % 60 === 0 ? 2 : 1} } }`,
    `  - { at: ${minute + 20}m, suspend: primary }`,
  ]);
  return `
name: trial
seed: ${seed}
start: 2026-01-05T00:00:00Z
duration: ${days}d
timeline_interval: 1h
plan: launch
computes: [{ name: primary, autoscaling_limit_min_cu: 1, autoscaling_limit_max_cu: 1, initial_state: idle }]
model:
  wake_latency:
    mixture:
      - { weight: 0.95, of: { lognormal: { median: 350ms, p99: 888ms } } }
      - { weight: 0.05, of: { lognormal: { median: 4s, p99: 8.04s } } }
  restart_latency: { lognormal: { median: 500ms, p99: 1s } }
events:
${events.join('\n')}
`;
}

interface Law {
  readonly kind: string;
  readonly values: number;
  readonly figures: readonly { readonly figure: string; readonly low_ms: number; readonly high_ms: number }[];
}

it('neap calibrate recovers the distributions of an emulator from the output of neap observe', () => {
  writeFileSync(join(folder, 'trial.yaml'), trial(5, 'one'));
  const observed = neap(
    ['observe', 'trial.yaml', '--base-url', 'simulated', '--poll', '5m', '--out', 'observed'],
    folder,
  );
  expect(observed).toMatchObject({ status: 0 });
  const { status, stdout, stderr } = neap(['calibrate', 'observed', '--json', '--out', 'calibrated'], folder);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const { laws } = JSON.parse(stdout) as { laws: readonly Law[] };
  const span = (kind: string, name: string) =>
    laws.find((law) => law.kind === kind)!.figures.find(({ figure }) => figure === name)!;
  expect(laws.find(({ kind }) => kind === 'wake')!.values).toBe(5 * 48);
  for (const [kind, truth] of [
    ['wake', WAKE_P50],
    ['restart', RESTART_P50],
  ] as const) {
    const { low_ms, high_ms } = span(kind, 'p50');
    expect(low_ms).toBeLessThan(truth);
    expect(high_ms).toBeGreaterThan(truth);
  }
  const { low_ms, high_ms } = span('wake', 'p99');
  expect(low_ms).toBeGreaterThan(2000);
  expect(high_ms).toBeLessThan(9000);
  const patch = readFileSync(join(folder, 'calibrated/model.yaml'), 'utf8');
  expect(patch).toContain('# measured: 240 wakes, observed; mean');
  expect(patch).toContain('mixture:');
});
