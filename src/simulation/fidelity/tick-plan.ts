import { LOAD_SAMPLE_SECONDS } from '../../compute/load-average.js';

/** Length of a tick: from one sample of the load average to the next. */
export const TICK_SECONDS = LOAD_SAMPLE_SECONDS;

/** Why every query of a tick is simulated. */
export type ExactReason =
  | 'started'
  | 'sparse'
  | 'jump'
  | 'event'
  | 'job'
  | 'cpu_quota'
  | 'overload'
  | 'cold_cache'
  | 'store'
  | 'pool'
  | 'limit'
  | 'window';

/** Inputs for planning a tick; times in seconds. */
export class TickState {
  /** Length of the whole run. */
  run_seconds = 0;
  /** Mean arrivals a second in the tick, of all loads. */
  rate = 0;
  jumps = false;
  /** Whether a planned event happens in the tick, or has just happened. */
  announced = false;
  /** Whether a query of a load that is simulated completely arrives in the tick or is under way. */
  job = false;
  /** Seconds since the compute started to run. */
  active_seconds = 0;
  vcpu = 0;
  /** Whether a quota may stop the CPU before its period is over at a size that the compute may have. */
  throttled = false;
  /** CPU demand of a query: mean, squared coefficient of variation, and the longest 99th percentile of the loads. */
  cpu_mean = 0;
  cpu_scv = 0;
  cpu_tail = 0;
  /** Mean waits of a query off the CPU: for pages, and for all other reasons. */
  io = 0;
  wait = 0;
  /** Share of the storage's rate used by misses, or of the server's time used by forks if that is higher. */
  store = 0;
  /** Queries inside the compute and its clients' pools. */
  inside = 0;
  /** By pool of the loads: places, and the rate of the queries that need one. */
  pools: readonly { readonly size: number; readonly rate: number }[] = [];
  /** Reads of a tick that miss the cache over all reads since the start. */
  fresh_reads = 0;
  /** The shortest limit on a query's time; Infinity without a limit. */
  timeout = 0;
  /** Maximum number of concurrent queries that fit into memory, connections and disk. */
  room = 0;
}

/** Parts of a tick, in order: the head; the gap, which is skipped; the burn-in, which is not counted; the rest. */
export interface WindowPlan {
  readonly head: number;
  readonly gap: number;
  readonly burn: number;
  /** Number of queries that one arrival in the rest represents. */
  readonly weight: number;
}

/** How to simulate a tick; if the queue's law applies, also its settling time and the number of ticks. */
export type TickPlan = (WindowPlan | { readonly exact: ExactReason }) & { readonly law?: LawPlan };

export interface LawPlan {
  /** Settling time of the queue, in seconds. */
  readonly settling: number;
  /** About one in this many ticks may have windows, 2 or more. */
  readonly ticks: number;
}

/** Utilizations above which a queue does not settle within a tick. */
const FULL = { cpu: 0.97, store: 0.95, pool: 0.95 } as const;
/** After a start, backlog and reconnects take a minute, or as long as this many queries, unless they end at once. */
const SETTLING = { most_seconds: 60, least_seconds: 10, queries: 100_000 } as const;
/** Arrivals per second below which a load is sparse: fewer than ten per tick. */
export const SPARSE_RATE = 10 / TICK_SECONDS;
const MAX_FRESH_READS = 0.1;
const MIN_WINDOW = 0.1;
/** If windows represent several ticks, a window with this many queries is long enough. */
const MIN_QUERIES = 100;
/** At least one tick in this many seconds has windows. */
export const MAX_BLOCK_SECONDS = 60;
/** Share of a tick below which a gap is not worthwhile. */
const MIN_GAP = 0.5;
const LIMIT_PROBABILITY = 1e-3;
/** Conditions for drawing a tick's queue from its law: distance from each limit, and a short settling time. */
const LAW = { cpu: 0.85, store: 0.5, pool: 0.5, settling_seconds: 1 } as const;
/** A queue that settles this fast never takes longer than this to drain by chance: a longer time means an overload. */
const MAX_DRAIN_SECONDS = 20;
/**
 * With this many queries in the windows of a run, its 99th percentile is accurate to 1 % for log-normal times with a
 * coefficient of variation of 2: (4.7 / 1 %)² by the variance of a sample quantile, doubled for correlated windows.
 */
const RESOLVING_QUERIES = 450_000;

/**
 * Chooses how to simulate a tick: windows once the queue, carried over the gap, has settled, or everything if it
 * may not settle. The queue of processor sharing settles in the relaxation time of M/M/1 (Cohen 1982) with the
 * heavy-traffic factor of the demand's variation; queries on CPU by Sakasegawa's formula (1977).
 */
