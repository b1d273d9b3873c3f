import { assumed } from '../assumptions.js';
import type { Assumption } from '../scenario.js';
import { quoted } from '../scenario-document.js';
import type { FleetForm } from '../schema/fleet-schema.js';
import { classesOf } from './draw-tenants.js';
import { MIX_SOURCE, TENANT_CLASSES } from './tenant-class.js';

/** What a fleet takes its tenants to be, as far as the scenario does not say it itself. */
export function fleetAssumptions(fleet: FleetForm): readonly Assumption[] {
  const classes = classesOf(fleet);
  const shares = Object.fromEntries(classes.map(({ name, form }) => [name, form.share]));
  return [
    ...(fleet.mix === undefined ? [assumed('computes.mix', shares, MIX_SOURCE, 'low')] : []),
    ...(fleet.time_zones === undefined
      ? [
          assumed(
            'computes.time_zones',
            { 0: 1 },
            'all tenants are taken to live by UTC, so that their days peak together',
            'low',
          ),
        ]
      : []),
    ...classes.flatMap(({ name, form }): readonly Assumption[] => {
      const known = TENANT_CLASSES[name];
      if (known === undefined) return [];
      return (['rate_factor', 'working_set_factor'] as const)
        .filter((parameter) => form[parameter] === undefined)
        .map((parameter) => {
          const { written, source } = known[parameter];
          // All of them were measured on something else than databases.
          return assumed(`computes.mix.${quoted(name)}.${parameter}`, written, source, 'low');
        });
    }),
  ];
}
