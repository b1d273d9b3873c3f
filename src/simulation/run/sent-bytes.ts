import { sumOf } from '../../kernel/sums.js';
import type { Compute } from '../lifecycle/compute.js';
import type { RunContext } from './run-context.js';

/** Bytes that have left a compute for its completed queries. */
export function sentBytes({ scenario }: RunContext, { causes, meters }: Compute): number {
  const { load, data } = scenario;
  const { here, counts } = causes;
  return sumOf(here.loads.entries(), ([place, index]) => {
    const { completed } = here.several ? counts.at(place) : meters;
    return completed * (load[index]!.query.egress_bytes ?? data.egress_bytes_per_query);
  });
}
