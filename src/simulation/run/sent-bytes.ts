import type { Compute } from '../lifecycle/compute.js';
import type { RunContext } from './run-context.js';

/** Bytes that have left a compute for its completed queries. */
export function sentBytes({ scenario: { load, data } }: RunContext, { causes, meters }: Compute): number {
  const { here, counts } = causes;
  let sent = 0;
  for (let place = 0; place < here.loads.length; place++) {
    const { completed } = here.several ? counts.at(place) : meters;
    sent += completed * (load[here.loads[place]!]!.query.egress_bytes ?? data.egress_bytes_per_query);
  }
  return sent;
}
