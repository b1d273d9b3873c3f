import { HOURS_PER_MONTH } from '../../cost/compute-cost.js';
import { sum } from '../../kernel/sums.js';
import type { Scenario } from '../../scenario/scenario.js';
import { sectionedQuantile } from '../../statistics/sectioned-quantile.js';
import { longBatches } from '../../statistics/steady-state.js';
import { costOfMonth } from '../../vendors/price-book.js';
import { priceAtStart } from '../../vendors/price-stretch.js';
import type { SteadyFigure } from './steady-result.js';
import { SteadySeries } from './steady-series.js';

const QUANTILES = [0.5, 0.9, 0.95, 0.99] as const;

/**
 * The figures of what is left of a run after its warm-up; those that were never measured are left out.
 * @param from intervals that are left out
 */
export function steadyFigures(
  scenario: Scenario,
  series: SteadySeries,
  from: number,
  confidence: number,
): readonly SteadyFigure[] {
  const { seconds, completed, failed, arrived, delayed, latency_sum, cu_seconds, running } = series;
  const ended = completed.map((count, index) => count + failed[index]!);
  const area = running.map((mean, index) => mean * seconds[index]!);
  // Σ all ÷ Σ each; the interval is that of the mean of over − ratio · under, ÷ the mean of under.
  const ratio = (
    figure: string,
    unit: SteadyFigure['unit'],
    all: readonly number[],
    each: readonly number[],
    scale = 1,
  ): readonly SteadyFigure[] => {
    const [over, under] = [all.slice(from), each.slice(from)];
    const whole = sum(under);
    if (whole === 0) return [];
    const value = sum(over) / whole;
    const { half_width, n, independent } = longBatches(
      over.map((part, index) => part - value * under[index]!),
      confidence,
    );
    const mean = scale * value;
    const whole_run = (scale * sum(all)) / sum(each);
    const half = (scale * half_width * under.length) / whole;
    return [{ figure, unit, mean, half_width: half, whole_run, batches: n, independent }];
  };
  const size = ratio('size', 'cu', cu_seconds, seconds);
  const price = priceAtStart(scenario);
  const monthly = (cu: number): number => costOfMonth(cu * HOURS_PER_MONTH, price);
  return [
    ...ratio('latency_mean', 'milliseconds', latency_sum, completed, 1000),
    ...QUANTILES.flatMap((p) => quantileFigure(series, p, from, confidence)),
    ...ratio('queries_per_second', 'per_second', arrived, seconds),
    ...ratio('running', 'count', area, seconds),
    ...ratio('delayed_probability', 'share', delayed, arrived),
    ...ratio('success_rate', 'share', completed, ended),
    ...size,
    ...size.map(
      (cu): SteadyFigure => ({
        ...cu,
        figure: 'cost_usd_per_month',
        unit: 'usd',
        mean: monthly(cu.mean),
        half_width: (monthly(cu.mean + cu.half_width) - monthly(Math.max(0, cu.mean - cu.half_width))) / 2,
        whole_run: monthly(cu.whole_run),
      }),
    ),
  ];
}

function quantileFigure(
  { blocks }: SteadySeries,
  p: number,
  from: number,
  confidence: number,
): readonly SteadyFigure[] {
  const found = sectionedQuantile(blocks.slice(SteadySeries.blockFrom(from)), p, confidence);
  const whole = sectionedQuantile(blocks, p, confidence);
  if (found === undefined || whole === undefined) return [];
  return [
    {
      figure: `latency_p${Math.round(100 * p)}`,
      unit: 'milliseconds',
      mean: 1000 * found.mean,
      half_width: 1000 * found.half_width,
      whole_run: 1000 * whole.mean,
      batches: found.n,
      independent: null,
    },
  ];
}
