import type { ScenarioSource } from '../../../src/study/runs/scenario-source.js';

/** A scenario small enough to simulate every candidate, and the settings that vary. */
export interface SmallPlan {
  readonly name: string;
  readonly source: ScenarioSource;
  readonly vary: readonly string[];
}

function source(file: string, scenario: object): ScenarioSource {
  return { text: JSON.stringify(scenario), file, directory: '/', set: [], seed: undefined };
}

const compute = {
  name: 'primary',
  autoscaling_limit_min_cu: 1,
  autoscaling_limit_max_cu: 1,
  suspend_timeout_seconds: 300,
};

/** A few queries per hour: the timeout decides, and at most one of eight arrivals may wake the compute. */
export const SPARSE: SmallPlan = {
  name: 'sparse',
  source: source('sparse.json', {
    name: 'sparse',
    seed: '1',
    duration: '2d',
    plan: 'scale',
    computes: [{ ...compute, autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 0.25 }],
    load: [
      { name: 'web', compute: 'primary', rate: '12/h', query: { cpu: { exponential: { mean: '150ms' } } } },
    ],
    slo: { wake_probability: '12%' },
  }),
  vary: ['timeout=60s..2h:log24,never'],
};

/** A queue whose tail latency needs a minimum of vCPU, whatever the timeout. */
export const BUSY: SmallPlan = {
  name: 'busy',
  source: source('busy.json', {
    name: 'busy',
    seed: '1',
    duration: '30m',
    plan: 'scale',
    computes: [{ ...compute, suspend_timeout_seconds: -1 }],
    load: [
      { name: 'web', compute: 'primary', rate: '3/s', query: { cpu: { exponential: { mean: '400ms' } } } },
    ],
    slo: { latency_p99: '2500ms' },
  }),
  vary: ['min=1,2,3,4,6,8', 'max=1,2,3,4,6,8', 'timeout=5m,never'],
};

/** A day and a night: busy at noon, suspended at night. */
export const DAILY: SmallPlan = {
  name: 'daily',
  source: source('daily.json', {
    name: 'daily',
    seed: '1',
    duration: '1d',
    plan: 'scale',
    computes: [compute],
    load: [
      {
        name: 'web',
        compute: 'primary',
        rate: { base: '150/h', daily: 1, peak_hour: 13 },
        query: { cpu: { exponential: { mean: '800ms' } } },
      },
    ],
    slo: { latency_p90: '3s', wake_probability: '1.5%' },
  }),
  vary: ['min=0.5,1,2', 'max=0.5,1,2', 'timeout=60s,3m,5m,10m,20m,never'],
};
