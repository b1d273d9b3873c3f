import { FIGURE_LABELS } from '../../figures/run-figures.js';
import type { ComparedFigure, ComparedVariant, Comparison } from '../../planner/compare/comparison.js';
import { runWords } from '../figures/candidate.js';
import { percent } from '../figures/figure-text.js';
import { changeText, differenceText, figureWithSpread } from '../figures/named-figure.js';
import type { Note, ReportBlock, TextReport } from '../text/text-report.js';
import type { TextTable } from '../text/text-table.js';
import { when } from '../text/when.js';

/** A comparison: a table for each variant against the first, and what the marks mean. */
export function comparisonReport(comparison: Comparison): TextReport {
  const { baseline, variants, replications, warnings } = comparison;
  const title = `${variants.length} settings compared: ${runWords(comparison)}, ${replications} replications`;
  const tables = variants.slice(1).map(
    (variant): ReportBlock => ({
      title: `${variant.name} against ${baseline}`,
      table: tableOf(comparison, variant),
    }),
  );
  return { title, blocks: [...tables, { notes: notes(comparison) }], warnings };
}

function tableOf({ baseline, variants }: Comparison, variant: ComparedVariant): TextTable {
  const head = ['', baseline, variant.name, 'difference  ', 'change'];
  return { head, rows: rowsOf(variants[0]!.figures, variant) };
}

function rowsOf(base: readonly ComparedFigure[], { figures }: ComparedVariant): TextTable['rows'] {
  return figures.map((compared, index) => {
    const { figure, value, difference } = compared;
    return [
      FIGURE_LABELS[figure],
      figureWithSpread(figure, base[index]!.value),
      figureWithSpread(figure, value),
      // The mark has a place of its own, so that figures stand below each other.
      difference === null
        ? '-  '
        : `${differenceText(figure, difference)} ${difference.significant ? '*' : ' '}`,
      changeOf(base[index]!, compared),
    ];
  });
}

function changeOf(base: ComparedFigure, { difference }: ComparedFigure): string {
  const whole = base.value?.mean ?? 0;
  if (difference === null || whole === 0 || (difference.mean === 0 && difference.half_width === 0)) return '';
  return changeText(difference.mean, whole);
}

function notes({ confidence, variants }: Comparison): readonly Note[] {
  const tests = variants
    .flatMap(({ figures }) => figures)
    .filter(({ difference }) => difference !== null && difference.p_adjusted !== null).length;
  const error = percent(1 - confidence);
  return [
    ...when(tests > 0, {
      about: '*',
      text: `significant: among all ${tests} differences tested, the probability of marking one that does not exist is at most ${error} (paired t tests, Holm's correction)`,
    }),
    { about: '±', text: `half of the ${percent(confidence)} interval of the mean, over replications` },
    {
      about: 'all rows',
      text: 'each replication has the same arrivals with the same demands, so their noise cancels in the differences',
    },
  ];
}
