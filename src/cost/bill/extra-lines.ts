import type { Scenario } from '../../scenario/scenario.js';
import { hasEgress } from '../../scenario/sections/data.js';

/** Parts of a bill that a scenario specifies in addition to compute time. */
export function extraLines({ data, load, previews }: Scenario): readonly string[] {
  const set = data.assumptions.filter(({ set_by }) => set_by === 'scenario').map(({ name }) => name);
  const transfer = 'data.egress_per_query';
  return [
    ...(set.some((name) => name !== transfer) ? ['storage'] : []),
    ...(set.includes(transfer) || load.some(hasEgress) ? ['transfer'] : []),
    ...(previews === undefined ? [] : ['previews']),
  ];
}
