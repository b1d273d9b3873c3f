import { FIGURE_LABELS, FIGURE_UNITS } from '../../../figures/run-figures.js';
import type { ComparedVariant, Comparison } from '../../../study/compare/comparison.js';
import { sloConstraints } from '../../../study/replicate/constraint.js';
import type { SourcedVariant } from '../../../study/runs/scenario-source.js';
import { type Column, column, sameInAllRows } from '../../document/column.js';
import { notesOn, notesPart, type Part, type Report, table } from '../../document/report.js';
import { runWords } from '../../figures/candidate.js';
import { candidatesOfComparison } from '../../figures/candidates-of.js';
import { counted, number, percent } from '../../figures/figure-text.js';
import { changeText, differenceText } from '../../figures/named-figure.js';
import { when } from '../../text/when.js';
import {
  betterVariant,
  type ComparedRuns,
  comparedCost,
  comparisonVerdict,
} from '../../verdict/comparison-verdict.js';
import { figureWords } from '../../verdict/figure-words.js';
import { frontParts } from '../candidates/front-parts.js';
import { judgedCandidates } from '../candidates/judged-candidates.js';
import { pairedRemark } from '../spread-remark.js';
import { changesTable, cheapestVariantWords, periodWords } from './compare-changes.js';
import { courseParts, type RecordedVariant } from './compare-course.js';
import { changeOf, differencePlot, type Row } from './compare-plot.js';

/**
 * Settings under the same load, each against the first.
 * @param recorded the courses of two of them; none if they were not recorded
 */
export function compareReport(
  comparison: Comparison,
  made: ComparedRuns & { readonly variants: readonly SourcedVariant[] },
  recorded: readonly RecordedVariant[] = [],
): Report {
  const { variants } = made;
  const { baseline, replications, confidence, warnings, prices_checked_until, start } = comparison;
  const rows = rowsOf(comparison);
  const others = comparison.variants.slice(1);
  const candidates = candidatesOfComparison(comparison);
  const better = betterVariant(comparison);
  const { scenario } = variants[0]!;
  const list = candidates.list.map((candidate, index) =>
    better !== undefined && comparison.variants[index] === better
      ? { ...candidate, remark: 'best' }
      : candidate,
  );
  const judged = judgedCandidates({ ...candidates, list }, sloConstraints(scenario.slo));
  return {
    question: 'Settings compared',
    about: scenario.name,
    title: `${comparison.variants.length} settings compared`,
    facts: [runWords(comparison), counted(replications, 'replication')],
    verdict: comparisonVerdict(comparison, made),
    headline: cheapestVariantWords(comparison),
    remark: pairedRemark(confidence, replications),
    warnings,
    prices_checked_until,
    closing: others.map((variant) => closingLine(comparison, variant)),
    start,
    parts: [
      changesTable(comparison),
      ...differencePlot(comparison, rows),
      ...others.map((variant, index) =>
        variantTable(
          variant,
          baseline,
          rows.filter((row) => row.variant === variant),
          index,
        ),
      ),
      notesPart(
        'refusals',
        (comparison.not_allowed ?? []).flatMap(({ name, reason }) =>
          notesOn('Not allowed', [`${name}: ${reason}`]),
        ),
      ),
      notesPart('tests', testNotes(comparison)),
      ...courseParts(recorded),
      ...frontParts(judged),
      comparisonTable(comparison),
    ],
  };
}

function rowsOf({ variants }: Comparison): readonly Row[] {
  const [first] = variants;
  return variants.flatMap((variant) =>
    variant.figures.map((figure, index) => ({ ...figure, variant, base: first!.figures[index]! })),
  );
}

/** A variant against the baseline, figure by figure. */
function variantTable(
  { name }: ComparedVariant,
  baseline: string,
  rows: readonly Row[],
  index: number,
): Part {
  const unit = ({ figure }: Row) => FIGURE_UNITS[figure];
  return table<Row>({
    id: `against-${index}`,
    caption: `${name} against ${baseline}`,
    folded: true,
    in: ['screen', 'markdown', 'page'],
    rows,
    columns: [
      { name: 'figure', head: 'Figure', of: ({ figure }) => FIGURE_LABELS[figure] },
      column('baseline', baseline, unit, ({ base }) => base.value, {
        interval: true,
        // A screen has little room: the difference and the change are enough.
        in: ['markdown', 'page'],
      }),
      column('variant', name, unit, ({ value }) => value, {
        interval: true,
      }),
      column('difference', 'Difference', unit, ({ difference }) => difference, {
        interval: true,
        text: ({ figure, difference }) =>
          difference === null
            ? '-'
            : `${differenceText(figure, difference)}${difference.significant ? ' *' : ''}`,
      }),
      column('change', 'Change', 'number', changeOf, { text: (row) => changeWords(row) }),
    ],
  });
}

