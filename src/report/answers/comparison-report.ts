import type { ComparedFigure, ComparedVariant, Comparison } from '../../planner/compare/comparison.js';
import { duration, number, percent } from '../figures/figure-text.js';
import { differenceText, figureWithSpread } from '../figures/named-figure.js';
import { utcText } from '../text/iso-time.js';
import type { Note, ReportBlock, TextReport } from '../text/text-report.js';
import type { TextTable } from '../text/text-table.js';

/** A comparison: a table for each variant against the first, and what the marks mean. */
export function comparisonReport(comparison: Comparison): TextReport {
  const { baseline, variants, warnings } = comparison;
  const tables = variants.slice(1).map(
    (variant): ReportBlock => ({
      title: `${variant.name} against ${baseline}`,
      table: tableOf(comparison, variant),
    }),
  );
  return { title: title(comparison), blocks: [...tables, { notes: notes(comparison) }], warnings };
}

function title({ seed, start, duration_seconds, replications, variants }: Comparison): string {
  return `${variants.length} settings compared: ${duration(duration_seconds)} from ${utcText(start)}, seed ${seed}, ${replications} replications`;
}

/**
 * The widest form that there is room for is drawn: whole; without the change, which says the difference over again;
 * means without their half-widths; and at last without the baseline.
 */
function tableOf({ baseline, variants }: Comparison, variant: ComparedVariant): TextTable {
  const head = ['', baseline, variant.name, 'difference  ', 'change'];
  const whole = { head, rows: rowsOf(variants[0]!.figures, variant) };
  const unchanged = formOf(whole, (row) => row.slice(0, -1));
  const { rows } = formOf(unchanged, ([figure = '', base = '', own = '', ...rest]) => [
    figure,
    meanAlone(base),
    meanAlone(own),
    ...rest,
  ]);
  const bare = { head: unchanged.head, rows };
  const alone = formOf(bare, ([figure = '', , ...rest]) => [figure, ...rest]);
  return { ...whole, narrower: [unchanged, bare, alone] };
}

function formOf({ head, rows }: TextTable, form: (row: readonly string[]) => readonly string[]): TextTable {
  return { head: form(head), rows: rows.map(form) };
}

function meanAlone(cell: string): string {
  return cell.split(' ± ')[0]!;
}

function rowsOf(base: readonly ComparedFigure[], { figures }: ComparedVariant): TextTable['rows'] {
  return figures.map((compared, index) => {
    const { figure, value, difference } = compared;
    return [
      figure,
      figureWithSpread(figure, base[index]!.value),
      figureWithSpread(figure, value),
      // The mark has a place of its own, so that figures stand below each other.
      difference === null
        ? '-  '
        : `${differenceText(figure, difference)} ${difference.significant ? '*' : ' '}`,
      changeText(base[index]!, compared),
    ];
  });
}

function changeText(base: ComparedFigure, { difference }: ComparedFigure): string {
  const whole = base.value?.mean ?? 0;
  if (difference === null || whole === 0 || (difference.mean === 0 && difference.half_width === 0)) return '';
  const share = difference.mean / Math.abs(whole);
  return `${share < 0 ? '-' : '+'}${number(100 * Math.abs(share))} %`;
}

function notes({ confidence, variants }: Comparison): readonly Note[] {
  const tests = variants
    .flatMap(({ figures }) => figures)
    .filter(({ difference }) => difference !== null && difference.p_adjusted !== null).length;
  const error = percent(1 - confidence);
  return [
    {
      about: '*',
      text: `significant: among all ${tests} differences tested, the probability of marking one that does not exist is at most ${error} (paired t tests, Holm's correction)`,
    },
    { about: '±', text: `half of the ${percent(confidence)} interval of the mean, over replications` },
    {
      about: 'all rows',
      text: 'each replication has the same arrivals with the same demands, so their noise cancels in the differences',
    },
  ];
}
