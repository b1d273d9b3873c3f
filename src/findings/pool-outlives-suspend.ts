import { quoted } from '../scenario/document/scenario-document.js';
import { isKeptAwake } from './busy-traffic.js';
import { computesSeen, placeOfLoad } from './computes-seen.js';
import type { FindingRule, Remark } from './finding.js';
import { seconds } from './words.js';

/** Recommended idle timeout of a pool, as a share of the suspend timeout. */
const WELL_BEFORE = 0.8;

/** A pool that hands out connections cut by a suspend. */
export const POOL_OUTLIVES_SUSPEND: FindingRule = {
  title: 'A pool keeps idle connections as long as the suspend timeout, or longer',
  help: 'A suspend cuts every connection. A pool that does not notice hands such a connection to the first query after the suspend, which fails. Close idle connections well before the suspend timeout, test them before they are handed out, or retry.',
  ofScenario(scenario) {
    return computesSeen(scenario).flatMap((seen) => {
      const { compute, loads, timeout_seconds } = seen;
      if (isKeptAwake(seen, scenario)) return [];
      return loads.flatMap((load): readonly Remark[] => {
        const { connection } = load;
        if (connection.kind !== 'pool' || connection.stale !== 'handed_out') return [];
        const { idle_timeout_seconds: idle, max_lifetime_seconds: lifetime } = connection;
        const kept = Math.min(idle ?? Number.POSITIVE_INFINITY, lifetime ?? Number.POSITIVE_INFINITY);
        if (kept < timeout_seconds) return [];
        const suspends = `${compute.name} suspends after ${seconds(timeout_seconds)}`;
        const message =
          kept === timeout_seconds
            ? `the pool of ${load.name} closes idle connections after ${seconds(kept)}, and ${suspends}: both come at the same moment, and chance decides whether the next query gets a connection that is gone`
            : kept === Number.POSITIVE_INFINITY
              ? `the pool of ${load.name} never closes idle connections, and ${suspends}: the first query after a suspend gets a connection that is gone, and fails`
              : `the pool of ${load.name} keeps idle connections for ${seconds(kept)}, and ${suspends}: the first query after a suspend gets a connection that is gone, and fails`;
        return [
          {
            message,
            figure: { name: 'suspend_timeout_seconds', value: timeout_seconds },
            place: placeOfLoad(
              load,
              'connection',
              idle === undefined && lifetime !== undefined ? 'max_lifetime' : 'idle_timeout',
            ),
            cause: `the pool of ${load.name} hands out connections that a suspend has cut`,
            fixes: [
              {
                words: `closing its idle connections after ${seconds(WELL_BEFORE * timeout_seconds)}`,
                set: [`load.${quoted(load.name)}.connection.idle_timeout=${WELL_BEFORE * timeout_seconds}s`],
              },
            ],
          },
        ];
      });
    });
  },
};
