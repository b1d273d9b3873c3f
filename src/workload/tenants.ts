import type { Distribution } from '../kernel/distribution.js';
import { randomStream } from '../kernel/random-stream.js';
import { sampler } from '../kernel/sampler.js';
import { weightedIndex } from '../kernel/weighted-index.js';
import type { LoadSpecification } from './load-specification.js';

/** Minimum number of digits of a tenant's number. */
const MIN_DIGITS = 4;

/**
 * The key of a tenant's random streams, such as `tenant-0001`: also its name, unless the columns of a trace name it.
 * @param number from 1
 */
export function tenantKey(fleet: string, number: number): string {
  return `${fleet}-${String(number).padStart(MIN_DIGITS, '0')}`;
}

/** A class of tenants: the probability that a tenant belongs to it, and the distributions of its factors. */
export interface DrawnClass {
  readonly name: string;
  readonly share: number;
  readonly rate_factor: Distribution;
  readonly working_set_factor: Distribution;
}

/** The tenants of a fleet as a whole: shares by name of a team, and by hours from UTC. */
interface TenantMix {
  readonly name: string;
  readonly count: number;
  readonly classes: readonly DrawnClass[];
  readonly time_zones?: Readonly<Record<string, number>> | undefined;
  readonly teams?: Readonly<Record<string, number>> | undefined;
}

/** The values drawn for one tenant of a fleet. */
export interface TenantSpecification {
  readonly compute: string;
  /** The key of its random streams; absent if that is its name. */
  readonly key?: string;
  readonly class: string;
  /** The team that pays its cost; absent if the fleet names no teams. */
  readonly team?: string;
  /** Its rate and its working set as multiples of those of the loads. */
  readonly rate_factor: number;
  readonly working_set_factor: number;
  /** Hours that its clock is ahead of UTC. */
  readonly utc_offset_hours: number;
  /** In [0, 1): phase of its evenly spaced arrivals within their period. */
  readonly phase: number;
}

/**
 * Draws the tenants of a fleet. Class, factors and clock of each tenant have separate streams, so that a tenant is
 * independent of its name and of the number of tenants, and the same in every replication of one seed.
 *
 * Working sets that follow a distribution are rounded to half octaves, by at most 19 %, so that tenants with equal ones
 * share lookup tables.
 *
 * @param names of the tenants, if the columns of a trace name them
 */
export function drawTenants(
  fleet: TenantMix,
  seed: string,
  names?: readonly string[],
): readonly TenantSpecification[] {
  const { classes } = fleet;
  const shares = classes.map(({ share }) => share);
  const zones = Object.entries(fleet.time_zones ?? { 0: 1 });
  const teams = Object.entries(fleet.teams ?? {});
  return Array.from({ length: fleet.count }, (_, index): TenantSpecification => {
    const key = tenantKey(fleet.name, index + 1);
    const compute = names?.[index] ?? key;
    const stream = (purpose: string) => randomStream(seed, 0, key, purpose);
    const chosen = classes[weightedIndex(shares, stream('tenant-class').uniform())]!;
    const zone = weightedIndex(
      zones.map(([, share]) => share),
      stream('tenant-time-zone').uniform(),
    );
    return {
      compute,
      ...(compute !== key && { key }),
      class: chosen.name,
      ...teamOf(teams, stream),
      rate_factor: sampler(chosen.rate_factor, stream('tenant-rate'))(),
      working_set_factor: roundedDraw(chosen.working_set_factor, stream('tenant-working-set')),
      utc_offset_hours: Number(zones[zone]![0]),
      phase: stream('tenant-phase').uniform(),
    };
  });
}

/** Drawn from a separate stream, so that adding teams does not change other properties of a tenant. */
function teamOf(
  teams: readonly (readonly [name: string, share: number])[],
  stream: (purpose: string) => { uniform(): number },
): Pick<TenantSpecification, 'team'> {
  if (teams.length === 0) return {};
  const shares = teams.map(([, share]) => share);
  return { team: teams[weightedIndex(shares, stream('tenant-team').uniform())]![0] };
}

function roundedDraw(distribution: Distribution, stream: Parameters<typeof sampler>[1]): number {
  const drawn = sampler(distribution, stream)();
  if (distribution.kind === 'constant' || drawn === 0) return drawn;
  const halfOctaves = Math.round(2 * Math.log2(drawn));
  const octaves = Math.floor(halfOctaves / 2);
  // By multiplication, so that powers of two are exact.
  let rounded = halfOctaves === 2 * octaves ? 1 : Math.SQRT2;
  for (let octave = 0; octave < Math.abs(octaves); octave++) rounded *= octaves > 0 ? 2 : 0.5;
  return rounded;
}

/** The name of a compiled load in messages: `load@tenant` for the load of a fleet's tenant. */
export function loadLabel(
  scenario: { readonly fleet?: { readonly name: string } },
  { name, route }: Pick<LoadSpecification, 'name' | 'route'>,
): string {
  const own = loadNameOf(scenario, name);
  return own === name ? name : `${own}@${route.targets[0]!.compute}`;
}

/** The name in the file of a compiled load: the load of a fleet's tenant is called `load@key`. */
export function loadNameOf({ fleet }: { readonly fleet?: { readonly name: string } }, name: string): string {
  if (fleet === undefined) return name;
  const at = name.lastIndexOf('@');
  return at >= 0 && name.startsWith(`${fleet.name}-`, at + 1) ? name.slice(0, at) : name;
}
