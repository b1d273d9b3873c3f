import { inUnit, ratio } from './figure.js';
import { sortByName } from './total-observations.js';

const amount = inUnit('count', { observable: 'clients' });
const failure = inUnit('count', { better: 'less', observable: 'clients' });
const unlucky = inUnit('share', { better: 'less', compared: true });

/** The outcomes of queries, and of the attempts that clients made for them. */
export const QUERIES = {
  arrived: inUnit('count', { compared: true, observable: 'clients' })(
    'queries_arrived',
    (seen) => seen.arrived,
    {
      label: 'Queries',
      sentence: 'Queries that clients wanted to make.',
    },
  ),
  completed: inUnit('count', { better: 'more', compared: true, observable: 'clients' })(
    'queries_completed',
    (seen) => seen.completed,
    'Queries that were answered, at the first attempt or a later one.',
  ),
  failed: inUnit('count', { better: 'less', compared: true, observable: 'clients' })(
    'queries_failed',
    (seen) => seen.failed,
    'Queries whose last attempt failed.',
  ),
  in_flight: amount('queries_in_flight', (seen) => seen.in_flight, 'Queries under way when the run ended.'),
  by_error: failure('failed_by_error', (seen) => sortByName(seen.failed_by_error), {
    sentence: 'Failed queries by the SQLSTATE or client error of their last attempt.',
  }),
  retried_by_error: failure('retried_by_error', (seen) => sortByName(seen.retried_by_error), {
    sentence: 'Retried attempts by SQLSTATE or client error.',
  }),
  attempts: {
    made: amount('attempts_made', ({ attempts }) => attempts.made, 'Attempts begun, first ones and retries.'),
    completed: amount('attempts_completed', ({ attempts }) => attempts.completed, {
      better: 'more',
      column: false,
      sentence: 'Attempts that completed their query.',
    }),
    failed: failure('attempts_failed', ({ attempts }) => attempts.failed, {
      column: false,
      sentence: 'Attempts whose failure was the end of their query.',
    }),
    retried: failure(
      'attempts_retried',
      ({ attempts }) => attempts.retried,
      'Failed attempts that are repeated.',
    ),
    open: amount('attempts_open', ({ attempts }) => attempts.open, 'Attempts under way when the run ended.'),
  },
  mean_in_system: failure('queries_mean_in_system', (seen) => seen.mean_in_system, {
    sentence: 'Time average of the queries that were waiting, held or running.',
  }),
} as const;

/** Queries that found a compute not ready. */
export const WAITS = {
  wake_probability: unlucky('wake_probability', (seen) => ratio(seen.found_idle, seen.arrived), {
    label: 'Queries that found the compute idle',
    sentence:
      'Share of the queries that arrived while the compute was suspended, excluding those that an exhausted quota refuses.',
  }),
  delayed_probability: unlucky('delayed_probability', (seen) => ratio(seen.delayed, seen.arrived), {
    label: 'Queries that waited for a wake or restart',
    sentence: 'Share of the queries that were held until a wake or a restart was over.',
  }),
} as const;
