import { mean } from '../kernel/distribution-moments.js';
import { sumOf } from '../kernel/sums.js';
import type { Scenario } from '../scenario/scenario.js';
import {
  type LoadSpecification,
  maxPoolConnections,
  type PoolSpecification,
} from '../workload/load-specification.js';
import { arrivalsAt } from './busy-traffic.js';
import { type ComputeSeen, computesSeen, placeOfLoad } from './computes-seen.js';
import type { FindingRule, Remark } from './finding.js';
import { digits, seconds } from './words.js';

/** The resource shared by clients on one path to a compute: its slots, or the places of its pooler. */
interface Places {
  readonly via: 'direct' | 'pooler';
  readonly count: number;
  readonly words: string;
  /** The error of a client without a place. */
  readonly error: string;
}

function placesOf({ compute, slots }: ComputeSeen, { model }: Scenario): readonly Places[] {
  const { pooler_max_clients } = model;
  return [
    { via: 'direct', count: slots, words: `${compute.name} has ${slots} for clients`, error: '53300' },
    {
      via: 'pooler',
      count: pooler_max_clients,
      words: `the pooler of ${compute.name} admits ${pooler_max_clients} clients`,
      error: '08P01',
    },
  ];
}

/** Pools that fit once but not twice: while instances are replaced, old and new pools are open together. */
export const DEPLOY_EXHAUSTS_SLOTS: FindingRule = {
  title: 'A deploy exhausts the connection slots',
  help: 'While a deploy replaces instances, the pools of the old and of the new ones are open together. If they fill max_connections, or the pooler, new instances are refused with 53300 or 08P01 until the old ones are gone. Use the pooler, smaller pools, or a larger maximum size.',
  ofScenario(scenario) {
    return computesSeen(scenario).flatMap((seen) =>
      placesOf(seen, scenario).flatMap(({ via, count, words, error }): readonly Remark[] => {
        const pools = seen.loads.flatMap(({ name, connection }) =>
          connection.kind === 'pool' && connection.via === via ? [{ name, pool: connection }] : [],
        );
        const size = sumOf(pools, ({ pool }) => maxPoolConnections(pool));
        if (2 * size <= count || pools.length === 0) return [];
        const names = pools.map(({ name, pool }) => ownerOf(name, pool)).join(', ');
        const fit = fittingInstances(pools, count);
        const message =
          size > count
            ? `the pools of ${names} may open ${size} connections, and ${words}: what is asked for beyond that is refused with ${error}`
            : `the pools of ${names} may open ${size} connections, and ${words}: while a deploy replaces them, old and new ones together ask for ${2 * size}`;
        return [
          {
            message: fit === undefined ? message : `${message}; ${fit}`,
            figure: { name: 'connection_slots', value: count },
            place: seen.place(),
            ...(fit === undefined || size <= count
              ? {}
              : { cause: `${names} ask for ${size} connections, and ${words}` }),
          },
        ];
      }),
    );
  },
};

interface NamedPool {
  readonly name: string;
  readonly pool: PoolSpecification;
}

function ownerOf(name: string, { instances }: PoolSpecification): string {
  if (instances === undefined) return name;
  return `${instances.kind === 'by_load' ? 'up to ' : ''}${instances.count} instances of ${name}`;
}

/** The number of instances that fit, if a single load has several, next to the pools of the others. */
function fittingInstances(pools: readonly NamedPool[], count: number): string | undefined {
  const several = pools.filter(({ pool }) => pool.instances !== undefined);
  if (several.length !== 1) return undefined;
  const { name, pool } = several[0]!;
  const all = maxPoolConnections(pool);
  const each = all / pool.instances!.count;
  const others = sumOf(pools, (one) => maxPoolConnections(one.pool)) - all;
  const fits = (times: number): number => Math.max(0, Math.floor((count / times - others) / each));
  return `${fits(1)} instances of ${name} with ${each} ${each === 1 ? 'connection' : 'connections'} each fit, ${fits(2)} with room for a deploy`;
}

/** Idle connections are reported from this share of the places on. */
const MANY_PLACES = 0.5;

/** Functions that hold a connection long after their query, such as instances that are frozen with their pool. */
export const POOL_PER_FROZEN_FUNCTION: FindingRule = {
  title: 'Each function keeps a connection that it does not use',
  help: 'A function whose instance is frozen after its query cannot close its connection: timers of its pool do not run. Such connections stand idle until the instance goes, and add up by how long that takes. Connect through the pooler, or close the connection before the function returns.',
  ofScenario(scenario) {
    return computesSeen(scenario).flatMap((seen) =>
      placesOf(seen, scenario).flatMap(({ via, count, words }): readonly Remark[] => {
        const holders = seen.loads.flatMap((load) => {
          const hold = load.connection.via === via ? heldSeconds(load) : undefined;
          if (hold === undefined) return [];
          // Little's law: the number open is the number that arrive while one is held.
          return [{ load, hold, open: arrivalsAt(seen.compute.name, load, hold, scenario).most }];
        });
        const open = sumOf(holders, (holder) => holder.open);
        if (holders.length === 0 || !(open >= MANY_PLACES * count)) return [];
        const each = holders.map(
          ({ load, hold }) =>
            `each client of ${load.name} keeps its connection for ${seconds(hold)} and sends one query`,
        );
        return [
          {
            message: `${each.join(', ')}: up to ${digits(open)} connections stand open at once, and ${words}`,
            figure: { name: 'idle_connections', value: open },
            place: placeOfLoad(holders[0]!.load, 'connection'),
          },
        ];
      }),
    );
  },
};

/** How long a client holds a connection over which it sends one query; `undefined` for other connections. */
function heldSeconds({ connection }: LoadSpecification): number | undefined {
  if (connection.kind !== 'session' || connection.think_seconds !== undefined) return undefined;
  return connection.hold_seconds === undefined ? undefined : mean(connection.hold_seconds);
}
