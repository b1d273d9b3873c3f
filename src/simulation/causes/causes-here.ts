import { getOrCreate } from '../../kernel/get-or-create.js';
import type { Scenario } from '../../scenario/scenario.js';
import { NONE } from '../run/query-table.js';

/**
 * Reasons other than the loads of a scenario that keep a compute awake, wake it or make it larger: its initial state,
 * management API calls, its suspension policy, automatic platform activity, and faults. At hybrid fidelity with several
 * loads, the load of a left-out query is unknown.
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

export type PlatformCause = (typeof PLATFORM_CAUSES)[number];

/** The causes at one compute, counted from 0: the loads that may send to it, then those of the platform. */
export class ComputeCauses {
  /** Positions of the loads in the scenario, ascending. */
  declare readonly loads: readonly number[];
  declare private readonly names: readonly string[];
  declare private readonly first: number;
  /** By load, starting with the first: its position among the causes. */
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

  get length(): number {
    return this.loads.length + PLATFORM_CAUSES.length;
  }

  /** Whether loads have to be distinguished. */
  get several(): boolean {
    return this.loads.length > 1;
  }

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
export function causesOf({ load }: Scenario): (compute: string) => ComputeCauses {
  const loads = new Map<string, number[]>();
  load.forEach(({ route }, index) => {
    for (const { compute } of route.targets) getOrCreate(loads, compute, () => []).push(index);
  });
  return (compute) => {
    const own = loads.get(compute) ?? [];
    return new ComputeCauses(
      own,
      own.map((index) => load[index]!.name),
    );
  };
}
