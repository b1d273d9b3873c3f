import type { Distribution } from '../../kernel/distribution.js';
import { randomStream } from '../../kernel/random-stream.js';
import { sampler } from '../../kernel/sampler.js';
import { TENANT_CLASSES } from '../../workload/tenant-class.js';
import type { ClassForm, FleetForm } from '../schema/fleet-schema.js';
import type { TenantSpecification } from '../specification/compute-specification.js';

/** Digits of a tenant's number; larger numbers have more. */
const DIGITS = 4;

/**
 * What a tenant's compute is called, such as `tenant-0001`.
 * @param number from 1
 */
export function tenantName(fleet: string, number: number): string {
  return `${fleet}-${String(number).padStart(DIGITS, '0')}`;
}

/** A class that a fleet has: its share, its distributions, and the settings in which its computes differ. */
export interface FleetClass {
  readonly name: string;
  readonly form: ClassForm;
  readonly rate_factor: Distribution;
  readonly working_set_factor: Distribution;
}

/** Some of a fleet's tenants, by their places from 0. */
export interface TenantRange {
  readonly from: number;
  /** The first that is not among them. */
  readonly to: number;
}

const ONE: Distribution = { kind: 'constant', value: 1 };

/** The classes of a fleet in the order of the file; the known ones with their usual shares where it names none. */
export function classesOf({ mix }: FleetForm): readonly FleetClass[] {
  const written: Readonly<Record<string, ClassForm>> =
    mix ?? Object.fromEntries(Object.entries(TENANT_CLASSES).map(([name, { share }]) => [name, { share }]));
  return Object.entries(written).map(([name, form]) => {
    const known = Object.hasOwn(TENANT_CLASSES, name) ? TENANT_CLASSES[name] : undefined;
    return {
      name,
      form,
      rate_factor: form.rate_factor ?? known?.rate_factor.distribution ?? ONE,
      working_set_factor: form.working_set_factor ?? known?.working_set_factor.distribution ?? ONE,
    };
  });
}

/**
 * The tenants of a fleet, or those of them from one place on up to another. Each draws its class, its factors and its clock from streams of its own, so that a tenant is
 * the same however many others there are, and under every replication of one seed.
 *
 * Working sets that follow a distribution are rounded to half octaves, by at most 19 %: tenants with equal ones share what is
 * tabulated of them.
 */
export function drawTenants(
  fleet: FleetForm,
  seed: string,
  { from, to }: TenantRange = { from: 0, to: fleet.count },
): readonly TenantSpecification[] {
  const classes = classesOf(fleet);
  const shares = classes.map(({ form }) => form.share);
  const zones = Object.entries(fleet.time_zones ?? { 0: 1 });
  const teams = Object.entries(fleet.teams ?? {});
  return Array.from({ length: to - from }, (_, index): TenantSpecification => {
    const compute = tenantName(fleet.name, from + index + 1);
    const stream = (purpose: string) => randomStream(seed, 0, compute, purpose);
    const chosen = classes[pick(shares, stream('tenant-class').uniform())]!;
    const zone = pick(
      zones.map(([, share]) => share),
      stream('tenant-time-zone').uniform(),
    );
    return {
      compute,
      class: chosen.name,
      ...teamOf(teams, stream),
      rate_factor: sampler(chosen.rate_factor, stream('tenant-rate'))(),
      working_set_factor: roundedDraw(chosen.working_set_factor, stream('tenant-working-set')),
      utc_offset_hours: Number(zones[zone]![0]),
      phase: stream('tenant-phase').uniform(),
    };
  });
}

/** By a stream of its own, so that naming teams changes nothing else about a tenant. */
function teamOf(
  teams: readonly (readonly [name: string, share: number])[],
  stream: (purpose: string) => { uniform(): number },
): Pick<TenantSpecification, 'team'> {
  if (teams.length === 0) return {};
  const shares = teams.map(([, share]) => share);
  return { team: teams[pick(shares, stream('tenant-team').uniform())]![0] };
}

/** Index of the share that a uniform falls upon; the last one takes what rounding leaves. */
function pick(shares: readonly number[], uniform: number): number {
  let left = uniform;
  for (let index = 0; index < shares.length - 1; index++) {
    left -= shares[index]!;
    if (left < 0) return index;
  }
  return shares.length - 1;
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
