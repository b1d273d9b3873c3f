import fc from 'fast-check';
import { checkArguments } from '../arguments/arguments.js';
import type { Json, JsonMapping } from './distribution-arbitrary.js';
import { type ScenarioInput, scenarioDocuments } from './scenario-arbitrary.js';

/** A scenario file with a fleet as plain data, valid for `parseScenario(JSON.stringify(document))`. */
export type FleetDocument = Omit<ScenarioInput, 'computes'> & {
  readonly computes: JsonMapping;
};

/** Keys that a template does not have. */
const OF_SINGLE_COMPUTES = ['name', 'description', 'branch', 'type'];

/**
 * Random scenario documents with a fleet of a few tenants instead of their one compute: named and custom classes, some
 * without any query, and time zones. Everything else is as in `scenarioDocuments`, except for recorded and listed
 * arrivals, which a fleet cannot have.
 * @param tenants maximum number of tenants
 */
export function fleetDocuments(tenants = 5): fc.Arbitrary<FleetDocument> {
  checkArguments('fleetDocuments', { tenants });
  const single = scenarioDocuments({ computes: 1, loads: 2, queries: 40, plans: ['scale'], open: true });
  const mix = fc.constantFrom<Json>(
    { idle: 0.5, hobby: 0.5 },
    { hobby: 1 },
    {
      never: { share: 0.5, rate_factor: 0 },
      often: { share: 0.5, rate_factor: { uniform: { min: 1, max: 2 } } },
    },
  );
  return fc
    .record({
      document: single,
      count: fc.integer({ min: 1, max: tenants }),
      mix,
      time_zones: fc.constantFrom<Json>({ 0: 1 }, { '-5': 0.5, 9.5: 0.5 }),
      rows: fc.constantFrom('fleet', 'tenants'),
    })
    .map(({ document, ...fleet }): FleetDocument => {
      const [compute = {}] = document.computes;
      const template = Object.fromEntries(
        Object.entries(compute).filter(([key]) => !OF_SINGLE_COMPUTES.includes(key)),
      );
      const renamed = (list: readonly JsonMapping[]) =>
        list.map((one) =>
          Object.fromEntries(
            Object.entries(one).map(([key, value]) => [key, value === compute['name'] ? 'tenant' : value]),
          ),
        );
      return {
        ...document,
        computes: { template, ...fleet },
        load: renamed(document.load).map(withoutRecording),
        events: renamed(document.events),
        faults: renamed(document.faults),
      };
    });
}

function withoutRecording(load: JsonMapping): JsonMapping {
  const text = JSON.stringify([load['process'] ?? null, load['rate'] ?? null]);
  if (!text.includes('"arrivals"') && !text.includes('"trace"')) return load;
  return { ...load, process: 'poisson', rate: '1/min' };
}
