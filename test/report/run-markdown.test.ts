import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { MAX_CHARACTERS, runMarkdown } from '../../src/report/answers/run/run-markdown.js';
import { readSavedSummary } from '../../src/report/figures/saved-summary.js';
import { type Summary, summarise, summaryJson } from '../../src/report/figures/summary.js';
import { heldChanges, parseChangeLimit } from '../../src/report/verdict/change-limit.js';
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

/** The text with plain spaces instead of non-breaking ones. */
const plain = (text: string) => text.replaceAll('\u00a0', ' ');

/** A summary as it is read back from a file. */
function saved(summary: Summary) {
  const file = join(folder, 'summary.json');
  writeFileSync(file, summaryJson(summary));
  return readSavedSummary(file);
}

describe('a run as Markdown', () => {
  it('reports higher costs and objectives that are no longer met, compared with an earlier run', () => {
    const text = runMarkdown(summaryOf({}, DEARER), { baseline: saved(summaryOf()) });
    expect(text).toMatch(/^### example: costs \$3\.22 a month more \(\+100 %\)\n\n\*\*❌ /);
    expect(text).toContain(
      'Costs $3.22 a month more (+100 %); p99 1 s instead of 10 ms. Objectives lost: p99 latency and cost of the run.**',
    );
    const [in_sight = '', folded = ''] = text.split('<details><summary>Other figures');
    expect(in_sight).toContain('| Figure | before | now | change |\n|---|--:|--:|--:|\n| Cost per month |');
    expect(plain(in_sight)).toContain('| Cost per month | $3.22 | $6.45 | **▲ +$3.22 (+100 %)** |');
    expect(in_sight).not.toContain('the same');
    expect(plain(folded)).toContain('| Cost of the run | $0.106 | $0.212 | **▲ +$0.106 (+100 %)** |');
    expect(folded).toContain('| Suspends | 2 | 2 | the same |');
    expect(text).toContain('| P99 latency | **missed, lost** | at most 500 ms | 1 s |');
    expect(text).not.toContain('Not the same question');
  });

  it('reports objectives that are met again, and lower costs', () => {
    const text = runMarkdown(summaryOf(), { baseline: saved(summaryOf({}, DEARER)) });
    expect(text).toContain('Costs $3.22 a month less (-50 %); p99 10 ms instead of 1 s.');
    expect(text).toContain('Objectives gained: p99 latency and cost of the run.');
    expect(plain(text)).toContain('| Cost per month | $6.45 | $3.22 | ▼ -$3.22 (-50 %) |');
  });

  it('lists the reasons why two runs are not fully comparable', () => {
    const other = summaryOf({ name: 'other', seed: '7', slo: [{ objective: 'latency_p99', target: 800 }] });
    const text = runMarkdown(summaryOf(), { baseline: saved({ ...other, duration_seconds: 3600 }) });
    expect(text).toContain(
      'Not the same question: scenario: other before, example now; seed: 7 before, 42 now; ' +
        'duration: 60 min before, 24 h now; target of latency_p99: 800 before, 500 now; ' +
        'objective cost_usd: not held before',
    );
  });

  it('lists the changes of each compute, and computes that are new or deleted', () => {
    const before = summaryOf({}, { name: 'primary' }, { name: 'old' });
    const text = runMarkdown(summaryOf({}, { name: 'primary', ...DEARER }, { name: 'new' }), {
      baseline: saved(before),
    });
    expect(text).toContain('| Cost a month | before | now | change | p99 before | p99 now |');
    expect(plain(text)).toContain('| primary | $3.22 | $6.45 | **▲ +$3.22 (+100 %)** | 10 ms | 1 s |');
    expect(text).toContain('| old | $3.22 | - | removed | 10 ms | - |');
    expect(text).toContain('| new | - | $3.22 | new | - | 10 ms |');
  });

  it('starts with changes beyond the allowed limits, and ends with the marker that identifies its comment', () => {
    const limits = ['cost_usd>+10%', 'latency_p99>+2s'].map(parseChangeLimit);
    const text = runMarkdown(summaryOf({ name: 'my -- app>' }, DEARER), {
      baseline: saved(summaryOf()),
      limits,
    });
    expect(text).toContain(
      "**❌ Beyond what is allowed: cost of the run +100 % (--fail-on 'cost_usd>+10%'). 1 of 100 queries failed",
    );
    expect(text.trimEnd().split('\n').at(-1)).toBe('<!-- neap run: my _ app_ -->');
  });

  it('fits into a comment, whatever the number of computes and the length of names', () => {
    const names = Array.from({ length: 300 }, (_, index) => `${'|*<_'.repeat(15)}${index}`);
    const text = runMarkdown(
      summaryOf(
        { warnings: Array.from({ length: 200 }, () => '<'.repeat(900)) },
        ...names.map((name) => ({ name })),
      ),
    );
    expect(text.length).toBeLessThan(MAX_CHARACTERS);
    expect(text).toContain('and 280 that cost less');
    expect(text).toContain('and 190 more');
  });
});

describe('a limit on a change', () => {
  const [now, before] = [summaryOf({}, DEARER), summaryOf()];
  const broken = (text: string, first: Summary = now, second: Summary = before) =>
    heldChanges([parseChangeLimit(text)], first, second)[0]!.broken;

  it('is a share of the previous value or an amount, in one direction', () => {
    // The cost doubles, and p99 grows from 10 ms to 1 s.
    expect(['cost_usd>+99%', 'cost_usd > +$0.1', 'latency_p99>+900ms'].map((text) => broken(text))).toEqual([
      true,
      true,
      true,
    ]);
    expect(
      ['cost_usd>+101%', 'latency_p99>+1s', 'cost_usd<-1%', 'wakes>+0%'].map((text) => broken(text)),
    ).toEqual([false, false, false, false]);
    expect(broken('cost_usd<-49%', before, now)).toBe(true);
    expect(broken('success_rate<-0.1points', summaryOf({}, { completed: 90, failed: 9 }), before)).toBe(true);
    expect(broken('success_rate<-9points', summaryOf({}, { completed: 90, failed: 9 }), before)).toBe(false);
  });

  it('is exceeded if only one of the runs has measured the figure', () => {
    const silent = summaryOf({}, { latency: histogramOf() });
    expect(broken('latency_p99>+10%', silent)).toBe(true);
    expect(broken('latency_p99>+10%', silent, silent)).toBe(false);
  });

  it.each([
    ['cost>+10%', /unknown figure "cost"/],
    ['cost_usd>10%', /without a sign it would be a limit on the figure itself/],
    ['cost_usd>=+10%', /expected a figure, > or </],
    ['cost_usd>+many', /got "many"/],
    ['success_rate<-1', /'success_rate<-0.1points'.*got "1"/],
    ['', /expected a figure/],
  ])('%s is refused, and the message names the expected form', (text, message) => {
    expect(() => parseChangeLimit(text)).toThrow(message);
  });
});

describe('a saved summary', () => {
  it('is refused with a hint if the file is not one', () => {
    const read = (content: string | Buffer) => {
      const file = join(folder, 'wrong.json');
      writeFileSync(file, content);
      return () => readSavedSummary(file);
    };
    expect(read('no')).toThrow(
      /wrong.json: error: this is not JSON; expected the summary.json that "neap run/,
    );
    expect(read(Buffer.from(summaryJson(summaryOf()), 'utf16le'))).toThrow('not a UTF-8 text file');
    expect(read('{}')).toThrow(/it has no scenario/);
    expect(read('[1]')).toThrow(/it has no scenario/);
    expect(read(summaryJson(summaryOf()).replace('"cost_usd"', '"costs"'))).not.toThrow();
    expect(() => readSavedSummary(join(folder, 'absent.json'))).toThrow(/no such file/);
    expect(() => readSavedSummary(folder)).toThrow(/this is a directory; name the summary.json inside it/);
  });
});
