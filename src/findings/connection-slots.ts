import { mean } from '../kernel/distribution-moments.js';
import { computesSeen, placeOfLoad } from './computes-seen.js';
import type { FindingRule, Remark } from './finding.js';
import { digits, seconds } from './words.js';

/** Pools that fit once and not twice: while instances are replaced, old and new ones are there together. */
export const DEPLOY_EXHAUSTS_SLOTS: FindingRule = {
  title: 'A deploy exhausts the connection slots',
  help: 'While a deploy replaces instances, the pools of the old and of the new ones are open together. Where they fill max_connections, new instances are refused with 53300 until the old ones are gone. Use the pooler, smaller pools, or a larger maximum size.',
  ofScenario(scenario) {
    return computesSeen(scenario).flatMap(({ compute, loads, slots, place }): readonly Remark[] => {
      const pools = loads.flatMap(({ name, connection }) =>
        connection.kind === 'pool' && connection.via === 'direct' ? [{ name, size: connection.size }] : [],
      );
      const size = pools.reduce((sum, pool) => sum + pool.size, 0);
      if (2 * size <= slots || pools.length === 0) return [];
      const names = pools.map(({ name }) => name).join(', ');
      const message =
        size > slots
          ? `the pools of ${names} may open ${size} connections, and ${compute.name} has ${slots} for clients: what is asked for beyond that is refused with 53300`
          : `the pools of ${names} may open ${size} connections, and ${compute.name} has ${slots} for clients: while a deploy replaces them, old and new ones together ask for ${2 * size}`;
      return [{ message, figure: { name: 'connection_slots', value: slots }, place: place() }];
    });
  },
};

/** From this share of the slots on idle connections are what a compute runs out of. */
const MANY_SLOTS = 0.5;

/** Functions that hold a connection long after their query, as those do whose instance is frozen with its pool. */
export const POOL_PER_FROZEN_FUNCTION: FindingRule = {
  title: 'Each function keeps a connection that it does not use',
  help: 'A function whose instance is frozen after its query cannot close its connection: timers of its pool do not run. Such connections stand idle until the instance goes, and add up by how long that takes. Connect through the pooler, or close the connection before the function returns.',
  ofScenario(scenario) {
    return computesSeen(scenario).flatMap(({ compute, loads, slots }) =>
      loads.flatMap((load): readonly Remark[] => {
        const { connection, process } = load;
        if (connection.kind !== 'session' || connection.via !== 'direct') return [];
        const { hold_seconds, think_seconds } = connection;
        if (hold_seconds === undefined || think_seconds !== undefined) return [];
        if (process.kind !== 'poisson' && process.kind !== 'regular') return [];
        if (process.rate.kind !== 'constant') return [];
        // Little's law: those that are there at a time are those that come while one stays.
        const hold = mean(hold_seconds);
        const idle = process.rate.per_second * hold;
        if (!(idle >= MANY_SLOTS * slots)) return [];
        return [
          {
            message: `each client of ${load.name} keeps its connection for ${seconds(hold)} and sends one query: ${digits(idle)} connections stand open on average, and ${compute.name} has ${slots} for clients`,
            figure: { name: 'idle_connections', value: idle },
            place: placeOfLoad(load, 'connection'),
          },
        ];
      }),
    );
  },
};
