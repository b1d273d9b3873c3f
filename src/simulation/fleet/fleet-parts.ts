import { getOrCreate } from '../../kernel/get-or-create.js';
import type { ComputeSpecification, Scenario } from '../../scenario/scenario.js';
import type { ComputeSink, RunFigures } from '../outcome/compute-sink.js';
import { firstMonth, planSuspends } from '../run/allowances.js';
import type { RunObservations } from '../run/observation.js';

/** Tenants of a part: few enough for their state to fit a core's cache, many enough to share lookup tables. */
export const TENANTS_OF_A_PART = 64;

/** Tenants that are compiled at once, if a fleet is run in parts and all tenants are treated alike. */
export const TENANTS_AT_ONCE = 64 * TENANTS_OF_A_PART;

/** Intervals of a timeline that are kept until the whole fleet has been run; with more, rows leave immediately. */
const MAX_INTERVALS = 20_000;

/** A part of a fleet: some of its tenants with all their events. */
export interface FleetPart {
  /** The fleet's scenario with these tenants only. Each behaves exactly as it does in the whole fleet. */
  readonly scenario: Scenario;
  /** Their indexes among the computes of the fleet, ascending. */
  readonly places: readonly number[];
}

/**
 * Whether a scenario is run in parts: it is a fleet without rows for each tenant, its timeline has a limited number of
 * rows, and its plan has no quota that all computes share.
 */
export function runsInParts(scenario: Scenario): boolean {
  const { fleet, plan, duration_seconds, timeline_interval_seconds } = scenario;
  return (
    fleet?.rows === 'fleet' &&
    !planSuspends(plan, firstMonth(scenario)) &&
    duration_seconds / timeline_interval_seconds <= MAX_INTERVALS
  );
}

/**
 * Divides a fleet into independent parts that can be run separately. Each tenant has separate random streams and shares
 * no compute, pooler or quota with others. Tenants that share the queries of a load stay together. The division
 * depends on the scenario alone.
 *
 * @param tenants minimum number per part, except for the last one
 * @returns `undefined` if the scenario is run as a whole
 */
export function fleetParts(
  scenario: Scenario,
  tenants = TENANTS_OF_A_PART,
): readonly FleetPart[] | undefined {
  const { fleet, computes } = scenario;
  if (fleet === undefined || !runsInParts(scenario)) return undefined;
  const places = new Map(computes.map(({ name }, place) => [name, place]));
  const partOf = new Int32Array(computes.length);
  const parts = placesOfParts(scenario, places, tenants);
  parts.forEach((own, part) => {
    for (const place of own) partOf[place] = part;
  });
  const part = (compute: string): number => partOf[places.get(compute)!]!;
  const loads = byPart(scenario.load, parts.length, ({ route }) => part(route.targets[0]!.compute));
  const events = byPart(scenario.events, parts.length, ({ compute }) => part(compute));
  const faults = byPart(scenario.faults, parts.length, (fault) =>
    'compute' in fault && fault.compute !== undefined ? part(fault.compute) : undefined,
  );
  return parts.map((own, index) => ({
    places: own,
    scenario: Object.freeze({
      ...scenario,
      computes: own.map((place) => computes[place]!),
      fleet: { ...fleet, tenants: own.map((place) => fleet.tenants[place]!) },
      load: loads[index]!,
      events: events[index]!,
      faults: faults[index]!,
    }),
  }));
}

/**
 * Combines the results of the parts into those of the fleet, its computes in the order of the scenario. Every figure
 * of a compute is the same as if the fleet had been run as a whole; only the number of events is larger: each part
 * has separate events for the ends of intervals. Computes are held only until those before them are available.
 */
export class JoinedParts {
  readonly #to: ComputeSink;
  /** By index, results that cannot be passed on yet. */
  readonly #waiting = new Map<number, () => void>();
  /** Number of parts added so far. */
  taken = 0;
  #replayed = 0;
  /** The results of the fleet except its computes, once every part has been added. */
  shown: RunFigures = { duration_seconds: 0, quota_exhausted_seconds: 0, events_fired: 0 };

  constructor(to: ComputeSink) {
    this.#to = to;
  }

  /** Adds the results of the next part. @param places indexes of its computes */
  add(
    { places }: Pick<FleetPart, 'places'>,
    { computes, causes, fidelity, ...shown }: RunObservations,
  ): void {
    this.taken += 1;
    this.shown = { ...shown, events_fired: this.shown.events_fired + shown.events_fired };
    places.forEach((place, index) => {
      const details = { causes: causes?.[index], fidelity: fidelity?.[index] };
      this.#waiting.set(place, () => this.#to.add(computes[index]!, details));
    });
    for (let next = this.#waiting.get(this.#replayed); next !== undefined; ) {
      next();
      this.#waiting.delete(this.#replayed);
      this.#replayed += 1;
      next = this.#waiting.get(this.#replayed);
    }
  }
}

/** The computes of each part, by their indexes. */
function placesOfParts(
  { computes, load }: Scenario,
  places: ReadonlyMap<string, number>,
  tenants: number,
): readonly (readonly number[])[] {
  const parts: number[][] = [];
  for (const group of connectedGroups(computes, load, places)) {
    const last = parts.at(-1);
    if (last === undefined || last.length >= tenants) parts.push([...group]);
    else last.push(...group);
  }
  // At equal times, the order of scheduling decides: among the tenants of a part it is that of the fleet.
  return parts.map((own) => own.sort((a, b) => a - b));
}

/** Groups of computes that a load connects, by the first of each group. */
function connectedGroups(
  computes: readonly ComputeSpecification[],
  load: Scenario['load'],
  places: ReadonlyMap<string, number>,
): Iterable<readonly number[]> {
  /** By compute: an earlier one of its group, or itself if it is the first. */
  const earlier = Int32Array.from(computes, (_, place) => place);
  const first = (place: number): number => {
    let at = place;
    while (earlier[at] !== at) at = earlier[at]!;
    return at;
  };
  for (const { route } of load) {
    const [one, ...others] = route.targets;
    for (const other of others) {
      const [a, b] = [first(places.get(one!.compute)!), first(places.get(other.compute)!)];
      earlier[Math.max(a, b)] = Math.min(a, b);
    }
  }
  const groups = new Map<number, number[]>();
  for (const place of computes.keys()) getOrCreate(groups, first(place), () => []).push(place);
  return groups.values();
}

/** Items by the part that they belong to, in their order; items without a part belong to every part. */
function byPart<Item>(
  items: readonly Item[],
  parts: number,
  part: (item: Item) => number | undefined,
): readonly (readonly Item[])[] {
  const found: Item[][] = Array.from({ length: parts }, () => []);
  for (const item of items) {
    const own = part(item);
    if (own !== undefined) found[own]!.push(item);
    else for (const each of found) each.push(item);
  }
  return found;
}
