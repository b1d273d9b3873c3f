import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { runMarkdown } from '../../src/report/answers/run/run-markdown.js';
import { readSavedSummary } from '../../src/report/figures/saved-summary.js';
import { heldChanges, parseChangeLimit } from '../../src/report/verdict/change-limit.js';
import type { Scenario } from '../../src/scenario/scenario.js';
import { type Summary, summarise, summaryJson } from '../../src/study/run/summary.js';
import { temporaryFolder } from '../temporary-folder.js';
import { exampleCompute, exampleObservations, exampleScenario, observed } from './example-run.js';

interface Given {
  readonly scenario?: Partial<Scenario>;
  readonly computes?: readonly object[];
}

interface Row {
  readonly rule: string;
  readonly before: Given;
  readonly now: Given;
  readonly limits?: readonly string[];
  readonly shows: string | readonly string[];
  readonly in_sight?: readonly string[];
  readonly folded?: readonly string[];
  readonly hides?: string;
}

const ROWS: readonly Row[] = parse(readFileSync(new URL('run-markdown.yaml', import.meta.url), 'utf8'));
const folder = temporaryFolder();

const SLO: Scenario['slo'] = [
  { objective: 'latency_p99', target: 500 },
  { objective: 'cost_usd', target: 0.2 },
];

function summaryOf({ scenario = {}, computes = [{}] }: Given = {}): Summary {
  const all = computes.map((each) => exampleCompute(observed(each)));
  const { duration_seconds, ...changes } = scenario;
  const summary = summarise(exampleScenario({ slo: SLO, ...changes }), exampleObservations(...all));
  return duration_seconds === undefined ? summary : { ...summary, duration_seconds };
}

/** A summary as it is read back from a file. */
function saved(summary: Summary) {
  const file = join(folder, 'summary.json');
  writeFileSync(file, summaryJson(summary));
  return readSavedSummary(file);
}

it.each(ROWS.map((row) => [row.rule, row] as const))('%s', (_rule, { before, now, limits = [], ...row }) => {
  const baseline = saved(summaryOf(before));
  const text = runMarkdown(summaryOf(now), { baseline, limits: limits.map(parseChangeLimit) });
  const plain = text.replaceAll('\u00a0', ' ');
  const [in_sight, folded = ''] = plain.split('<details><summary>Other figures');
  for (const part of [row.shows].flat()) expect(plain).toContain(part);
  for (const part of row.in_sight ?? []) expect(in_sight).toContain(part);
  for (const part of row.folded ?? []) expect(folded).toContain(part);
  if (row.folded !== undefined) expect(in_sight).not.toContain('the same');
  if (row.hides !== undefined) expect(plain).not.toContain(row.hides);
});

it('a report fits into a comment, whatever the number of computes and the length of names', () => {
  const names = Array.from({ length: 300 }, (_, index) => `${'|*<_'.repeat(15)}${index}`);
  const text = runMarkdown(
    summaryOf({
      scenario: { warnings: Array.from({ length: 200 }, () => '<'.repeat(900)) },
      computes: names.map((name) => ({ name })),
    }),
  );
  expect(text.length).toBeLessThan(65_536);
  expect(text).toContain('and 280 that cost less');
  expect(text).toContain('and 190 more');
});

describe('a limit on a change', () => {
  const by_month = [{ month: '2026-01', cu_seconds: 7200 }];
  const slower = { cu_seconds_by_month: by_month, latency: { histogram: { 1: 1 } } };
  const [now, before] = [summaryOf({ computes: [slower] }), summaryOf()];
  const failing = summaryOf({ computes: [{ completed: 90, failed: 9 }] });
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
    expect(broken('success_rate<-0.1points', failing, before)).toBe(true);
    expect(broken('success_rate<-9points', failing, before)).toBe(false);
  });

  it('is exceeded if only one of the runs has measured the figure', () => {
    const silent = summaryOf({ computes: [{ latency: { histogram: {} } }] });
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
