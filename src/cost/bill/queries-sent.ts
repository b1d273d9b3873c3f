import { sumOf } from '../../kernel/sums.js';
import type { Scenario } from '../../scenario/scenario.js';
import type { RunObservations } from '../../simulation/run/observation.js';
import { loadNameOf } from '../../workload/tenants.js';

/** Completed queries of all computes, and the bytes sent for them. */
export function queriesOf(computes: RunObservations['computes']) {
  return {
    queries: sumOf(computes, ({ completed }) => completed),
    sent_bytes: sumOf(computes, ({ sent_bytes }) => sent_bytes),
  };
}

/** Bytes sent for the queries of each load in a month, by its name; the tenants of a fleet together. */
export function sentByLoad(
  scenario: Scenario,
  { causes = [] }: RunObservations,
  scale: number,
): Readonly<Record<string, number>> {
  const bytes = new Map(
    scenario.load.map(({ name, query }) => [
      name,
      query.egress_bytes ?? scenario.data.egress_bytes_per_query,
    ]),
  );
  const sent = new Map<string, number>();
  for (const { name, completed } of causes.flat()) {
    const each = bytes.get(name);
    if (each === undefined) continue;
    const load = loadNameOf(scenario, name);
    sent.set(load, (sent.get(load) ?? 0) + completed * each * scale);
  }
  return Object.fromEntries(sent);
}
