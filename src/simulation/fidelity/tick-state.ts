import { mayThrottle } from '../../compute/cpu-limit.js';
import type { LoadSpecification } from '../../workload/load-specification.js';
import type { LoadProcess } from '../clients/load-process.js';
import type { Compute } from '../lifecycle/compute.js';
import type { RunContext } from '../run/run-context.js';
import type { LoadOutlook } from './load-outlook.js';
import { TICK_SECONDS, TickState } from './tick-plan.js';

/** Time after a planned event during which every query is simulated. */
const AFTER_EVENT_SECONDS = 60;
/** A load that sends to the compute. */
export interface HybridLoad {
  readonly index: number;
  readonly process: LoadProcess;
  readonly specification: LoadSpecification;
  readonly outlook: LoadOutlook;
}

/** An interval during which every query must be simulated. */
export interface Announcement {
  readonly from: number;
  readonly until: number;
}

/** Mean seconds that a query of a load waits for pages. */
export function pageWait(
  { scenario }: RunContext,
  { cache }: Compute,
  { index, outlook }: HybridLoad,
): number {
  return outlook.pages * (1 - cache.hitRatio(index)) * scenario.model.page_miss_latency;
}

/** The next arrival of loads that are simulated completely; Infinity if there is none. */
export function nextJob(whole: readonly LoadProcess[]): number {
  let next = Number.POSITIVE_INFINITY;
  for (const { next_arrival } of whole) if (next_arrival < next) next = next_arrival;
  return next;
}

/** Whether a query of loads that are simulated completely is inside, or waits for a retry. */
function jobUnderWay({ queries }: RunContext, whole: readonly LoadProcess[]): boolean {
  for (const { index } of whole) if (queries.anyInside(index)) return true;
  return false;
}

/** Reused for each tick, to avoid allocating an object per number. */
const present = new TickState();

/** The state at the start of the current tick; valid until the next call. */
export function tickState(
  context: RunContext,
  compute: Compute,
  loads: readonly HybridLoad[],
  whole: readonly LoadProcess[],
  announced: readonly Announcement[],
): TickState {
  const { scenario, now } = context;
  const until = now + TICK_SECONDS;
  const { model } = scenario;
  const { cache, clock, execution, memory, quota, settings, size, slots, service } = compute;
  let rate = 0;
  let cpu = 0;
  let square = 0;
  let io = 0;
  let wait = 0;
  let misses = 0;
  let bytes = 0;
  let jumps = false;
  let tail = 0;
  let timeout = Number.POSITIVE_INFINITY;
  const pools: { size: number; rate: number }[] = [];
  let servers = 0;
  let forks = 0;
  let inside = 0;
  for (const one of loads) {
    const { index, specification, outlook } = one;
    outlook.look(now, until);
    const each = outlook.rate;
    rate += each;
    inside += one.process.clients[0]!.connectionsInUse;
    cpu += each * outlook.cpu_mean;
    square += each * outlook.cpu_square;
    io += each * pageWait(context, compute, one);
    wait += each * outlook.wait;
    misses += each * outlook.pages * (1 - cache.hitRatio(index));
    jumps ||= outlook.jumps;
    if (each > 0) {
      tail = Math.max(tail, outlook.cpu_tail);
      timeout = Math.min(timeout, shortestLimit(specification));
    }
    const { connection } = specification;
    const own = connection.kind === 'per_query' ? model.connection_memory : 0;
    bytes = Math.max(bytes, outlook.memory + own);
    if (connection.kind === 'pool') pools.push({ size: connection.size, rate: each });
    if (connection.via === 'pooler') servers += each;
    else if (connection.kind === 'per_query') {
      pools.push({ size: slots.limit, rate: each });
      forks += each;
    }
  }
  if (servers > 0) pools.push({ size: service.pooler.most_servers, rate: servers });
  const mean = cpu / rate;
  present.run_seconds = scenario.duration_seconds;
  present.rate = rate;
  present.jumps = jumps;
  present.announced =
    isAnnounced(announced, now, until) || Math.min(size.loop.migration.alarm.time, quota.due) < until;
  present.job = nextJob(whole) < until || jobUnderWay(context, whole);
  present.active_seconds = now - clock.since;
  present.vcpu = execution.vcpu;
  present.throttled = mayThrottle(
    context.cpuLimit,
    settings.autoscaling_limit_min_cu,
    settings.autoscaling_limit_max_cu,
  );
  present.cpu_mean = mean;
  present.cpu_scv = square / rate / (mean * mean) - 1;
  present.cpu_tail = tail;
  present.io = io / rate;
  present.wait = wait / rate;
  present.store = Math.max(misses / model.page_reads_per_second, forks * model.fork_latency);
  present.inside = inside;
  present.pools = pools;
  present.fresh_reads = (misses * TICK_SECONDS) / (cache.pages_read + 1);
  present.timeout = timeout;
  present.room = memory.roomFor(bytes);
  return present;
}

function shortestLimit({ query, connection }: LoadSpecification): number {
  const acquire =
    connection.kind === 'pool' && connection.acquire_timeout_seconds?.kind === 'constant'
      ? connection.acquire_timeout_seconds.value
      : Number.POSITIVE_INFINITY;
  return Math.min(query.statement_timeout_seconds ?? Number.POSITIVE_INFINITY, acquire);
}

/** When planned events that require full simulation affect a compute; the end of the run truncates a window. */
export function announcements(
  { events, faults, duration_seconds }: RunContext['scenario'],
  compute: string,
): readonly Announcement[] {
  const own = events.filter((event) => event.compute === compute);
  const met = faults.filter((fault) => !('compute' in fault) || (fault.compute ?? compute) === compute);
  return [
    { from: duration_seconds, until: Number.POSITIVE_INFINITY },
    ...own.map(({ at_seconds: at }) => ({ from: at, until: at + AFTER_EVENT_SECONDS })),
    ...met.map(({ at_seconds: at, for_seconds }) => ({
      from: at,
      until: at + for_seconds + AFTER_EVENT_SECONDS,
    })),
  ];
}

/** Whether any of them overlaps the interval between two times. */
export function isAnnounced(announced: readonly Announcement[], from: number, until: number): boolean {
  for (const one of announced) if (one.from < until && from < one.until) return true;
  return false;
}
