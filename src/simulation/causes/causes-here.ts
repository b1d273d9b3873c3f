import { remembered } from '../../kernel/remembered.js';
import type { Scenario } from '../../scenario/scenario.js';
import { NONE } from '../run/query-table.js';

/**
 * What keeps a compute awake, wakes it or makes it larger besides the loads of a scenario: the state it begins in, calls
 * of the management API, its suspension policy, what the platform does of its own, faults. At hybrid fidelity nobody
 * knows whose queries were left out where there are several loads.
 */
export const PLATFORM_CAUSES = [
  'scenario_start',
  'management_calls',
  'suspend_policy',
  'availability_checks',
  'autovacuum',
  'open_connections',
  'faults',
  'not_attributed',
] as const;

/** One of {@link PLATFORM_CAUSES}. */
export type PlatformCause = (typeof PLATFORM_CAUSES)[number];

/** The causes at one compute, counted from 0: the loads that may send to it, then those of the platform. */
export class CausesHere {
  /** Places of the loads in the scenario, ascending. */
  declare readonly loads: readonly number[];
  declare private readonly names: readonly string[];
  declare private readonly first: number;
  /** By load, from the first one on: its place among the causes. */
  declare private readonly places: Int32Array;

  constructor(loads: readonly number[], names: readonly string[]) {
    this.loads = loads;
    this.names = names;
    this.first = loads[0] ?? 0;
    this.places = new Int32Array((loads.at(-1) ?? -1) - this.first + 1).fill(NONE);
    loads.forEach((load, place) => {
      this.places[load - this.first] = place;
    });
  }

  /** How many there are. */
  get length(): number {
    return this.loads.length + PLATFORM_CAUSES.length;
  }

  /** Whether loads have to be told from one another. */
  get several(): boolean {
    return this.loads.length > 1;
  }

  /** The cause that a load of the scenario is. */
  ofLoad(load: number): number {
    return this.places[load - this.first]!;
  }

  ofPlatform(cause: PlatformCause): number {
    return this.loads.length + PLATFORM_CAUSES.indexOf(cause);
  }

  isLoad(cause: number): boolean {
    return cause < this.loads.length;
  }

  nameOf(cause: number): string {
    return this.names[cause] ?? PLATFORM_CAUSES[cause - this.loads.length]!;
  }
}

/** The causes at each compute of a scenario, by its name. */
export function causesOf({ load }: Scenario): (compute: string) => CausesHere {
  const loads = new Map<string, number[]>();
  load.forEach(({ route }, index) => {
    for (const { compute } of route.targets) remembered(loads, compute, () => []).push(index);
  });
  return (compute) => {
    const own = loads.get(compute) ?? [];
    return new CausesHere(
      own,
      own.map((index) => load[index]!.name),
    );
  };
}
