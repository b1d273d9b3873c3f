import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../temporary-folder.js';
import { called } from './command.js';

const SCENARIO = `
name: reviewed
start: 2026-01-05T00:00:00Z
duration: 1d
plan: scale
computes: [{ name: primary, autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 0.25 }]
load: [{ name: web, compute: primary, rate: 10/h, query: { cpu: 4ms } }]
`;

const folder = temporaryFolder();
const at = (name: string) => join(folder, name);
const run = (...args: readonly string[]) => called(['run', at('app.yaml'), ...args]);
const against = (...args: readonly string[]) => run('--baseline', at('main/summary.json'), ...args);
const DEARER = ['--set', 'computes.primary.suspend_timeout_seconds=1h'];

beforeAll(async () => {
  writeFileSync(at('app.yaml'), SCENARIO);
  expect((await run('--out', at('main'))).status).toBe(0);
});

describe('a run compared with that of the main branch', () => {
  it('exits with 4 when a figure changes by more than --fail-on allows, after writing its report', async () => {
    const { status, stderr } = await against(...DEARER, '--md', at('c.md'), '--fail-on', 'cost_usd>+10%');
    expect(status).toBe(4);
    expect(stderr).toMatch(
      /^neap: worse than the baseline: cost of the run \+[\d.]+ % \(--fail-on 'cost_usd>\+10%'\)\n$/,
    );
    expect(readFileSync(at('c.md'), 'utf8')).toMatch(/^### reviewed: costs \$[\d.]+ a month more/);
  });

  it('exits with 0 when it stays within several limits', async () => {
    const limits = ['--fail-on', 'cost_usd>+10%', '--fail-on', 'latency_p99>+50ms'];
    expect(await against(...limits)).toMatchObject({ status: 0, stderr: '' });
  });

  it('is refused when the runs differ in length, and when a limit or its baseline is missing', async () => {
    const other = await against('--set', 'duration=2d', '--md', '-');
    expect(other).toMatchObject({ status: 2, stdout: '' });
    expect(other.stderr).toContain('it lasts 24 h, and this run 2 d');
    expect(await against('--fail-on', 'cost_usd>10%')).toMatchObject({ status: 2, stdout: '' });
    const alone = await run('--fail-on', 'cost_usd>+10%');
    expect(alone.stderr).toContain('--fail-on <change> has no effect without --baseline <summary.json>');
  });
});
