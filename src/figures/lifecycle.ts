import { inUnit, ratio } from './figure.js';

const seconds = inUnit('seconds', { observable: 'api' });
const used = inUnit('seconds', { better: 'less', compared: true, observable: 'api' });
const cu = inUnit('cu', { observable: 'api' });
const change = inUnit('count', { better: 'less', compared: true, observable: 'api' });
const setback = inUnit('count', { better: 'less' });

/** Time of a compute in each state. */
export const STATES = {
  active_seconds: used('active_seconds', (seen) => seen.active_seconds, {
    label: 'Active',
    sentence: 'Time when the compute was running.',
  }),
  suspended_seconds: seconds('suspended_seconds', (seen) => seen.suspended_seconds, {
    label: 'Suspended',
    sentence: 'Time when the compute was suspended and not billed.',
  }),
  starting_seconds: seconds('starting_seconds', (seen) => seen.starting_seconds, {
    label: 'Starting',
    sentence: 'Time that wakes took, and the first start.',
  }),
  restarting_seconds: seconds('restarting_seconds', (seen) => seen.restarting_seconds, {
    label: 'Restarting',
    sentence: 'Time that restarts took.',
  }),
} as const;

export const SIZE = {
  mean_cu_active: cu('mean_cu_active', (seen) => ratio(seen.active_cu_seconds, seen.active_seconds), {
    label: 'Mean size while active',
    total: 'recomputed',
    sentence: 'Time average of the size over active time.',
  }),
  max_cu: cu('max_cu', ({ max_cu }) => max_cu, { label: 'Largest size', sentence: 'The largest size.' }),
} as const;

export const LIFECYCLE = {
  wakes: change('wakes', (seen) => seen.wakes, 'Starts of a suspended compute, resumes included.'),
  suspends: change('suspends', (seen) => seen.suspends, 'Suspensions of a running compute.'),
  restarts: change('restarts', (seen) => seen.restarts, 'Restarts, those because memory ran out included.'),
  resizes: inUnit('count', { better: 'less', compared: true })(
    'resizes',
    (seen) => seen.resizes,
    'Changes of the size of a running compute.',
  ),
} as const;

/** Wakes made by the suspension policy. */
export const RESUMES = {
  resumes: inUnit('count')(
    'resumes',
    (seen) => seen.resumes,
    'Wakes by the suspension policy ahead of a query.',
  ),
} as const;

/** Events of the autoscaler in addition to resizes. */
export const SCALING = {
  upscales_requested: setback('upscales_requested', ({ scaling }) => scaling.upscales_requested, {
    sentence: 'Requests for memory by the monitor inside the compute.',
  }),
  downscales_denied: setback('downscales_denied', ({ scaling }) => scaling.downscales_denied, {
    sentence: 'Refusals of the monitor to give memory up, which it repeats every few seconds.',
  }),
  permits_denied: setback('permits_denied', ({ scaling }) => scaling.permits_denied, {
    sentence: 'Requests for a larger size that found the host full.',
  }),
  migrations: setback('migrations', ({ scaling }) => scaling.migrations, 'Live migrations to another host.'),
} as const;
