import { publishedCase } from '../vectors/published-case.js';
import type { QueueingCase } from './queues.js';
import {
  activeShare,
  delayed,
  document,
  type Figure,
  foundIdle,
  meanSojourn,
  meanWait,
  runSeconds,
  type ScenarioDocument,
  startingShare,
  suspendedShare,
  wakesPerHour,
} from './support/experiment.js';
import { number, numericCase } from './support/numbers.js';

/** By PASTA, Poisson arrivals find the compute idle as often as it is idle. Every scenario here checks this. */
function pasta(expected: number): readonly Figure[] {
  return [
    { name: 'arrivals that trigger a wake', of: foundIdle, expected },
    { name: 'suspended share of time', of: suspendedShare, expected },
  ];
}

const TIMERS: Readonly<Record<string, object>> = {
  D1: { suspend_timer: '0s' },
  D3: { suspend_timer: { exponential: { mean: '4s' } } },
  D5: { suspend_timeout_seconds: 300 },
  D7: { suspend_timer: '10s' },
};

/** M/M/1 with set-up and delayed off: the compute suspends after a timer and takes a while to wake. */
function setup(id: keyof typeof TIMERS & string, customers: number): QueueingCase {
  const { inputs, expected } = numericCase(id);
  const rate = number(inputs, 'lambda_');
  const service = inputs['mu'] === undefined ? number(inputs, 'ES') : 1 / number(inputs, 'mu');
  const wake = `${number(inputs, 'setup_mean')}s`;
  const random = (inputs['setup'] as unknown as string) === 'exp';
  return {
    name: `${id} wake ${wake}`,
    long: number(inputs, 'setup_mean') >= 10,
    scenario: document({
      cu: 1,
      duration: `${customers / rate}s`,
      compute: { initial_state: 'idle', ...TIMERS[id] },
      load: { rate: `${rate}/s`, query: { cpu: { exponential: { mean: `${service}s` } } } },
      model: { wake_latency: random ? { exponential: { mean: wake } } : wake },
    }),
    figures: [
      { name: 'mean sojourn', of: meanSojourn, expected: number(expected, 'E_T') },
      ...pasta(number(expected, 'P_off')),
      { name: 'starting share of time', of: startingShare, expected: number(expected, 'P_setup') },
      { name: 'delayed', of: delayed, expected: number(expected, 'P_arrival_finds_off_or_setup') },
      {
        name: 'wakes per second',
        of: (one) => one.wakes / runSeconds(one),
        expected: number(expected, 'wakes_per_unit_time'),
      },
    ],
  };
}

/** Queries that take no time, an idle timeout and a fixed wake. */
function shortQueries(id: string, customers: number): QueueingCase {
  const { inputs, expected } = numericCase(id);
  const rate = number(inputs, 'lambda_per_s');
  const wake = number(inputs, 'wake_s');
  const figures: Figure[] = [
    ...pasta(number(expected, 'P_arrival_triggers_wake')),
    { name: 'delayed', of: delayed, expected: number(expected, 'P_arrival_delayed') },
    {
      name: 'active share of time',
      of: activeShare,
      // The vector counts waking as active: active_fraction = 1 − off_fraction.
      expected: number(expected, 'active_fraction') - number(expected, 'waking_fraction'),
    },
    { name: 'wakes an hour', of: wakesPerHour, expected: number(expected, 'wakes_per_hour') },
  ];
  if (wake > 0) {
    figures.push({ name: 'mean wait', of: meanWait, expected: number(expected, 'mean_delay_per_arrival') });
  }
  return {
    name: `${id} short queries, wake ${wake} s`,
    // E5 is the same rule with a wake in the everyday suite.
    long: id === 'E1',
    scenario: document({
      cu: 0.25,
      duration: `${customers / rate}s`,
      compute: { suspend_timeout_seconds: number(inputs, 'timeout_s'), initial_state: 'idle' },
      load: { rate: `${rate}/s`, query: { cpu: '0s' } },
      model: { wake_latency: `${wake}s` },
    }),
    figures,
  };
}

