import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { longWorkText } from '../../src/cli/shared/endless-work.js';
import { calledIn } from './command.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'neap-endless-'));
  writeFileSync(
    join(folder, 'app.yaml'),
    `
name: app
duration: 6h
plan: scale
computes: [{ name: primary, autoscaling_limit_min_cu: 1, autoscaling_limit_max_cu: 2 }]
load: [{ name: web, compute: primary, rate: 1/s, query: { cpu: 5ms, pages: 10, working_set: 1GiB } }]
slo: { latency_p99: 1s }
`,
  );
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('many short runs that would take days in total are refused before the first one starts', () => {
  it.each([
    ['run', 'app.yaml'],
    ['compare', 'app.yaml', '--variant', 'large', 'max=4'],
    ['sweep', 'app.yaml', '--vary', 'timeout=1m,5m'],
    ['capacity', 'app.yaml'],
    ['forecast', 'app.yaml'],
  ])('neap %s', async (...command) => {
    const { status, stdout, stderr } = await calledIn(folder, [...command, '--replications', '1000000000']);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toMatch(
      /runs of about 21,600 queries would take one core some [\d.]+ d; expected at most a day/,
    );
  });
});

describe('work that would practically never end is refused before it starts, and nothing is written', () => {
  it.each([
    [
      'load.web.rate=1e9/s',
      'a run of about 21.6 trillion queries would take one core some 113 d; expected at most a day',
    ],
    ['load.web.rate=1e30/s', 'lower the rate or the duration, or allow it with NEAP_ALLOW_LONG=1'],
    ['timeline_interval=1us', 'the timeline would have about 21.6 billion rows; expected at most a billion'],
    ['load.web.query.working_set=1000000000TiB', 'load.web.query.working_set: expected at most 8192TiB'],
  ])('%s', async (change, message) => {
    const commands = [['run'], ['run', '--replications', '3'], ['run', '--steady-state'], ['plan']];
    for (const [name, ...options] of commands) {
      const args = [name!, 'app.yaml', ...options, '--set', change, '--out', 'results'];
      const { status, stdout, stderr } = await calledIn(folder, args);
      expect({ status, stdout }, args.join(' ')).toEqual({ status: 2, stdout: '' });
      expect(stderr).toContain(message);
      expect(readdirSync(folder)).toEqual(['app.yaml']);
    }
  });
});

describe('the estimate of long work', () => {
  const work = { queries: 12_096_000, events: 24_000_000, timeline_rows: 100, cpu_seconds: 8.4 };

  it('reports the number of queries and runs, and the time to one digit', () => {
    expect(longWorkText(work, 1, 2)).toBe(
      'about 12.1 million queries; estimated time 8 s, within a factor of a few',
    );
    expect(longWorkText(work, 40, 2)).toBe(
      'about 40 runs of about 12.1 million queries; estimated time 3 min, within a factor of a few',
    );
    expect(longWorkText(work, 6.4, 1, true)).toBe(
      'the work of about 7 runs of about 12.1 million queries; estimated time 50 s, within a factor of a few',
    );
    // More threads than runs have no effect.
    expect(longWorkText(work, 2, 8)).toContain('estimated time 8 s,');
  });

  it('is not printed for short work', () => {
    expect(longWorkText({ ...work, cpu_seconds: 0.01 }, 100, 1)).toBeUndefined();
  });
});
