import type { ScenarioSource } from '../../src/study/runs/scenario-source.js';

/** A day of a small application of a fixed size, which runs in milliseconds. */
export const QUICK = {
  name: 'quick',
  seed: '7',
  duration: '1d',
  plan: 'scale',
  computes: [
    {
      name: 'primary',
      autoscaling_limit_min_cu: 0.25,
      autoscaling_limit_max_cu: 0.25,
      suspend_timeout_seconds: 300,
    },
  ],
  load: [
    { name: 'web', compute: 'primary', rate: '20/h', query: { cpu: { exponential: { mean: '200ms' } } } },
  ],
  slo: { latency_p99: '5s' },
};

/** The one compute of the application with these limits. */
export function computeOf(min: number, max = min, suspend_timeout_seconds = 300) {
  return {
    name: 'primary',
    autoscaling_limit_min_cu: min,
    autoscaling_limit_max_cu: max,
    suspend_timeout_seconds,
  };
}

/** A scenario, as YAML or as plain data, that other threads can compile. */
export function sourceOf(scenario: string | object, set: readonly string[] = []): ScenarioSource {
  const text = typeof scenario === 'string' ? scenario : JSON.stringify(scenario);
  return { text, file: 'quick.json', directory: '/', set, seed: undefined };
}

/** The small application; `over` replaces its top-level keys. */
export function quickSource(over: object = {}, set: readonly string[] = []): ScenarioSource {
  return sourceOf({ ...QUICK, ...over }, set);
}