/** Overlapping work of any length distribution: the compute is active during work, and for the timeout after it. */
function overlapping(id: string, law: (mean: number) => object, customers: number): QueueingCase {
  const { inputs, expected } = numericCase(id);
  const rate = number(inputs, 'lambda_per_s');
  return {
    name: `${id} overlapping work`,
    long: true,
    scenario: document({
      cu: 0.25,
      duration: `${customers / rate}s`,
      compute: { suspend_timeout_seconds: number(inputs, 'timeout_s'), initial_state: 'idle' },
      load: { rate: `${rate}/s`, query: { cpu: '0s', wait: law(number(inputs, 'mean_session_s')) } },
    }),
    figures: [
      ...pasta(number(expected, 'off_fraction')),
      { name: 'active share of time', of: activeShare, expected: number(expected, 'active_fraction') },
      { name: 'wakes an hour', of: wakesPerHour, expected: number(expected, 'wakes_per_hour') },
    ],
  };
}

function lognormalGaps(): QueueingCase {
  const { inputs, expected } = numericCase('E11');
  const sigma = number(inputs, 'ln_sigma');
  const median = Math.exp(number(inputs, 'ln_mu'));
  const mean = number(expected, 'mean_gap');
  const cv = Math.sqrt(Math.exp(sigma * sigma) - 1);
  return {
    name: `E11 renewal gaps, lognormal of median ${Math.round(median)} s`,
    scenario: document({
      cu: 0.25,
      duration: `${60_000 * mean}s`,
      compute: { suspend_timeout_seconds: number(inputs, 'timeout_s'), initial_state: 'idle' },
      load: { process: { renewal: { gap: { lognormal: { mean: `${mean}s`, cv } } } }, query: { cpu: '0s' } },
    }),
    figures: [
      {
        name: 'wakes per gap',
        of: (one) => one.wakes / one.arrived,
        expected: number(expected, 'P_wake_per_gap'),
      },
      { name: 'active share of time', of: activeShare, expected: number(expected, 'active_fraction') },
    ],
  };
}

/** E15: the cost per gap of the timeout of E1, with wake cost K and cost c per second. */
function costOfGap(): Figure {
  const { inputs, expected } = numericCase('E15');
  const c = number(inputs, 'c_per_s');
  const K = number(inputs, 'K');
  return {
    name: 'cost per gap',
    of: (one) => (c * one.active_seconds + K * one.wakes) / one.arrived,
    expected: number(expected, 'cost_T300'),
  };
}

function monthlyUnits(): QueueingCase {
  const { inputs, expected } = numericCase('E17');
  const months = 4;
  const hours = number(inputs, 'hours');
  return {
    name: 'E17 CU-hours of a month',
    scenario: document({
      cu: number(inputs, 'size'),
      duration: `${months * hours}h`,
      compute: { suspend_timeout_seconds: number(inputs, 'timeout_s'), initial_state: 'idle' },
      load: { rate: `${number(inputs, 'lambda_per_s')}/s`, query: { cpu: '0s' } },
    }),
    figures: [
      {
        name: 'CU-hours per month',
        of: (one) => one.cu_seconds / 3600 / months,
        expected: number(expected, 'unit_hours'),
      },
      {
        name: 'active hours per month',
        of: (one) => one.active_seconds / 3600 / months,
        expected: number(expected, 'active_hours'),
      },
      {
        name: 'wakes per month',
        of: (one) => one.wakes / months,
        expected: number(expected, 'wakes_per_month'),
      },
    ],
  };
}

function withFigure(one: QueueingCase, figure: Figure): QueueingCase {
  return { ...one, figures: [...one.figures, figure] };
}

/** Families D and E of `theory.json`, as far as one compute can reproduce them. */
export const theoryScaleToZero: readonly QueueingCase[] = [
  setup('D1', 150_000),
  setup('D3', 150_000),
  { ...setup('D5', 10_000), long: true },
  setup('D7', 100_000),
  withFigure(shortQueries('E1', 10_000), costOfGap()),
  shortQueries('E5', 20_000),
  overlapping('E7', (mean) => ({ uniform: { min: '0s', max: `${2 * mean}s` } }), 10_000),
  overlapping('E9', (mean) => ({ exponential: { mean: `${mean}s` } }), 10_000),
  { ...lognormalGaps(), long: true },
  { ...monthlyUnits(), long: true },
];

