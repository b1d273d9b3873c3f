import { type RandomStream, randomStream } from '../../src/kernel/random-stream.js';
import type { ScenarioSource } from '../../src/study/runs/scenario-source.js';

/** A small scenario, the settings that vary, and the figures of its constraints. */
export interface RandomPlan {
  /** The seed of the runs that the plan is compared with. */
  readonly fresh: string;
  readonly source: ScenarioSource;
  readonly vary: readonly string[];
  readonly limits: readonly RandomLimit[];
}

/** A bound between the figures of some combinations. */
export interface RandomLimit {
  readonly figure:
    | 'latency_p99'
    | 'latency_p90'
    | 'latency_mean'
    | 'wake_probability'
    | 'delayed_probability';
  /** The position of the bound among the combinations, in ascending order of the figure: a share of their number. */
  readonly rank: number;
  /** The bound as a multiple of the figure that this combination reached. */
  readonly times: number;
}

/**
 * The plan with a number: computes that sleep, computes that are always busy, days with a night, nightly jobs, bursts
 * and pools of connections. A run has from some hundred to ten thousand queries.
 */
export function randomPlan(number: number): RandomPlan {
  const dice = new Dice(randomStream('random plans', number, 'scenario', 'shape'));
  const kind = dice.one(['sparse', 'busy', 'daily', 'jobs', 'bursts', 'pool'] as const);
  const { scenario, vary, figures } = KINDS[kind](dice);
  const text = `
name: ${kind}-${number}
seed: ${number}
start: 2026-03-02T00:00:00Z
plan: scale
${scenario}`;
  const limits = dice.some(figures).map((figure) => ({
    figure,
    rank: dice.between(0, 0.8),
    times: dice.between(0.93, 1.3),
  }));
  const source = { text, file: 'random.yaml', directory: '/', set: [], seed: undefined };
  return { fresh: `fresh ${number}`, source, vary, limits };
}

interface Made {
  readonly scenario: string;
  readonly vary: readonly string[];
  readonly figures: readonly RandomLimit['figure'][];
}

const LATENCIES = ['latency_p99', 'latency_p90', 'latency_mean'] as const;
const WAITS = ['wake_probability', 'delayed_probability'] as const;
const BOTH = [...LATENCIES, ...WAITS];

