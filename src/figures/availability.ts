import { inUnit, type Measured, ratio } from './figure.js';
import { sortByName } from './total-observations.js';

const objective = inUnit('share', { better: 'more', compared: true });
const success = inUnit('share', { better: 'more', compared: true, observable: 'clients' });
const seconds = inUnit('seconds', { better: 'less' });

/** Availability of a compute, or a project. */
export const AVAILABILITY = {
  request: inUnit('share', { observable: 'clients' })(
    'availability_request',
    (seen) => ratio(seen.completed, seen.arrived),
    {
      label: 'Queries answered',
      better: 'more',
      sentence: 'Completed ÷ arrived queries; those under way when the run ended count as not completed.',
    },
  ),
  time: objective('availability_time', availableTime, {
    label: 'Time available',
    sentence:
      'Share of time when a new connection would have been accepted immediately; a total is the mean.',
  }),
  unavailable_seconds: seconds('unavailable_seconds', (seen) => seen.unavailable_seconds, {
    label: 'Unavailable',
    sentence:
      'Time when a new connection would have been refused, held while a client waited, or lost because memory ran out.',
  }),
  unavailable_by_cause: seconds('unavailable_by_cause', (seen) => sortByName(seen.unavailable_by_cause), {
    sentence:
      'The same by cause: active_limit, slots_full, pooler_full, pooler_queue (its line times queries out), proxy_limits, waking, restarting, out_of_memory, quota or fault.',
  }),
} as const;

/** The figure of objectives about errors. It is the `actual` of objectives, and not another figure of `summary.json`. */
export const SUCCESS = {
  // A query that still runs at the end of the scenario has an unknown outcome and is excluded.
  success_rate: success('success_rate', ({ completed, failed }) => ratio(completed, completed + failed), {
    sentence: 'Completed ÷ completed and failed queries.',
  }),
} as const;

function availableTime({ observed_seconds, unavailable_seconds }: Measured): number {
  return observed_seconds > 0 ? 1 - unavailable_seconds / observed_seconds : 1;
}