interface Exact {
  readonly p_cold: number;
  readonly frac_suspended: number;
  readonly frac_waking: number;
  readonly frac_active: number;
  readonly wakes_per_hour: number;
  readonly p_delayed: number;
  readonly mean_wait_s: number;
}

function unlimited(
  name: string,
  inputs: {
    readonly arrivals_per_s: number;
    readonly mean_service_s: number;
    readonly idle_timeout_s: number;
    readonly wake_s: number;
  },
  exact: Exact,
  model: ScenarioDocument = {},
): QueueingCase {
  // Wakes are the rare event: enough arrivals for some 29,000 of them.
  const customers = Math.max(20_000, 2400 / exact.p_cold);
  const precision = exact.p_cold < 0.01 ? 0.02 : undefined;
  return {
    name,
    scenario: document({
      cu: 0.25,
      duration: `${customers / inputs.arrivals_per_s}s`,
      compute: { suspend_timeout_seconds: inputs.idle_timeout_s, initial_state: 'idle' },
      load: {
        rate: `${inputs.arrivals_per_s}/s`,
        query: { cpu: '0s', wait: { exponential: { mean: `${inputs.mean_service_s}s` } } },
      },
      model: { wake_latency: `${inputs.wake_s}s`, ...model },
    }),
    figures: [
      ...pasta(exact.p_cold),
      { name: 'starting share of time', of: startingShare, expected: exact.frac_waking },
      { name: 'active share of time', of: activeShare, expected: exact.frac_active },
      { name: 'wakes an hour', of: wakesPerHour, expected: exact.wakes_per_hour },
      { name: 'delayed', of: delayed, expected: exact.p_delayed },
      { name: 'mean wait', of: meanWait, expected: exact.mean_wait_s },
    ].map((figure) => ({ ...figure, precision })),
  };
}

interface Unlimited {
  readonly cases: readonly {
    readonly inputs: Parameters<typeof unlimited>[1];
    readonly exact: Exact;
  }[];
}

interface Curve {
  readonly inputs: {
    readonly idle_timeout_s: number;
    readonly wake_s: number;
    readonly mean_service_s: number;
  };
  readonly cases: readonly {
    readonly queries_per_hour: number;
    readonly expected: Exact & { readonly 'cu_hours_per_30_days_at_0.25cu': number };
  }[];
}

function curve(): readonly QueueingCase[] {
  const { inputs, cases } = publishedCase<Curve>('stz-neon-default');
  // At six and at sixty an hour, the cases of unlimited concurrency.
  const others = cases.filter(({ queries_per_hour }) => ![6, 60].includes(queries_per_hour));
  return others.map(({ queries_per_hour, expected }) => {
    const one = unlimited(
      `published default curve, ${queries_per_hour} queries an hour`,
      { ...inputs, arrivals_per_s: queries_per_hour / 3600 },
      expected,
      // The published CU-hours count the wakes.
      { bill_startup: true },
    );
    const cuHours: Figure = {
      name: 'CU-hours in 30 days',
      of: (run) => ((run.cu_seconds / 3600) * 30 * 86_400) / runSeconds(run),
      expected: expected['cu_hours_per_30_days_at_0.25cu'],
    };
    return withFigure(one, cuHours);
  });
}

/** Scale-to-zero entries of `published.json`. */
export const publishedScaleToZero: readonly QueueingCase[] = [
  ...publishedCase<Unlimited>('stz-unlimited')
    // Longer work is E7 and E9: the interval of one wake in 446 queries takes three times as many.
    .cases.filter(({ exact }) => exact.p_cold > 0.005)
    .map(({ inputs, exact }) =>
      unlimited(
        `published unlimited concurrency, ${inputs.arrivals_per_s.toFixed(4)}/s, wake ${inputs.wake_s} s`,
        inputs,
        exact,
      ),
    ),
  ...curve(),
];
