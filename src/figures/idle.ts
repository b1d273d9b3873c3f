import { inUnit, type Measured, ratio } from './figure.js';

const ready = inUnit('share', { better: 'more' });
const waste = inUnit('share', { better: 'less' });

/** Idle periods of a minute or more. */
export const IDLE = {
  found_active: ready(
    'idle_found_active',
    ({ idle }) => ratio(periods({ ...idle, ended_suspended: 0 }), periods(idle)),
    {
      label: 'Idle periods that ended on an active compute',
      sentence:
        'Share of the queries ending an idle period of a minute or more that found the compute active.',
    },
  ),
  allocated: waste('idle_allocated', allocated, {
    label: 'Active while idle',
    sentence: 'Share of time that the compute was active within an idle period of a minute or more.',
  }),
} as const;

/**
 * The same, broken down by the suspension policy's action. Quality of service and idle-but-allocated time are the
 * measures of proactive resume (ProRP, SIGMOD 2024). A period in progress at the end of the run does not count.
 */
export const IDLE_BY_POLICY = {
  idle_periods: inUnit('count')('idle_periods', ({ idle }) => periods(idle), {
    sentence: 'Idle periods of a minute or more that a query ended.',
  }),
  ready_held: ready('ready_held', ({ idle }) => ratio(idle.ended_held, periods(idle)), {
    sentence: 'Share of those queries that found the compute active since before the period.',
  }),
  ready_resumed: ready('ready_resumed', ({ idle }) => ratio(idle.ended_resumed, periods(idle)), {
    sentence: 'Share of those queries that found the compute active because of a resume in time.',
  }),
  not_ready: waste('not_ready', ({ idle }) => ratio(idle.ended_suspended, periods(idle)), {
    sentence: 'Share of those queries that found the compute suspended.',
  }),
  allocated_held: waste('allocated_held', (seen) => seen.idle.held_seconds / seen.observed_seconds, {
    sentence: 'Share of time active in such a period before the suspension.',
  }),
  allocated_resumed_rightly: waste(
    'allocated_resumed_rightly',
    (seen) => seen.idle.resumed_rightly_seconds / seen.observed_seconds,
    'Share of time active in such a period after a resume that a query came for.',
  ),
  allocated_resumed_wrongly: waste(
    'allocated_resumed_wrongly',
    (seen) => seen.idle.resumed_wrongly_seconds / seen.observed_seconds,
    'Share of time active in such a period after a resume that no query came for.',
  ),
} as const;

/** Further criteria for size and suspension policies. */
export const POLICY_OVERHEAD = {
  overhead_per_hour: inUnit('per_hour', { better: 'less' })(
    'overhead_per_hour',
    ({ wakes, suspends, duration_seconds }) => (wakes + suspends) / (duration_seconds / 3600),
    { label: 'Wakes and suspends per hour', sentence: 'Wakes and suspends ÷ hours of the run.' },
  ),
  cpu_slack: waste('cpu_slack', (seen) => ratio(seen.vcpu_seconds - seen.cpu_seconds, seen.vcpu_seconds), {
    label: 'CPU slack',
    sentence: '(Processor time offered − used) ÷ offered, over active time (Autopilot, EuroSys 2020).',
  }),
} as const;

function periods({ ended_held, ended_resumed, ended_suspended }: Measured['idle']): number {
  return ended_held + ended_resumed + ended_suspended;
}

function allocated({ idle, observed_seconds }: Measured): number {
  const { held_seconds, resumed_rightly_seconds, resumed_wrongly_seconds } = idle;
  return (held_seconds + resumed_rightly_seconds + resumed_wrongly_seconds) / observed_seconds;
}
