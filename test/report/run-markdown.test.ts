import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readSavedSummary } from '../../src/report/figures/saved-summary.js';
import { type Summary, summarise, summaryJson } from '../../src/report/figures/summary.js';
import { MAX_CHARACTERS, runMarkdown } from '../../src/report/markdown/run-markdown.js';
import type { Scenario } from '../../src/scenario/scenario.js';
import type { ComputeObservations } from '../../src/simulation/run/observation.js';
import { exampleCompute, exampleObservations, exampleScenario, histogramOf } from './example-run.js';

const folder = mkdtempSync(join(tmpdir(), 'neap-markdown-'));
afterAll(() => rmSync(folder, { recursive: true }));

const SLO: Scenario['slo'] = [
  { objective: 'latency_p99', target: 500 },
  { objective: 'cost_usd', target: 0.2 },
];

function summaryOf(
  scenario: Partial<Scenario> = {},
  ...computes: readonly Partial<ComputeObservations>[]
): Summary {
  const all = (computes.length === 0 ? [{}] : computes).map((each) => exampleCompute(each));
  return summarise(exampleScenario({ slo: SLO, ...scenario }), exampleObservations(...all));
}

/** Twice the hours, and slower. */
const DEARER = {
  cu_seconds: 7200,
  cu_seconds_by_month: [{ month: '2026-01', cu_seconds: 7200 }],
  latency: histogramOf(0.8, 0.9, 1),
};

/** A summary as it is read back from a file. */
function saved(summary: Summary) {
  const file = join(folder, 'summary.json');
  writeFileSync(file, summaryJson(summary));
  return readSavedSummary(file);
}

describe('a run as Markdown', () => {
  it('begins with the cost, and has figures, objectives and what they rest on', () => {
    const text = runMarkdown(summaryOf());
    expect(text).not.toMatch(/\*\*Overloaded|own pools/);
    expect(text).toMatch(
      /^### example: \$3.22 per month, \$0.106 for 24 h\n\n\*\*❌ 1 of 100 queries failed \(1 %\)\. .*\*\*\n\n\| {2}\| figure \|\n\|---\|--:\|/,
    );
    expect(text).toContain('| Cost per month | $3.22 |');
    expect(text).toContain('| Latency, p99 | 10 ms |');
    expect(text).toContain('| p99 latency | at most 500 ms | 10 ms | met |');
    expect(text).toContain('Failed for good: too many connections (53300): 1.');
    expect(text).toContain('plan launch at $0.106 per CU-hour, seed 42, one run.');
  });

  it('says in sight that a run was overloaded, and that queries waited in their own pools', () => {
    const overload = { seconds: 36_000, longest_backlog_seconds: 2460, longest_backlog_at_seconds: 50_700 };
    const text = runMarkdown(summaryOf({}, { overload, client_pool_wait: histogramOf(60, 2000) }));
    expect(text.slice(0, text.indexOf('<details>'))).toContain(
      "**Overloaded** for 10 h of 24 h (41.7 %), more was asked than 0.25 CU could do, longest backlog 41 min on Thu 2026-01-01 14:05 UTC. In the clients' own pools 2 of 100 attempts (2 %) waited for a place,",
    );
  });

  it('says against an earlier run what costs more and which objectives are lost', () => {
    const text = runMarkdown(summaryOf({}, DEARER), { baseline: saved(summaryOf()) });
    expect(text).toContain(
      '**Cost per month up $3.22 (+100 %)**; objectives: **lost latency_p99, cost_usd**.',
    );
    expect(text).toContain('| Cost of the run | $0.212 | $0.106 | +$0.106 | +100 % |');
    expect(text).toContain('| Wakes | 2 | 2 | the same |  |');
    expect(text).toContain('| p99 latency | at most 500 ms | 1 s | **MISSED**, lost |');
    expect(text).not.toContain('Not the same question');
  });

  it('says which are gained, and that it costs less', () => {
    const text = runMarkdown(summaryOf(), { baseline: saved(summaryOf({}, DEARER)) });
    expect(text).toContain(
      '**Cost per month down $3.22 (-50 %)**; objectives: gained latency_p99, cost_usd.',
    );
  });

  it('says what makes the two not quite comparable', () => {
    const other = summaryOf({ name: 'other', seed: '7', slo: [{ objective: 'latency_p99', target: 800 }] });
    const text = runMarkdown(summaryOf(), { baseline: saved({ ...other, duration_seconds: 3600 }) });
    expect(text).toContain(
      'Not the same question: scenario: other before, example now; seed: 7 before, 42 now; ' +
        'duration: 60 min before, 24 h now; target of latency_p99: 800 before, 500 now; ' +
        'objective cost_usd: not held before.',
    );
  });

  it('fits a comment, whatever the number of computes and the length of names', () => {
    const names = Array.from({ length: 300 }, (_, index) => `${'|*<_'.repeat(15)}${index}`);
    const text = runMarkdown(
      summaryOf(
        { warnings: Array.from({ length: 200 }, () => '<'.repeat(900)) },
        ...names.map((name) => ({ name })),
      ),
    );
    expect(text.length).toBeLessThan(MAX_CHARACTERS);
    expect(text).toContain('and 280 that cost less');
    expect(text).toContain('- and 190 more');
  });
});

describe('a saved summary', () => {
  it('is refused, with what to do, where the file is none', () => {
    const read = (content: string) => {
      const file = join(folder, 'wrong.json');
      writeFileSync(file, content);
      return () => readSavedSummary(file);
    };
    expect(read('no')).toThrow(
      /wrong.json: error: this is not JSON; expected the summary.json that "neap run/,
    );
    expect(read('{}')).toThrow(/it has no scenario/);
    expect(read('[1]')).toThrow(/it has no scenario/);
    expect(read(summaryJson(summaryOf()).replace('"cost_usd"', '"costs"'))).not.toThrow();
    expect(() => readSavedSummary(join(folder, 'absent.json'))).toThrow(/there is no such file/);
    expect(() => readSavedSummary(folder)).toThrow(/this is a directory; name the summary.json inside it/);
  });
});