function changeWords({ base, difference }: Row): string {
  const whole = base.value?.mean ?? 0;
  if (difference === null || whole === 0 || (difference.mean === 0 && difference.half_width === 0)) return '';
  return changeText(difference.mean, whole);
}

/** A variant against the baseline in one line: by cost, or by the first figure if no cost is compared. */
function closingLine(
  { baseline, variants, duration_seconds }: Comparison,
  { name, figures }: ComparedVariant,
): string {
  const cost = comparedCost(figures);
  const { figure, value, difference } = cost ?? figures[0]!;
  const base = variants[0]!.figures.find((each) => each.figure === figure)!.value;
  const what = `${cost === undefined ? figureWords(figure) : 'cost'} of "${baseline}"`;
  if (difference === null || value === null || base === null) return `${name}: no ${what} to compare with`;
  if (difference.mean === 0 && difference.half_width === 0) return `${name}: the ${what}`;
  const ratio = number(value.mean / base.mean);
  const times =
    base.mean === 0
      ? `unlike the ${what}`
      : ratio === '1'
        ? `about the ${what}`
        : `${ratio} times the ${what}`;
  const amount = differenceText(figure, difference).replace(/^[+-]/, '');
  const sense = difference.mean < 0 ? ' less' : ' more';
  const period = cost === undefined ? '' : periodWords(figure, duration_seconds);
  const doubt = difference.significant ? '' : ', which may be chance';
  return `${name}: ${times}, ${amount}${sense}${period}${doubt}`;
}

function testNotes({ confidence, variants }: Comparison) {
  const tests = variants
    .flatMap(({ figures }) => figures)
    .filter(({ difference }) => difference !== null && difference.p_adjusted !== null).length;
  const text = `significant: among all ${tests} differences tested, the probability of marking one that does not exist is at most ${percent(1 - confidence)} (paired t tests, Holm's correction)`;
  return notesOn('*', when(tests > 0, text));
}

/** `comparison.csv`: a row for each variant and figure, the baseline's without differences. */
export function comparisonTable(comparison: Comparison) {
  const { baseline, replications, confidence } = comparison;
  const measure = 'unit of the row';
  const unit = ({ figure }: Row) => FIGURE_UNITS[figure];
  const value = (name: string, head: string, meaning: string, of: Column<Row>['of']) =>
    column(name, head, unit, of, { measure, meaning });
  return table<Row>({
    id: 'comparison',
    caption: 'Differences',
    in: ['csv', 'workbook'],
    rows: rowsOf(comparison),
    columns: [
      column('variant', 'Variant', 'text', ({ variant }) => variant.name, {
        meaning: 'Name of the variant.',
      }),
      column('baseline', 'Baseline', 'text', () => baseline, {
        meaning: 'Name of the variant that it is compared with.',
      }),
      { name: 'label', head: 'Figure', of: ({ figure }) => FIGURE_LABELS[figure], in: ['workbook'] },
      column('figure', 'Figure', 'text', ({ figure }) => figure, {
        meaning: 'Name of the figure.',
        in: ['csv'],
      }),
      column('unit', 'Unit', 'text', ({ figure }) => FIGURE_UNITS[figure], {
        meaning: 'Unit of the figure.',
      }),
      value('mean', 'Mean', 'Mean over the replications.', ({ value: own }) => own?.mean),
      value('half_width', '± Mean', `Half of the interval of the mean.`, ({ value: own }) => own?.half_width),
      value('baseline_mean', "Baseline's mean", "The baseline's mean.", ({ base }) => base.value?.mean),
      value(
        'difference',
        'Difference',
        'Mean of the differences from the baseline, replication by replication.',
        ({ difference }) => difference?.mean,
      ),
      value(
        'difference_half_width',
        '± Difference',
        'Half of the interval of the difference.',
        ({ difference }) => difference?.half_width,
      ),
      value(
        'unpaired_half_width',
        '± without pairs',
        'Half of the interval if the replications had not been run in pairs.',
        ({ difference }) => difference?.unpaired_half_width,
      ),
      column('p_value', 'Probability by chance', 'number', ({ difference }) => difference?.p_value, {
        measure: 'probability',
        meaning: 'Of a difference this large by chance, by a paired t-test.',
      }),
      column(
        'p_adjusted',
        'Adjusted for the number of tests',
        'number',
        ({ difference }) => difference?.p_adjusted,
        { measure: 'probability', meaning: 'The same adjusted for the number of tests (Holm).' },
      ),
      column('significant', 'Significant', 'yes_no', ({ difference }) => difference?.significant, {
        meaning: '`yes` or `no`, by the adjusted probability; empty for the baseline.',
      }),
      ...sameInAllRows({ replications, confidence }),
    ],
  });
}
