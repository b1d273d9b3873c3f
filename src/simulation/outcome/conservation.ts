import { NONE, Stage } from '../run/query-table.js';
import type { RunContext } from '../run/run-context.js';

type Broken = (invariant: string, found: string) => never;

/** Maximum rounding error of sums of demands over a long run. */
const ROUNDING_SECONDS = 1e-3;

/**
 * Checks the invariants between two events, for every compute: no query, attempt or work is lost or counted twice, only
 * active computes serve queries, and sizes and connections stay within their limits. For every closed loop, checks that
 * no client is lost.
 */
export class Conservation {
  readonly #context: RunContext;
  /** Sums over the query table, reused by each check: attempts and waiting work by compute, queries by load. */
  readonly #attempts: Float64Array;
  readonly #waiting: Float64Array;
  readonly #inside: Int32Array;

  constructor(context: RunContext) {
    this.#context = context;
    this.#attempts = new Float64Array(context.scenario.computes.length);
    this.#waiting = new Float64Array(context.scenario.computes.length);
    this.#inside = new Int32Array(context.scenario.load.length);
  }

  /** @param event the preceding event, for the message */
  check(event: string): void {
    const broken: Broken = (invariant, found) => this.#context.broken(invariant, found, event);
    const { computes } = this.#context;
    const live = this.#checkTable(broken);
    let inside = 0;
    for (const compute of computes) {
      const { name, meters, slots, state, cu, execution } = compute;
      const open = meters.arrived - meters.completed - meters.failed;
      const { busy } = execution;
      inside += open;
      if (open < 0) broken('arrived ≥ completed + failed', `${open} on ${name}`);
      if (slots.open < 0 || slots.open > slots.limit)
        broken('0 ≤ connections ≤ limit', `${slots.open} of ${slots.limit} on ${name}`);
      if (state === 'active') {
        const { autoscaling_limit_min_cu: min_cu, autoscaling_limit_max_cu: max_cu } = compute.settings;
        if (cu < min_cu || cu > max_cu)
          broken('minimum ≤ size ≤ maximum', `${cu} CU in ${min_cu} to ${max_cu}`);
      } else if (cu !== 0) broken('size is 0 unless active', `${cu} CU while ${state}`);
      else if (busy !== 0) broken('only active computes serve queries', `${busy} queries while ${state}`);
    }
    if (inside !== live)
      broken('arrived = completed + failed + in flight', `${inside} by count, ${live} in the table`);
  }

  /** Compares the query table, row by row, with the counters. @returns the queries in it, by weight */
  #checkTable(broken: Broken): number {
    const { queries, computes, loadProcesses: loads } = this.#context;
    const attempts = this.#attempts.fill(0);
    const waiting = this.#waiting.fill(0);
    const inside = this.#inside.fill(0);
    let live = 0;
    for (let row = 0, left = queries.used; left > 0 && row < queries.rows; row++) {
      const stage = queries.stage[row];
      if (stage === Stage.free) {
        if (queries.timeout[row] === NONE && queries.disruption[row] === NONE) continue;
        broken('a query leaves without a limit and without a disruption', `row ${row}`);
      }
      left -= 1;
      if (queries.opening[row] === 1) continue;
      inside[queries.load[row]!]! += 1;
      live += queries.weight[row]!;
      if (stage !== Stage.onCpu && stage !== Stage.offCpu) {
        waiting[queries.compute[row]!]! += queries.cpuSeconds[row]!;
      }
      if (stage !== Stage.backoff) attempts[queries.compute[row]!]! += queries.weight[row]!;
    }
    computes.forEach(({ name, execution, meters }, compute) => {
      const work = execution.backlog.waiting;
      const open = meters.attempts - meters.completed - meters.failed - meters.retried;
      const found = (counted: number, rows: Float64Array): string =>
        `${counted} by count, ${rows[compute]} in the table, on ${name}`;
      if (Math.abs(work - waiting[compute]!) > ROUNDING_SECONDS)
        broken('vCPU-seconds in hand = those of the queries that wait', found(work, waiting));
      if (open !== attempts[compute])
        broken('attempts = completed + failed + retried + open', found(open, attempts));
    });
    loads.forEach(({ isClosed, thinking, arrivals: { simulated: begun } }, load) => {
      const waits = inside[load]!;
      if (isClosed && begun !== thinking + waits)
        broken('clients of a closed loop = thinking + waiting', `${begun} begun, ${thinking} + ${waits}`);
    });
    return live;
  }
}