export function planTick(state: TickState): TickPlan {
  const barred = reasonForExact(state);
  if (barred !== undefined) return { exact: barred };
  const { rate, vcpu, cpu_mean, io, wait } = state;
  const rho = (rate * cpu_mean) / vcpu;
  if (rho >= FULL.cpu) return { exact: 'overload' };
  if (state.store >= FULL.store) return { exact: 'store' };
  // Time of a query without competition, and the number of queries on CPU.
  const alone = cpu_mean / Math.min(1, vcpu);
  const running = rate * alone + Math.exp(Math.log(rho) * Math.sqrt(2 * (Math.max(1, vcpu) + 1))) / (1 - rho);
  const sojourn = running / rate + io + wait;
  let pool = 0;
  for (const one of state.pools) pool = Math.max(pool, (one.rate * sojourn) / one.size);
  if (pool >= FULL.pool) return { exact: 'pool' };
  const cpuTail = state.cpu_tail / Math.min(1, vcpu);
  const off = 4.6 * wait + io;
  // Upper bound: with several processors, most queries find one free.
  const tail = cpuTail / (1 - rho) + off;
  if (mayReachLimit(state, rate * sojourn, tail)) return { exact: 'limit' };
  // Seconds until the backlog of an overload has drained, limited by the most utilized resource.
  const fullest = Math.max(rho, state.store, pool);
  const left = ((state.inside - mostInside(rate * sojourn)) * fullest) / (rate * (1 - fullest));
  // Such a backlog spans several ticks; leaving some of them out would prolong it several times.
  if (left > MAX_DRAIN_SECONDS) return { exact: 'overload' };
  const tau = (((1 + state.cpu_scv) / 2) * cpu_mean) / (vcpu * square(1 - Math.sqrt(rho)));
  const isLawValid =
    rho < LAW.cpu && state.store < LAW.store && pool < LAW.pool && 1.5 * tau < LAW.settling_seconds;
  // However slowly queries arrive, a window is never shorter than this.
  const settled = Math.max(
    1.5 * tau,
    3 / rate,
    (1.5 * (alone + io + wait)) / square(1 - pool),
    (1.5 * io) / (1 - state.store),
  );
  // The backlog of an overload drains in the head, at weight 1: in a window it would count for the whole tick. Queries
  // inside by chance do not: heads that end once they are gone would let every gap begin with too few.
  const head = 1.5 * tau + Math.max(0, left);
  if (isLawValid) {
    // Sizes follow the law there, not the progress of slow queries in windows: the mean slow-down is enough.
    const slowed = cpuTail * (running / (rate * alone)) + off;
    // A queue that is faster in every respect is simulated like the slower one, for the same number of queries.
    const shortest = Math.min(MIN_WINDOW, MIN_QUERIES / rate);
    const spread = spreadWindows(state, tau, Math.max(settled, 5 * slowed, shortest));
    // Queries inside must not matter: otherwise drawable ticks with a backlog would be simulated less often.
    if (spread !== undefined && windowsIn(1.5 * tau, tau, spread.window) > 0) {
      return windows(head, tau, spread.window, spread.law);
    }
  }
  return windows(head, tau, Math.max(settled, 5 * tail, MIN_WINDOW), undefined);
}

/**
 * Windows that represent several ticks, so that those of the whole run resolve it with enough queries. If the longest
 * allowed blocks would have too few, windows are as long as the rest of the simulated time.
 * @param tau settling time of the queue
 * @param least minimum seconds of a window
 */
function spreadWindows(
  { rate, run_seconds }: TickState,
  tau: number,
  least: number,
): { readonly window: number; readonly law: LawPlan } | undefined {
  const queries = (RESOLVING_QUERIES * TICK_SECONDS) / run_seconds;
  const settling = 3 * tau;
  const most = (queries * MAX_BLOCK_SECONDS) / TICK_SECONDS;
  const window = Math.max(least, Math.min(settling + 2.5 * tau, most / rate));
  const ticks = Math.floor((rate * window) / queries);
  return ticks < 2 ? undefined : { window, law: { settling, ticks } };
}

function reasonForExact(state: TickState): ExactReason | undefined {
  if (state.rate < SPARSE_RATE) return 'sparse';
  if (state.active_seconds < settlingSeconds(state.rate)) return 'started';
  if (state.throttled) return 'cpu_quota';
  if (state.announced) return 'event';
  if (state.job) return 'job';
  if (state.jumps) return 'jump';
  if (state.fresh_reads > MAX_FRESH_READS) return 'cold_cache';
  return undefined;
}

function settlingSeconds(rate: number): number {
  return Math.max(SETTLING.least_seconds, Math.min(SETTLING.most_seconds, SETTLING.queries / rate));
}

/** Whether a limit may be reached within the tick: of time, or of queries at once. */
function mayReachLimit({ rate, timeout, room }: TickState, inside: number, tail: number): boolean {
  if (mostInside(inside) > room) return true;
  return rate * TICK_SECONDS * Math.exp(Math.log(0.01) * (timeout / tail)) > LIMIT_PROBABILITY;
}

/** Maximum number of queries inside for a given mean. */
function mostInside(mean: number): number {
  return mean + 6 * Math.sqrt(mean) + 6;
}

function windows(head: number, burn: number, least: number, law: LawPlan | undefined): TickPlan {
  const weight = windowsIn(head, burn, least);
  if (weight === 0) return law === undefined ? { exact: 'window' } : { exact: 'window', law };
  const gap = gapBefore(head, burn, weight);
  return law === undefined ? { head, gap, burn, weight } : { head, gap, burn, weight, law };
}

/** Number of windows that one window in a tick represents; 0 if leaving out the others is not worthwhile. */
function windowsIn(head: number, burn: number, least: number): number {
  const weight = Math.floor((TICK_SECONDS - head - burn) / least);
  return weight >= 2 && gapBefore(head, burn, weight) >= MIN_GAP ? weight : 0;
}

function gapBefore(head: number, burn: number, weight: number): number {
  const rest = TICK_SECONDS - head;
  return rest - burn - rest / weight;
}

function square(value: number): number {
  return value * value;
}
