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

/** What a tick begins with; times in seconds. */
export class TickState {
  /** How long the whole run is. */
  run_seconds = 0;
  /** Mean arrivals a second in the tick, of all loads. */
  rate = 0;
  /** Whether the rate jumps within the tick. */
  jumps = false;
  /** Whether something planned happens in the tick, or has just happened. */
  announced = false;
  /** Whether a query comes in the tick, or is under way, of a load that is simulated whole. */
  job = false;
  /** Seconds since the compute began to run. */
  active_seconds = 0;
  vcpu = 0;
  /** Whether a quota may stop the CPU before its period is over at a size that the compute may have. */
  throttled = false;
  /** Demand for CPU of a query: mean, squared coefficient of variation, the longest of the loads' 99th percentiles. */
  cpu_mean = 0;
  cpu_scv = 0;
  cpu_tail = 0;
  /** Mean waits of a query off the CPU: for pages, and for anything else. */
  io = 0;
  wait = 0;
  /** Share of the storage's rate that the misses take, or of the server's time that forks take where that is more. */
  store = 0;
  /** Queries inside the compute and its clients' pools. */
  inside = 0;
  /** By the loads' pools: places, and the rate of the queries that want one. */
  pools: readonly { readonly size: number; readonly rate: number }[] = [];
  /** Reads of a tick that miss the cache over all reads since the start. */
  fresh_reads = 0;
  /** The shortest limit on a query's time; Infinity where there is none. */
  timeout = 0;
  /** Most queries at once that fit into memory, connections and disk. */
  room = 0;
}

/** What is simulated of a tick, in this order: the head; nothing, for the gap; the burn-in, which counts for nothing; and the rest. */
export interface WindowPlan {
  readonly head: number;
  readonly gap: number;
  readonly burn: number;
  /** For how many queries one that arrives in the rest stands. */
  readonly weight: number;
}

/** What to do with a tick; where the queue's law may stand for such ticks, also how soon the queue settles and for how many. */
export type TickPlan = (WindowPlan | { readonly exact: ExactReason }) & { readonly law?: LawPlan };

/** How ticks are simulated for which the queue's law may stand. */
export interface LawPlan {
  /** Seconds in which the queue settles. */
  readonly settling: number;
  /** Of about so many ticks one may have windows, 2 or more. */
  readonly ticks: number;
}

/** Shares of full use from which on a queue does not settle within a tick. */
const FULL = { cpu: 0.97, store: 0.95, pool: 0.95 } as const;
/** After a start what waited for it drains and clients connect: a minute, or as long as so many queries take, if not at once. */
const SETTLING = { most_seconds: 60, least_seconds: 10, queries: 100_000 } as const;
/** Arrivals a second below which a load is sparse: fewer than ten a tick. */
export const SPARSE_RATE = 10 / TICK_SECONDS;
const GREATEST_FRESH_READS = 0.1;
const LEAST_WINDOW = 0.1;
/** Where windows stand for several ticks, one with so many queries is long enough. */
const LEAST_QUERIES = 100;
/** Of the ticks of so many seconds, at most, one has windows. */
export const LONGEST_BLOCK_SECONDS = 60;
/** Share of a tick below which it is not worth while to leave something out. */
const LEAST_GAP = 0.5;
const LIMIT_PROBABILITY = 1e-3;
/** Where a tick's queue is far enough from each limit, and settles soon enough, to be drawn from its law. */
const LAW = { cpu: 0.85, store: 0.5, pool: 0.5, settling_seconds: 1 } as const;
/** A queue that settles so soon never takes so long by chance to drain: what does is left by an overload. */
const LONGEST_DRAIN_SECONDS = 20;
/**
 * So many queries in the windows of a whole run tell its 99th percentile within 1 %, where times are log-normal with a
 * coefficient of variation of 2: (4.7 / 1 %)² by the variance of a sample quantile, twice for those of a window being alike.
 */
const RESOLVING_QUERIES = 450_000;

/**
 * What to simulate of a tick: windows in which the queue, carried over the gap, has settled, or everything where that
 * cannot be said of it. The queue of processor sharing settles in the relaxation time of M/M/1 (Cohen 1982) with the
 * heavy-traffic factor of the demand's variation; queries on CPU by Sakasegawa's formula (1977).
 */
