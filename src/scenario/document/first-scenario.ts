import { DAY_SECONDS } from '../../kernel/units.js';
import { PLAN_NAMES } from '../../vendors/plan-limits.js';

/** The values of a first scenario, as written in the file. */
export interface FirstValues {
  readonly plan: string;
  /** Sizes in CU. */
  readonly min: string;
  readonly max: string;
  /** A duration, or `never`. */
  readonly timeout: string;
  readonly rate: string;
  readonly cpu: string;
  readonly duration: string;
}

/**
 * A commented scenario to start from, as YAML; it begins on the next Monday.
 * @param epoch_ms present time
 */
export function firstScenarioText(name: string, values: FirstValues, epoch_ms: number): string {
  const { plan, min, max, timeout, rate, cpu, duration } = values;
  const start = nextMonday(epoch_ms);
  return `# yaml-language-server: $schema=neap.schema.json
# The line above lets editors complete and check; write that file with: neap schema > neap.schema.json
name: ${JSON.stringify(name)}
seed: 1                      # same scenario and seed, same result
start: ${start}T00:00:00Z  # a Monday; hours and days are UTC
duration: ${duration}
plan: ${plan}                 # whose limits and prices apply: ${PLAN_NAMES.join(', ')}

computes:
  - name: primary
    type: read_write
    autoscaling_limit_min_cu: ${min}    # 1 CU is 1 vCPU and 4 GiB of RAM
    autoscaling_limit_max_cu: ${max}
    suspend_timeout_seconds: ${timeout}     # idle time before a suspend, or never

load:
  - name: web
    compute: primary
    # The mean rate, with a day that swings by 60 % around it and peaks at 14 h. A constant rate is just
    # ${rate}; "neap trace FILE" prints what to write here for recorded traffic.
    rate: { base: ${rate}, daily: 0.6, weekly: 0.2, peak_hour: 14 }
    query:
      cpu: { lognormal: { mean: ${cpu}, cv: 1.5 } }   # CPU time of one query, with some slow ones
      pages: 20                                  # pages of 8 KiB that it reads
      working_set: 1GiB                          # distinct data that all queries touch
      memory: 4MiB                               # while it runs
    connection: { kind: pool, size: 10 }         # or { kind: per_query }, { kind: session, hold: 1m }
    retry: { attempts: 5, connect_timeout: 10s } # backoff from 100ms, doubling, with full jitter

# Events during the run; times count from the start.
# events:
#   - { at: 2d, update: primary, set: { autoscaling_limit_max_cu: 4 } }   # restarts the compute

# Objectives: neap run ends with exit code 1 when one is missed.
slo:
  success_rate: 99.9%
  latency_p99: 2s

# Values that the platform has not published have defaults, which the results list; set your own here.
# model:
#   wake_latency: { lognormal: { median: 350ms, p99: 2s } }
`;
}

/** The first Monday after the day of a time (UTC), as `2026-01-05`. */
export function nextMonday(epoch_ms: number): string {
  const days = 7 - ((new Date(epoch_ms).getUTCDay() + 6) % 7);
  return new Date(epoch_ms + 1000 * DAY_SECONDS * days).toISOString().slice(0, 10);
}
