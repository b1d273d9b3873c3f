import { formatList } from '../kernel/format-list.js';
import { HOUR_SECONDS } from '../kernel/units.js';
import type { SessionFeature } from '../workload/load-specification.js';
import { computesSeen, placeOfLoad } from './computes-seen.js';
import type { FindingRule, Remark } from './finding.js';
import { seconds } from './words.js';

const SOURCE = 'pgbouncer.org/features, read 2026-11-27';

/** The consequences in transaction mode. */
const LOST: Readonly<Record<SessionFeature, string>> = {
  advisory_locks:
    'an advisory lock stays with the server connection, which other clients get: its owner may not release it, and a migration that waits for it hangs until it times out',
  session_settings:
    'SET changes a server connection that other clients get, and is missing from the next transaction',
  temporary_tables: 'a temporary table is not there in the next transaction, and other clients meet it',
  sql_prepare: 'a statement of PREPARE is not known in the next transaction',
};

/** Clients of the transaction pooler that rely on session state. */
export const POOLER_BREAKS_SESSION: FindingRule = {
  title: 'Clients of the pooler rely on features of a session',
  help: 'The pooler works in transaction mode: it lends a server connection for one transaction. Advisory locks, SET, temporary tables and PREPARE belong to a session and do not last. A run does not simulate what then fails. Run migrations over a direct connection (via: direct).',
  ofScenario(scenario) {
    return scenario.load.flatMap((load): readonly Remark[] => {
      const { connection, name } = load;
      if (connection.via !== 'pooler' || !('relies_on' in connection)) return [];
      const features = connection.relies_on ?? [];
      if (features.length === 0) return [];
      return [
        {
          message: `${name} connects through the pooler, which lends a server connection for one transaction: ${formatList(features.map((one) => LOST[one]))} (${SOURCE})`,
          figure: { name: 'session_features', value: features.length },
          place: placeOfLoad(load, 'connection', 'relies_on'),
        },
      ];
    });
  },
};

/** The platform removes a replication slot without a subscriber after about this long. Source: its page, 2026-01-07. */
const SLOT_KEPT_SECONDS = 40 * HOUR_SECONDS;

/** A subscriber that an exhausted quota keeps away until the platform removes its slot. */
export const SLOT_REMOVED: FindingRule = {
  title: 'A replication slot is removed while its compute is suspended',
  help: 'A used-up quota suspends the computes until the month ends. The platform removes a replication slot whose subscriber has been away for about 40 hours; the subscriber then has to copy its tables again. Raise the quota, or choose a plan with more.',
  ofRun(scenario, { exhaustions = [] }) {
    const longest = Math.max(
      0,
      ...exhaustions.map(({ at_seconds, until_seconds }) => until_seconds - at_seconds),
    );
    if (longest <= SLOT_KEPT_SECONDS) return [];
    return computesSeen(scenario).flatMap(({ compute, loads }) =>
      loads.flatMap((load): readonly Remark[] => {
        const { connection, name } = load;
        if (connection.kind !== 'replication' || connection.clients === 0) return [];
        return [
          {
            message: `a quota suspends ${compute.name} for ${seconds(longest)}, and the platform removes a replication slot without its subscriber after about 40 h (neon.com/docs/guides/logical-replication-neon, 2026-01-07): ${name} has to copy its tables again`,
            figure: { name: 'slot_idle_seconds', value: longest },
            place: placeOfLoad(load, 'connection'),
          },
        ];
      }),
    );
  },
};
