import { beforeAll, describe, expect, it } from 'vitest';
import { capacityReport } from '../../src/report/answers/capacity.js';
import { compareReport } from '../../src/report/answers/compare/compare.js';
import { forecastReport } from '../../src/report/answers/forecast/forecast.js';
import { planReport } from '../../src/report/answers/plan/plan.js';
import { policiesReport } from '../../src/report/answers/policies.js';
import { sweepReport } from '../../src/report/answers/sweep.js';
import type { Report } from '../../src/report/document/report.js';
import { screenLines } from '../../src/report/forms/screen.js';
import { textBlocks } from '../../src/report/forms/text.js';
import type { TextTable } from '../../src/report/text/text-table.js';
import { columns } from '../../src/report/text/text-width.js';
import { type Comparison, compare } from '../../src/study/compare/comparison.js';
import { sweep } from '../../src/study/compare/sweep.js';
import { capacity } from '../../src/study/growth/capacity.js';
import { forecast } from '../../src/study/growth/forecast.js';
import { parseGrowth } from '../../src/study/growth/load-growth.js';
import { plan } from '../../src/study/plan/plan.js';
import { sweptAxes } from '../../src/study/plan/plan-space.js';
import { comparePolicies } from '../../src/study/policies/policy-comparison.js';
import { parseConstraint } from '../../src/study/replicate/constraint.js';
import { compileVariant, type SourcedVariant } from '../../src/study/runs/scenario-source.js';
import { planQuestion } from '../study/plan-question.js';
import { QUICK, quickSource } from '../study/quick-scenario.js';

const WIDTHS = [60, 80, 120, 200] as const;
const COMMANDS = ['compare', 'sweep', 'plan', 'forecast', 'capacity', 'policies'] as const;

const LONG = 'primary-of-the-shop-with-a-rather-long-name';
const NAMED = {
  computes: [{ ...QUICK.computes[0]!, name: LONG }],
  load: [{ ...QUICK.load[0]!, name: 'web-front-page-and-search', compute: LONG }],
};

const reports = {} as Record<(typeof COMMANDS)[number], Report>;
let variants: readonly SourcedVariant[];
let compared: Comparison;

beforeAll(async () => {
  const source = quickSource(NAMED);
  const base = await compileVariant(source, 'as it is');
  const quicker = await compileVariant(
    quickSource(NAMED, [`computes.${LONG}.suspend_timeout_seconds=60`]),
    'a variant with a name that is rather long',
  );
  const some = { replications: 2, confidence: 0.95 };
  const figures = ['cost_usd', 'latency_p99', 'wake_probability'] as const;
  variants = [base, quicker];
  compared = await compare(variants, { ...some, figures });
  reports.compare = compareReport(compared, { variants });
  const axes = sweptAxes(base.scenario, ['timeout=1m,15m', 'max=0.25,0.5']);
  const swept = await sweep(source, { ...some, axes });
  reports.sweep = sweepReport(swept, base);
  const budget = { queries: 250000, replications: 3 };
  const asked = { growth: [2], sensitivity: true, budget };
  const question = planQuestion(['timeout=60s,5m,15m'], ['wake_probability <= 10%'], asked);
  reports.plan = planReport(await plan(source, question), { today: base });
  const growth = parseGrowth('20%/month');
  const objectives = [parseConstraint('latency_p99 <= 8s')];
  const months = { months: 3, growth, objectives, tolerance: 0.1, exact: false };
  const made = await forecast(source, { ...some, ...months });
  reports.forecast = forecastReport(made, source);
  const found = await capacity(source, { ...some, objectives, tolerance: 0.3 });
  reports.capacity = capacityReport(found, source);
  const policies = await comparePolicies(base.scenario, ['suspend']);
  reports.policies = policiesReport(policies, base.scenario, source);
}, 120_000);

it('the last lines of a comparison qualify exactly the differences that its tests do not confirm', () => {
  const closing = (significant: boolean) => {
    const found = compared.variants.map((variant) => ({
      ...variant,
      figures: variant.figures.map((each) => ({
        ...each,
        difference: each.difference && { ...each.difference, mean: -2, half_width: 1, significant },
      })),
    }));
    return compareReport({ ...compared, variants: found }, { variants }).closing?.join('\n');
  };
  expect(closing(false)).toContain('which may be chance');
  expect(closing(true)).not.toContain('chance');
});

/** The words of a text, regardless of line breaks. */
function wordsOf(text: string): readonly string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}

function amountsIn(text: string): ReadonlySet<string> {
  return new Set(text.match(/<?\$[\d.,]*\d/g));
}

describe.each(COMMANDS)('the screen of %s', (command) => {
  it.each(WIDTHS)('at %i columns fits, keeps every amount, and names the omitted columns', (width) => {
    const report = reports[command];
    const lines = screenLines(report, width).map(({ text }) => text);
    for (const line of lines) expect(columns(line), line).toBeLessThanOrEqual(width);
    const shown = lines.join('\n');
    expect(shown).not.toContain('…');
    const widest = screenLines(report, 250).map(({ text }) => text);
    expect([...amountsIn(widest.join('\n'))].filter((amount) => !amountsIn(shown).has(amount))).toEqual([]);
    const words = new Set(wordsOf(shown));
    const left_out =
      shown
        .replaceAll(/\s+/g, ' ')
        .match(/Left out: .*?\. COLUMNS=/g)
        ?.join() ?? '';
    const { title, verdict } = report;
    const columnsOf = ({ head, rows }: TextTable) =>
      rows.flatMap((row) => row.filter((_, place) => !left_out.includes(head[place]!.trim() || 'remarks')));
    const said = [
      title,
      verdict!.text,
      ...textBlocks(report, 'screen').flatMap((block) => [
        block.title ?? '',
        ...(block.notes ?? []).flatMap(({ about, text }) => [about, text]),
        ...(block.table === undefined ? [] : columnsOf(block.table)),
      ]),
    ];
    for (const text of said) {
      for (const word of wordsOf(text)) {
        // A long name is broken after its punctuation, and in a list a figure may have a mark next to it.
        const parts = word.split(/(?<=[-_./=,:])/);
        const is_there = words.has(word) || parts.every((part) => shown.includes(part));
        expect(is_there, `${word} of ${text}`).toBe(true);
      }
    }
  });
});
