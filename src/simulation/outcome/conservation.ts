import { NONE, Stage } from '../run/query-table.js';
import type { RunContext } from '../run/run-context.js';

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
    const context = this.#context;
    const { computes } = context;
    const live = this.#checkTable(event);
    let inside = 0;
    for (const compute of computes) {
      const { meters, slots, state, cu, execution } = compute;
      const open = meters.arrived - meters.completed - meters.failed;
      if (open < 0) context.broken('arrived ≥ completed + failed', `${open} on ${compute.name}`, event);
      inside += open;
      if (slots.open < 0 || slots.open > slots.limit) {
        context.broken(
          '0 ≤ connections ≤ limit',
          `${slots.open} of ${slots.limit} on ${compute.name}`,
          event,
        );
      }
      if (state !== 'active') {
        if (cu !== 0) context.broken('size is 0 unless active', `${cu} CU while ${state}`, event);
        if (execution.busy !== 0) {
          context.broken(
            'only active computes serve queries',
            `${execution.busy} queries while ${state}`,
            event,
          );
        }
      } else {
        const { autoscaling_limit_min_cu: min_cu, autoscaling_limit_max_cu: max_cu } = compute.settings;
        if (cu < min_cu || cu > max_cu) {
          context.broken('minimum ≤ size ≤ maximum', `${cu} CU in ${min_cu} to ${max_cu}`, event);
        }
      }
    }
    if (inside !== live) {
      context.broken(
        'arrived = completed + failed + in flight',
        `${inside} by count, ${live} in the table`,
        event,
      );
    }
  }

  /** Compares the query table, row by row, with the counters. @returns the queries in it, by weight */
  #checkTable(event: string): number {
    const context = this.#context;
    const { queries, computes, loadProcesses: loads } = context;
    const attempts = this.#attempts.fill(0);
    const waiting = this.#waiting.fill(0);
    const inside = this.#inside.fill(0);
    let live = 0;
    for (let row = 0, left = queries.used; left > 0 && row < queries.rows; row++) {
      const stage = queries.stage[row];
      if (stage === Stage.free) {
        if (queries.timeout[row] === NONE && queries.disruption[row] === NONE) continue;
        context.broken('a query leaves without a limit and without a disruption', `row ${row}`, event);
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
    computes.forEach(({ name, execution }, compute) => {
      const counted = execution.backlog.waiting;
      if (Math.abs(counted - waiting[compute]!) <= ROUNDING_SECONDS) return;
      context.broken(
        'work in hand = work of the queries that wait',
        `${counted} vCPU-seconds by count, ${waiting[compute]} in the table, on ${name}`,
        event,
      );
    });
    computes.forEach(({ name, meters }, compute) => {
      const open = meters.attempts - meters.completed - meters.failed - meters.retried;
      if (open === attempts[compute]) return;
      context.broken(
        'attempts = completed + failed + retried + open',
        `${open} by count, ${attempts[compute]} in the table, on ${name}`,
        event,
      );
    });
    loads.forEach(({ isClosed, thinking, arrivals: { simulated: begun } }, load) => {
      if (!isClosed || begun === thinking + inside[load]!) return;
      context.broken(
        'clients of a closed loop = thinking + waiting for a query',
        `${begun} begun, ${thinking} think, ${inside[load]} wait`,
        event,
      );
    });
    return live;
  }
}
