/** Rates of a day, as multiples of the usual ones; 0 before the first. */
const SHAPES = {
  /** Constant until the evening. */
  steady: [
    { at: 0, factor: 1 },
    { at: 85, factor: 0 },
  ],
  /** Up and down, twice. */
  sine: [
    ...Array.from({ length: 40 }, (_, step) => ({
      at: 2 * step,
      factor: 0.85 + 0.45 * Math.sin((2 * Math.PI * 2 * step) / 40),
    })),
    { at: 80, factor: 0 },
  ],
  /** Two rushes; in between the compute is suspended, and the first queries wake it. */
  burst: [
    { at: 5, factor: 1.25 },
    { at: 30, factor: 0 },
    { at: 111, factor: 0.1 },
    { at: 115, factor: 1.25 },
    { at: 142, factor: 0 },
  ],
} as const;

/** The course of the load over a day. */
export type DayShape = keyof typeof SHAPES;

/** A day of the application. */
export interface Day {
  readonly shape: DayShape;
  /** Seed of its arrivals and demands. */
  readonly seed: string;
  /** Whether the demands are fitted to it, or it judges the fit. */
  readonly role: 'fitted' | 'judged';
}

/** Days for the fit and for judging it, alternating, so that slow changes of the machine affect both. */
export const DAYS: readonly Day[] = (
  ['burst', 'burst', 'sine', 'sine', 'steady', 'steady', 'burst', 'burst', 'sine', 'sine'] as const
).map((shape, index) => ({
  shape,
  seed: String(11 + index),
  role: index % 2 === 0 ? 'fitted' : 'judged',
}));

export const DAY_SECONDS = 150;
export const COMPUTE_CU = 0.25;
/** The platform's minimum. */
export const SUSPEND_SECONDS = 60;

/** CPU time of a query of each load, as YAML. */
export interface Demands {
  readonly reads: string;
  readonly calls: string;
}

/** The demands of the sent queries. */
export const SENT: Demands = {
  reads: '{ exponential: { mean: 3ms } }',
  calls: '{ lognormal: { mean: 4ms, cv: 1 } }',
};

/** The initial values of the fitted demands, which are assumed to be unknown. */
export const GUESSED: Demands = { reads: '1ms', calls: '1ms' };

/** Seconds of a day in which queries arrive. */
export function busySeconds(shape: DayShape): number {
  const steps = SHAPES[shape];
  return steps.reduce(
    (sum, { at, factor }, index) => (factor === 0 ? sum : sum + (steps[index + 1]?.at ?? DAY_SECONDS) - at),
    0,
  );
}

const RATES: Readonly<Record<keyof Demands, number>> = { reads: 15, calls: 6 };

/** The scenario of a day. */
export function dayText(shape: DayShape, demands: Demands): string {
  const rate = (load: keyof Demands): string => {
    const steps = SHAPES[shape].map(
      ({ at, factor }) => `{ at: ${at}s, rate: ${(RATES[load] * factor).toFixed(2)}/s }`,
    );
    return `{ steps: [${steps.join(', ')}] }`;
  };
  return `name: shop
duration: ${DAY_SECONDS}s
timeline_interval: 1s
plan: scale
model:
  # A compute of neap serve --limit-cpu has the quota of a control group.
  cpu_limit: bandwidth
  cpu_quota_burst: 1
computes:
  - name: primary
    autoscaling_limit_min_cu: ${COMPUTE_CU}
    autoscaling_limit_max_cu: ${COMPUTE_CU}
    suspend_timeout_seconds: ${SUSPEND_SECONDS}
load:
  - name: reads
    compute: primary
    rate: ${rate('reads')}
    query: { cpu: ${demands.reads} }
    connection: { kind: pool, size: 20 }
  - name: calls
    compute: primary
    rate: ${rate('calls')}
    query: { cpu: ${demands.calls}, wait: { exponential: { mean: 10ms } } }
    connection: { kind: pool, size: 20 }
`;
}
