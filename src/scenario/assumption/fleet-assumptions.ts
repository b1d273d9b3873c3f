import { MIX_SOURCE, TENANT_CLASSES } from '../../workload/tenant-class.js';
import { quoted } from '../document/scenario-document.js';
import { classesOf } from '../fleet/draw-tenants.js';
import type { FleetForm } from '../schema/fleet-schema.js';
import type { ScenarioAssumption } from '../specification/assumption.js';
import { assumed } from '../specification/assumption.js';

/** What a fleet takes its tenants to be, as far as the scenario does not say it itself. */
export function fleetAssumptions(fleet: FleetForm): readonly ScenarioAssumption[] {
  const classes = classesOf(fleet);
  const shares = Object.fromEntries(classes.map(({ name, form }) => [name, form.share]));
  return [
    ...(fleet.mix === undefined
      ? [assumed('computes.mix', shares, { source: MIX_SOURCE, confidence: 'low' })]
      : []),
    ...(fleet.time_zones === undefined
      ? [
          assumed(
            'computes.time_zones',
            { 0: 1 },
            {
              source: 'all tenants are taken to live by UTC, so that their days peak together',
              confidence: 'low',
            },
          ),
        ]
      : []),
    ...classes.flatMap(({ name, form }): readonly ScenarioAssumption[] => {
      const known = TENANT_CLASSES[name];
      if (known === undefined) return [];
      return (['rate_factor', 'working_set_factor'] as const)
        .filter((parameter) => form[parameter] === undefined)
        .map((parameter) => {
          const { written, source } = known[parameter];
          // All of them were measured on something else than databases.
          const path = `computes.mix.${quoted(name)}.${parameter}`;
          return assumed(path, written, { source, confidence: 'low' });
        });
    }),
  ];
}
