import type { FigureName } from '../../figures/run-figures.js';
import type { Contender } from './contender.js';
import type { ParetoFront } from './plan-result.js';

/** Figures plotted against the cost. */
const AGAINST: readonly FigureName[] = ['latency_p99', 'delayed_probability'];

/**
 * The candidates that are best in a figure for their cost: no other run of the whole horizon costs as little and is
 * as good as they are, and less or better.
 */
export function paretoFronts(contenders: readonly Contender[]): readonly ParetoFront[] {
  const cost = 'cost_usd_per_month';
  return AGAINST.map((against) => ({ cost, against, candidates: front(contenders, cost, against) }));
}

function front(contenders: readonly Contender[], cost: FigureName, against: FigureName): readonly string[] {
  const points = contenders.flatMap(({ name, index, whole }) => {
    const [x, y] = [whole.value(cost), whole.value(against)];
    return x === null || y === null ? [] : [{ name, index, x, y }];
  });
  points.sort((a, b) => a.x - b.x || a.y - b.y || a.index - b.index);
  let least = Number.POSITIVE_INFINITY;
  return points.flatMap(({ name, y }) => {
    if (y >= least) return [];
    least = y;
    return [name];
  });
}