export function planTick(state: TickState): TickPlan {
  const barred = outright(state);
  if (barred !== undefined) return { exact: barred };
  const { rate, vcpu, cpu_mean, io, wait } = state;
  const rho = (rate * cpu_mean) / vcpu;
  if (rho >= FULL.cpu) return { exact: 'overload' };
  if (state.store >= FULL.store) return { exact: 'store' };
  // What a query takes on its own, and how many are on CPU.
  const alone = cpu_mean / Math.min(1, vcpu);
  const running = rate * alone + Math.exp(Math.log(rho) * Math.sqrt(2 * (Math.max(1, vcpu) + 1))) / (1 - rho);
  const sojourn = running / rate + io + wait;
  let pool = 0;
  for (const one of state.pools) pool = Math.max(pool, (one.rate * sojourn) / one.size);
  if (pool >= FULL.pool) return { exact: 'pool' };
  const heavy = state.cpu_tail / Math.min(1, vcpu);
  const off = 4.6 * wait + io;
  // At most: of several processors most queries find one free.
  const tail = heavy / (1 - rho) + off;
  if (bites(state, rate * sojourn, tail)) return { exact: 'limit' };
  // Seconds in which what an overload has left drains, by whatever is fullest.
  const fullest = Math.max(rho, state.store, pool);
  const left = ((state.inside - mostInside(rate * sojourn)) * fullest) / (rate * (1 - fullest));
  // Of such a time ticks would be left out as well, so that it lasted several times as long.
  if (left > LONGEST_DRAIN_SECONDS) return { exact: 'overload' };
  const tau = (((1 + state.cpu_scv) / 2) * cpu_mean) / (vcpu * square(1 - Math.sqrt(rho)));
  const far = rho < LAW.cpu && state.store < LAW.store && pool < LAW.pool && 1.5 * tau < LAW.settling_seconds;
  // However slow queries come, a window is no shorter than this.
  const settled = Math.max(
    1.5 * tau,
    3 / rate,
    (1.5 * (alone + io + wait)) / square(1 - pool),
    (1.5 * io) / (1 - state.store),
  );
  // What an overload has left drains in the head, at weight 1: in a window it would count for the whole tick. What is inside
  // by chance does not: heads that end once it is gone would let every gap begin with too little.
  const head = 1.5 * tau + Math.max(0, left);
  if (far) {
    // Sizes follow the law there, not how far slow queries come in windows: the mean slow-down is enough.
    const slowed = heavy * (running / (rate * alone)) + off;
    // A queue that is faster in all respects is simulated as the slower one is, for as many queries.
    const shortest = Math.min(LEAST_WINDOW, LEAST_QUERIES / rate);
    const spread = spreadWindows(state, tau, Math.max(settled, 5 * slowed, shortest));
    // Whatever is inside must not matter: of ticks that may be drawn those with a backlog would be simulated more seldom.
    if (spread !== undefined && windowsIn(1.5 * tau, tau, spread.window) > 0) {
      return windows(head, tau, spread.window, spread.law);
    }
  }
  return windows(head, tau, Math.max(settled, 5 * tail, LEAST_WINDOW), undefined);
}

/**
 * Windows that stand for several ticks, so that those of the whole run have as many queries as resolve it. Where blocks of ticks
 * as long as they may be would have too few, windows are as long as all that is simulated besides them.
 * @param tau in which the queue settles
 * @param least seconds of a window
 */
function spreadWindows(
  { rate, run_seconds }: TickState,
  tau: number,
  least: number,
): { readonly window: number; readonly law: LawPlan } | undefined {
  const queries = (RESOLVING_QUERIES * TICK_SECONDS) / run_seconds;
  const settling = 3 * tau;
  const most = (queries * LONGEST_BLOCK_SECONDS) / TICK_SECONDS;
  const window = Math.max(least, Math.min(settling + 2.5 * tau, most / rate));
  const ticks = Math.floor((rate * window) / queries);
  return ticks < 2 ? undefined : { window, law: { settling, ticks } };
}

function outright(state: TickState): ExactReason | undefined {
  if (state.rate < SPARSE_RATE) return 'sparse';
  if (state.active_seconds < settlingSeconds(state.rate)) return 'started';
  if (state.throttled) return 'cpu_quota';
  if (state.announced) return 'event';
  if (state.job) return 'job';
  if (state.jumps) return 'jump';
  if (state.fresh_reads > GREATEST_FRESH_READS) return 'cold_cache';
  return undefined;
}

function settlingSeconds(rate: number): number {
  return Math.max(SETTLING.least_seconds, Math.min(SETTLING.most_seconds, SETTLING.queries / rate));
}

/** Whether a limit may be reached within the tick: of time, or of queries at once. */
function bites({ rate, timeout, room }: TickState, inside: number, tail: number): boolean {
  if (mostInside(inside) > room) return true;
  return rate * TICK_SECONDS * Math.exp(Math.log(0.01) * (timeout / tail)) > LIMIT_PROBABILITY;
}

/** How many queries are inside at most where so many are on average. */
function mostInside(mean: number): number {
  return mean + 6 * Math.sqrt(mean) + 6;
}

function windows(head: number, burn: number, least: number, law: LawPlan | undefined): TickPlan {
  const weight = windowsIn(head, burn, least);
  if (weight === 0) return law === undefined ? { exact: 'window' } : { exact: 'window', law };
  const gap = gapBefore(head, burn, weight);
  return law === undefined ? { head, gap, burn, weight } : { head, gap, burn, weight, law };
}

/** For how many windows one in a tick stands; 0 where it is not worth while to leave the others out. */
function windowsIn(head: number, burn: number, least: number): number {
  const weight = Math.floor((TICK_SECONDS - head - burn) / least);
  return weight >= 2 && gapBefore(head, burn, weight) >= LEAST_GAP ? weight : 0;
}

function gapBefore(head: number, burn: number, weight: number): number {
  const rest = TICK_SECONDS - head;
  return rest - burn - rest / weight;
}

function square(value: number): number {
  return value * value;
}
