import { FIGURE_LABELS, moreIsBetter } from '../../../figures/run-figures.js';
import type { ComparedFigure, ComparedVariant, Comparison } from '../../../study/compare/comparison.js';
import type { Mark, Panel, PlotAxis } from '../../document/plot.js';
import type { Part } from '../../document/report.js';
import { differenceText, figureWithSpread } from '../../figures/named-figure.js';

/** A figure of a variant next to that of the baseline. */
export interface Row extends ComparedFigure {
  readonly variant: ComparedVariant;
  readonly base: ComparedFigure;
}

/** The difference as a share of the baseline; nothing if that is 0. */
export function changeOf({ base, difference }: Row): number | null {
  const whole = base.value?.mean ?? 0;
  return difference === null || whole === 0 ? null : difference.mean / Math.abs(whole);
}

/** More variants than this are not drawn. */
const MAX_DRAWN = 6;

/** The paired differences as shares of the baseline, with their intervals: what is to one side of 0 differs. */
export function differencePlot({ variants, baseline }: Comparison, rows: readonly Row[]): readonly Part[] {
  const others = variants.slice(1, MAX_DRAWN + 1);
  const x: PlotAxis = {
    label: `difference from ${baseline}, % of its mean`,
    text: (share) => percentText(share),
  };
  const panels = others.flatMap((variant): readonly Panel[] => {
    const shown = rows.filter((row) => row.variant === variant && changeOf(row) !== null);
    if (shown.length === 0) return [];
    return [
      {
        x,
        y: { label: variant.name, text: String, names: shown.map(({ figure }) => FIGURE_LABELS[figure]) },
        layers: [
          { as: 'present', on: 'x', at: 0, text: '' },
          { as: 'point', kind: 'dot', marks: shown.map(differenceMark) },
        ],
      },
    ];
  });
  if (panels.length === 0) return [];
  return [
    {
      kind: 'plot',
      id: 'differences',
      title: 'Differences from the baseline',
      short: 'Differences',
      plot: {
        id: 'paired-differences',
        title: `Paired differences from ${baseline}`,
        interval: 'interval of the mean difference',
        keys: [
          { kind: 'dot-front', text: 'better, beyond chance' },
          { kind: 'dot-missed', text: 'worse, beyond chance' },
          { kind: 'dot-plain', text: 'may be chance' },
        ],
        panels,
      },
    },
  ];
}

function differenceMark(row: Row, y: number): Mark {
  const { figure, value, base, difference } = row;
  const whole = Math.abs(base.value!.mean);
  const { mean, half_width, significant } = difference!;
  const isBetter = moreIsBetter(figure) === mean > 0;
  return {
    x: mean / whole,
    y,
    ...(Number.isFinite(half_width) &&
      half_width > 0 && { x_ends: [(mean - half_width) / whole, (mean + half_width) / whole] as const }),
    kinds: significant ? [isBetter ? 'front' : 'missed'] : [],
    tip: [
      FIGURE_LABELS[figure],
      `${figureWithSpread(figure, value)} instead of ${figureWithSpread(figure, base.value)}`,
      `difference ${differenceText(figure, difference!)}`,
    ],
  };
}

function percentText(share: number): string {
  return `${share > 0 ? '+' : ''}${Number((100 * share).toPrecision(3))} %`;
}
