import { FIGURE_UNITS, type FigureName } from '../../../figures/run-figures.js';
import type { ComparedFigure, ComparedVariant, Comparison } from '../../../study/compare/comparison.js';
import { figureColumn } from '../../document/column.js';
import { type Part, table } from '../../document/report.js';
import { counted, duration, money } from '../../figures/figure-text.js';
import { changeText, figureWithSpread } from '../../figures/named-figure.js';
import { unbroken } from '../../text/text-table.js';
import { comparedCost, rankingCost } from '../../verdict/comparison-verdict.js';
import { changeWords } from '../figure-changes.js';

/** Figures that may be in sight, the most important first. */
const IN_SIGHT: readonly FigureName[] = [
  'cost_usd_per_month',
  'cost_usd',
  'latency_p99',
  'delayed_probability',
  'success_rate',
  'availability_time',
];
const MAX_FIGURES = 3;
/** Variants in sight, the cheapest first. */
const MAX_VARIANTS = 5;

/** The saving of the cheapest setting over the baseline. */
export function cheapestVariantWords({ variants, duration_seconds }: Comparison): string {
  const [cheapest] = byCost(variants);
  const cost = comparedCost(cheapest!.figures);
  if (!cost?.value) return counted(variants.length, 'setting');
  const { figure, value, difference } = cost;
  const period = periodWords(figure, duration_seconds);
  if (difference === null || difference.mean === 0) {
    return `${cheapest!.name} is the cheapest, ${money(value.mean)}${period}`;
  }
  const change = changeText(difference.mean, value.mean - difference.mean);
  const doubt = difference.significant ? '' : ', perhaps by chance';
  return `${cheapest!.name} costs ${money(-difference.mean)}${period} less (${change})${doubt}`;
}

/** The period of a cost, after an amount. */
export function periodWords(cost: FigureName, duration_seconds: number): string {
  return cost === 'cost_usd_per_month' ? ' a month' : ` in ${duration(duration_seconds)}`;
}

/** Changes of each variant beyond chance, for a comment. */
export function changesTable({ variants }: Comparison): Part {
  const [base, ...others] = variants;
  const known = IN_SIGHT.filter((figure) => figureOf(base!, figure) !== undefined);
  const changes = (figure: FigureName) =>
    others.some((each) => figureOf(each, figure)?.difference?.significant === true);
  const first = [...known.filter(changes), ...known.filter((each) => !changes(each))].slice(0, MAX_FIGURES);
  return table<ComparedVariant>({
    id: 'changes',
    in: ['markdown'],
    rows: [base!, ...byCost(others).slice(0, MAX_VARIANTS)],
    columns: [
      { name: 'variant', head: '', of: ({ name }) => unbroken(name) },
      ...known
        .filter((figure) => first.includes(figure))
        .map((figure) =>
          figureColumn<ComparedVariant>(figure, (variant) => figureOf(variant, figure)?.value, {
            text: (variant) => cellOf(base!, variant, figure),
          }),
        ),
    ],
  });
}

function byCost(variants: readonly ComparedVariant[]): readonly ComparedVariant[] {
  return variants.toSorted((a, b) => rankingCost(a) - rankingCost(b));
}

/** The baseline's value, and how others differ from it. */
function cellOf(base: ComparedVariant, variant: ComparedVariant, figure: FigureName): string {
  const { value, difference } = figureOf(variant, figure)!;
  if (variant === base) return unbroken(figureWithSpread(figure, value));
  if (difference === null) return '-';
  const { mean, half_width, significant } = difference;
  if (mean === 0 && half_width === 0) return 'the same';
  if (!significant) return 'not beyond chance';
  const before = figureOf(base, figure)?.value?.mean ?? 0;
  return changeWords({ unit: FIGURE_UNITS[figure], difference: mean, before, half_width });
}

function figureOf({ figures }: ComparedVariant, name: FigureName): ComparedFigure | undefined {
  return figures.find(({ figure }) => figure === name);
}
