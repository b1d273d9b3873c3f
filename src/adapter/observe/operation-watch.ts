import { isUnderWay } from '../operations-ended.js';
import type { ReportedOperation } from '../platform-adapter.js';

/** An observed operation. */
export interface SeenOperation {
  readonly id: string;
  readonly action: string;
  readonly status: ReportedOperation['status'];
  /** Name of the compute in the scenario; `undefined` for operations of branches and of other computes. */
  readonly compute: string | undefined;
  /** Time of the first poll that showed it, and of the first that showed its end; in seconds since time 0, negative before. */
  readonly seen_seconds: number;
  readonly ended_seconds: number | undefined;
  /** As reported by the platform, in ms; `undefined` until it has finished. */
  readonly duration_ms: number | undefined;
  /** As reported by the platform, in UTC to the second. */
  readonly created_at: string;
}

/** An operation with the times of the adapter, in ms since the epoch. */
type TimedOperation = Omit<SeenOperation, 'seen_seconds' | 'ended_seconds'> & {
  readonly seen_ms: number;
  readonly ended_ms: number | undefined;
};

/** Tracks the operations of a project from poll to poll, in the adapter's time. */
export class OperationWatch {
  readonly #seen = new Map<string, TimedOperation>();
  readonly #disregarded = new Set<string>();

  /** Records operations at a moment, in order of creation. @param nameOf name of an endpoint's compute */
  see(
    operations: readonly ReportedOperation[],
    now_ms: number,
    nameOf: (endpoint_id: string) => string | undefined,
  ): void {
    for (const operation of operations) {
      const known = this.#seen.get(operation.id);
      if (known?.ended_ms !== undefined || this.#disregarded.has(operation.id)) continue;
      const { endpoint_id, status } = operation;
      this.#seen.set(operation.id, {
        id: operation.id,
        action: operation.action,
        status,
        compute: endpoint_id === undefined ? undefined : nameOf(endpoint_id),
        seen_ms: known?.seen_ms ?? now_ms,
        ended_ms: isUnderWay(operation) ? undefined : now_ms,
        duration_ms: status === 'finished' ? operation.total_duration_ms : undefined,
        created_at: operation.created_at,
      });
    }
  }

  /** Ignores operations that ended before the observation, unless they are already known. */
  disregard(operations: readonly ReportedOperation[]): void {
    for (const operation of operations) {
      if (!isUnderWay(operation) && !this.#seen.has(operation.id)) this.#disregarded.add(operation.id);
    }
  }

  /** All operations, ordered by first sighting. @param began_ms time 0 */
  all(began_ms: number): readonly SeenOperation[] {
    return [...this.#seen.values()]
      .map(({ seen_ms, ended_ms, ...operation }) => ({
        ...operation,
        seen_seconds: (seen_ms - began_ms) / 1000,
        ended_seconds: ended_ms === undefined ? undefined : (ended_ms - began_ms) / 1000,
      }))
      .sort((a, b) => a.seen_seconds - b.seen_seconds);
  }

  /** Whether all of the operations have been seen to end. */
  ended(ids: readonly string[]): boolean {
    return ids.every((id) => this.#seen.get(id)?.ended_ms !== undefined);
  }

  /** Total duration of the operations, in ms; `undefined` unless all of them have finished. */
  duration_ms(ids: readonly string[]): number | undefined {
    let sum = 0;
    for (const id of ids) {
      const duration = this.#seen.get(id)?.duration_ms;
      if (duration === undefined) return undefined;
      sum += duration;
    }
    return sum;
  }
}
