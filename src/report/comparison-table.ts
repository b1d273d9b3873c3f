import type { ComparedFigure, ComparedVariant, Comparison } from '../planner/comparison.js';
import { duration, number, percent } from './figure-text.js';
import { differenceText, figureWithSpread } from './named-figure.js';
import { inMarkdown, markdownTable, plainTable } from './plain-table.js';
import { columns, cut, line, type TextLine, wrapped } from './text-block.js';

/** A comparison as the lines of a terminal: a table for each variant against the first. */
export function comparisonLines(comparison: Comparison, width: number): readonly TextLine[] {
  const { baseline, variants, warnings } = comparison;
  return [
    line(cut(title(comparison), width), 'strong'),
    ...variants.slice(1).flatMap((variant) => {
      const [head, ...rows] = fittedTable(comparison, variant, width);
      return [
        line(''),
        line(cut(`${variant.name} against ${baseline}`, width), 'strong'),
        line(cut(head ?? '', width), 'quiet'),
        ...rows.map((row) => line(cut(row, width))),
      ];
    }),
    line(''),
    ...notes(comparison).flatMap(({ about, text }) => wrapped(about, text, width, 'quiet')),
    ...warnings.flatMap((warning) => wrapped('Warning', warning, width, 'bad')),
  ];
}

/** A comparison as Markdown. */
export function comparisonMarkdown(comparison: Comparison): string {
  const { baseline, variants, warnings } = comparison;
  const tables = variants
    .slice(1)
    .map((variant) => markdownTable(headOf(baseline, variant), rowsOf(comparison, variant), 1));
  const words = notes(comparison).map(({ about, text }) => `${inMarkdown(about)}: ${text}`);
  const doubts = warnings.map((warning) => `Warning: ${inMarkdown(warning)}.\n`);
  return `${[...tables, `${words.join('. ')}.`, ...doubts].join('\n\n').trimEnd()}\n`;
}

/** A comparison as tables of texts, one for each variant against the first, and what their marks mean. */
export function comparisonTables(comparison: Comparison): {
  readonly tables: readonly {
    readonly title: string;
    readonly head: readonly string[];
    readonly rows: readonly (readonly string[])[];
  }[];
  readonly notes: readonly { readonly about: string; readonly text: string }[];
} {
  const { baseline, variants } = comparison;
  const tables = variants.slice(1).map((variant) => ({
    title: `${variant.name} against ${baseline}`,
    head: headOf(baseline, variant),
    rows: rowsOf(comparison, variant),
  }));
  return { tables, notes: notes(comparison) };
}

function title({ seed, start, duration_seconds, replications, variants }: Comparison): string {
  const began = start.replace('T', ' ').replace('Z', ' UTC');
  return `${variants.length} settings compared: ${duration(duration_seconds)} from ${began}, seed ${seed}, ${replications} replications`;
}

function headOf(baseline: string, variant: ComparedVariant): readonly string[] {
  return ['', baseline, variant.name, 'difference  ', 'change'];
}

/**
 * The widest form that there is room for: whole; without the change, which says the difference over again; means
 * without their half-widths; and at last without the baseline.
 */
function fittedTable(comparison: Comparison, variant: ComparedVariant, width: number): readonly string[] {
  const whole = [headOf(comparison.baseline, variant), ...rowsOf(comparison, variant)];
  const unchanged = whole.map((row) => row.slice(0, -1));
  const bare = unchanged.map(([figure = '', base = '', own = '', ...rest], index) =>
    index === 0 ? [figure, base, own, ...rest] : [figure, meanAlone(base), meanAlone(own), ...rest],
  );
  const alone = bare.map(([figure = '', , ...rest]) => [figure, ...rest]);
  const forms = [whole, unchanged, bare, alone].map(([head = [], ...rows]) => plainTable(head, rows, 1));
  return forms.find((form) => form.every((text) => columns(text) <= width)) ?? forms.at(-1)!;
}

function meanAlone(cell: string): string {
  return cell.split(' ± ')[0]!;
}

function rowsOf({ variants }: Comparison, variant: ComparedVariant): readonly (readonly string[])[] {
  const base = variants[0]!.figures;
  return variant.figures.map((compared, index) => {
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

function notes({
  confidence,
  variants,
}: Comparison): readonly { readonly about: string; readonly text: string }[] {
  const tests = variants
    .flatMap(({ figures }) => figures)
    .filter(({ difference }) => difference !== null && difference.p_adjusted !== null).length;
  const error = percent(1 - confidence);
  return [
    {
      about: '*',
      text: `not by chance: among all ${tests} differences tested, the probability of marking any that is none is at most ${error} (paired t tests, Holm's correction)`,
    },
    { about: '±', text: `half of the ${percent(confidence)} interval of the mean, over replications` },
    {
      about: 'all rows',
      text: 'the same arrivals with the same demands in each replication, which cancel in the difference',
    },
  ];
}
