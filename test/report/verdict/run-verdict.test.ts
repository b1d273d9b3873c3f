import { describe, expect, it } from 'vitest';
import { monthBasis } from '../../../src/report/figures/month-basis.js';
import { summarise } from '../../../src/report/figures/summary.js';
import { commandLine } from '../../../src/report/text/command-line.js';
import { verdictLines, verdictMarkdown } from '../../../src/report/text/verdict-text.js';
import { queryOutcomeWords } from '../../../src/report/verdict/run-troubles.js';
import { runVerdict } from '../../../src/report/verdict/run-verdict.js';
import type { Scenario } from '../../../src/scenario/scenario.js';
import type {
  ComputeObservations,
  QuotaCause,
  RunObservations,
} from '../../../src/simulation/run/observation.js';
import { exampleCompute, exampleObservations, exampleScenario, histogramOf } from '../example-run.js';

const CALM: Partial<ComputeObservations> = {
  arrived: 20_000_000,
  completed: 20_000_000,
  failed: 0,
  in_flight: 0,
  failed_by_error: {},
  delayed: 5,
};

function verdict(
  compute: Partial<ComputeObservations>,
  scenario: Partial<Scenario> = {},
  run: Partial<RunObservations> = {},
) {
  const observations = { ...exampleObservations(exampleCompute(compute)), ...run };
  const { duration_seconds } = observations;
  const summary = summarise(exampleScenario({ duration_seconds, ...scenario }), observations);
  return runVerdict(summary, { file: 'my app.yaml', set: ['plan=launch'] });
}

describe('the verdict of a run', () => {
  it('is neutral without objectives, and counts rare events instead of giving a share', () => {
    expect(verdict(CALM, {}, { duration_seconds: 604_800 })).toEqual({
      tone: 'neutral',
      text: 'Costs about $0.46 a month. 5 of 20 million queries waited for a wake or restart; no objective is set.',
    });
  });

  it('reports failed queries right after the cost, whether or not there is an objective', () => {
    const failing = { arrived: 10_000, completed: 5700, failed: 4300, in_flight: 0, delayed: 0 };
    expect(verdict(failing)).toEqual({
      tone: 'bad',
      text: 'Costs about $3.22 a month, if every day is like the one simulated. 4,300 of 10,000 queries failed (43 %).',
      command: "neap plan 'my app.yaml' --set plan=launch --constraint 'success_rate >= 99.9%'",
    });
  });

  it('reports when the hours ran out, and for how long no client was served', () => {
    const end = 604_800;
    const exhausted = (cause: QuotaCause) => ({
      quota_exhausted_seconds: 36_000,
      exhaustions: [{ cause, at_seconds: end - 36_000, until_seconds: end }],
      duration_seconds: end,
    });
    const data = { ...exampleScenario().data, logical_size_bytes: 1e8 };
    const free = { plan: { name: 'free', as_of: undefined }, data };
    const { tone, text } = verdict(CALM, free, exhausted('plan'));
    expect(tone).toBe('bad');
    expect(text).toBe(
      'Costs nothing on the free plan. Suspended from Wed 2026-01-07 14:00 UTC: the 100 CU-hours of the free plan are used up, 10 h without service.',
    );
    expect(verdict(CALM, free, exhausted('plan_transfer')).text).toMatch(
      /Suspended from Wed 2026-01-07 14:00 UTC: the 5 GB of transfer of the free plan are used up/,
    );
    const quota = { ...free, quota: { active_time_seconds: 60 } };
    expect(verdict(CALM, quota, exhausted('active_time')).text).toMatch(
      /Suspended from Wed 2026-01-07 14:00 UTC: quota\.active_time_seconds is used up/,
    );
  });

  it('warns of a run without queries, and of queries that complete too late', () => {
    const idle = { arrived: 0, completed: 0, failed: 0, in_flight: 0, delayed: 0, latency: histogramOf() };
    expect(verdict(idle)).toMatchObject({
      tone: 'warning',
      text: expect.stringMatching(/\. No query arrived within [^:.]+\.$/),
    });
    expect(verdict({ ...CALM, latency: histogramOf(60) })).toMatchObject({
      tone: 'warning',
      text: expect.stringMatching(/\. 1 % of answers took over 60 s\.$/),
    });
  });

  it('gives the monthly rate, but no monthly cost, for a part of a day', () => {
    const { text } = verdict(CALM, {}, { duration_seconds: 360 });
    expect(text).toMatch(/^Costs \$0.11 for the 6 min simulated, at a rate of about \$774 a month\. /);
  });

  it('counts the outcomes of the queries without two figures that contradict each other', () => {
    const compute = exampleCompute({ arrived: 324_453, completed: 323_209, failed: 304, in_flight: 940 });
    expect(queryOutcomeWords(summarise(exampleScenario(), exampleObservations(compute)))).toBe(
      '304 of 324,453 queries failed (0.0937 %), 940 still running at the end',
    );
  });
});

describe('a month', () => {
  it.each([
    [360, false, ''],
    [86_400 * 1.5, false, ''],
    [86_400, true, 'if every day is like the one simulated'],
    [3 * 86_400, true, 'if all days are like the 3 days simulated'],
    [7 * 86_400, true, ''],
    [14 * 86_400, true, ''],
    [30.4 * 86_400, true, ''],
  ])('%d s projected to a month: %s %s', (seconds, carried, provided) => {
    expect(monthBasis(seconds)).toMatchObject({ carried, provided });
  });
});

describe('a verdict in text', () => {
  const long = {
    tone: 'good',
    text: 'Set min 0.5, max 0.5: $11 a month instead of $17.',
    command: "neap apply a.yaml --project-id YOUR-PROJECT --set 'x=a b'",
  } as const;

  it('is wrapped between words, and its command stays one shell command', () => {
    expect(verdictLines(long, 34).map(({ text }) => text)).toEqual([
      '✓ Set min 0.5, max 0.5: $11 a',
      '  month instead of $17.',
      '  neap apply a.yaml \\',
      '    --project-id YOUR-PROJECT \\',
      "    --set 'x=a b'",
    ]);
    const command = commandLine(['apply', 'a.yaml', '--set', "computes.bob's own data.min=1", '--yes']);
    const lines = verdictLines({ ...long, command }, 34).map(({ text }) => text);
    expect(lines.slice(2)).toEqual([
      '  neap apply a.yaml --set \\',
      "    'computes.bob'\\'\\",
      "'s own data.min=1' --yes",
    ]);
  });

  it('is in Markdown a bold sentence with its mark in front, followed by a command to copy', () => {
    expect(verdictMarkdown(long)).toBe(
      `**✅ Set min 0.5, max 0.5: $11 a month instead of $17.**\n\n\`\`\`sh\n${long.command}\n\`\`\``,
    );
  });
});