const KINDS = {
  sparse: (dice) => ({
    scenario: `
duration: ${dice.whole(1, 4)}d
${compute(0.25, 0.25)}
load:
  - name: web
    compute: primary
    rate: { base: ${dice.whole(4, 40)}/h, daily: ${dice.between(0, 0.9)}, peak_hour: 14 }
    query: { cpu: ${demand(dice, 30, 600)} }`,
    vary: [`timeout=60s..${dice.whole(10, 60)}m:log7,never`],
    figures: BOTH,
  }),
  busy: (dice) => {
    const [mean_ms, vcpu] = [dice.between(20, 300), dice.between(0.2, 2.5)];
    return {
      scenario: `
${steady(mean_ms, vcpu)}
${compute(1, 2)}
load:
  - name: web
    compute: primary
    rate: ${(1000 * vcpu) / mean_ms}/s
    query: { cpu: ${demandOf(dice, mean_ms)} }`,
      vary: ['min=0.25,0.5,1,2,4', 'max=1,2,4', 'timeout=never'],
      figures: LATENCIES,
    };
  },
  daily: (dice) => ({
    scenario: `
duration: 1d
${compute(0.25, 1)}
load:
  - name: web
    compute: primary
    rate: { base: ${dice.whole(30, 300)}/h, daily: ${dice.between(0.7, 1)}, peak_hour: 13 }
    query: { cpu: ${demand(dice, 100, 1500)} }`,
    vary: ['min=0.25,0.5,1', 'max=0.5,1,2', 'timeout=60s,5m,20m,1h'],
    figures: BOTH,
  }),
  jobs: (dice) => ({
    scenario: `
duration: 2d
${compute(0.25, 4)}
load:
  - name: web
    compute: primary
    rate: { base: ${dice.whole(20, 100)}/h, daily: ${dice.between(0, 0.9)}, peak_hour: 13 }
    query: { cpu: ${demand(dice, 30, 300)}, pages: 20, working_set: 500MiB }
  - name: batch
    compute: primary
    process:
      cron: { schedule: 0 2 * * *, count: ${dice.whole(5, 80)}, jitter: { uniform: { min: 0s, max: 2m } } }
    query: { cpu: ${demand(dice, 2000, 20000)}, pages: 2000, working_set: 4GiB }`,
    vary: ['min=0.25,0.5', 'max=0.5,1,2,4', 'timeout=60s,5m'],
    figures: BOTH,
  }),
  bursts: (dice) => ({
    scenario: `
duration: 6h
${compute(0.25, 1)}
load:
  - name: web
    compute: primary
    rate:
      mmpp:
        - { rate: ${dice.between(0.5, 6)}/s, mean: ${dice.whole(2, 10)}m }
        - { rate: ${dice.whole(0, 40)}/h, mean: ${dice.whole(10, 40)}m }
    query: { cpu: ${demand(dice, 20, 300)} }`,
    vary: ['min=0.25,0.5,1', 'max=1,2', 'timeout=60s,5m,15m'],
    figures: BOTH,
  }),
  pool: (dice) => {
    const [mean_ms, vcpu] = [dice.between(20, 200), dice.between(0.2, 1.5)];
    return {
      scenario: `
${steady(mean_ms, vcpu)}
${compute(0.5, 2)}
load:
  - name: web
    compute: primary
    rate: ${(1000 * vcpu) / mean_ms}/s
    query: { cpu: ${demandOf(dice, mean_ms)}, pages: 20, working_set: 2GiB }
    connection: { kind: pool, size: ${dice.whole(2, 20)} }`,
      vary: ['min=0.25,0.5,1,2', 'max=1,2,4', 'timeout=never'],
      figures: LATENCIES,
    };
  },
} satisfies Readonly<Record<string, (dice: Dice) => Made>>;

function compute(min: number, max: number): string {
  const limits = `autoscaling_limit_min_cu: ${min}, autoscaling_limit_max_cu: ${max}`;
  return `computes: [{ name: primary, ${limits}, suspend_timeout_seconds: 300 }]`;
}

/** Long enough for 4000 queries that need this many vCPU in total, but at most two hours. */
function steady(mean_ms: number, vcpu: number): string {
  return `duration: ${Math.ceil(Math.min(7200, 4000 / ((1000 * vcpu) / mean_ms)))}s`;
}

function demand(dice: Dice, least_ms: number, most_ms: number): string {
  return demandOf(dice, least_ms * Math.exp(dice.between(0, Math.log(most_ms / least_ms))));
}

function demandOf(dice: Dice, mean_ms: number): string {
  const mean = `mean: ${mean_ms.toFixed(2)}ms`;
  return dice.one([
    `{ exponential: { ${mean} } }`,
    `{ lognormal: { ${mean}, cv: ${dice.between(0.5, 2)} } }`,
  ]);
}

/** Draws from a stream. */
class Dice {
  readonly #stream: RandomStream;

  constructor(stream: RandomStream) {
    this.#stream = stream;
  }

  between(low: number, high: number): number {
    return Number((low + (high - low) * this.#stream.uniform()).toPrecision(4));
  }

  whole(low: number, high: number): number {
    return Math.floor(low + (high - low + 1) * this.#stream.uniform());
  }

  one<Value>(values: readonly Value[]): Value {
    return values[Math.floor(values.length * this.#stream.uniform())]!;
  }

  /** One or two of the values. */
  some<Value>(values: readonly Value[]): readonly Value[] {
    return [...new Set([this.one(values), this.one(values)])];
  }
}
