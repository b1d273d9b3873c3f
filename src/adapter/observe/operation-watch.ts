import { isUnderWay } from '../operations-ended.js';
import type { ReportedOperation } from '../platform-adapter.js';

/** An operation as it was seen. */
export interface SeenOperation {
  readonly id: string;
  readonly action: string;
  readonly status: ReportedOperation['status'];
  /** Of the compute, as the scenario calls it; `undefined` for a branch's or another's. */
  readonly compute: string | undefined;
  /** When it was first seen and when it was seen to have ended, in seconds since time 0; before it below 0. */
  readonly seen_seconds: number;
  readonly ended_seconds: number | undefined;
  /** As the platform reports it, in ms; `undefined` before it has finished. */
  readonly duration_ms: number | undefined;
  /** As the platform reports it, in UTC to the second. */
  readonly created_at: string;
}

/** An operation with the times of the adapter, in ms since the epoch. */
type TimedOperation = Omit<SeenOperation, 'seen_seconds' | 'ended_seconds'> & {
  readonly seen_ms: number;
  readonly ended_ms: number | undefined;
};

/** The operations of a project, followed from poll to poll in the adapter's time. */
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

  /** Those of them that are not known and have ended belong to a time before. */
  disregard(operations: readonly ReportedOperation[]): void {
    for (const operation of operations) {
      if (!isUnderWay(operation) && !this.#seen.has(operation.id)) this.#disregarded.add(operation.id);
    }
  }

  /** Everything seen, by when it was first seen. @param began_ms the moment that counts as 0 s */
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

  /** How long the operations took together, in ms; `undefined` unless all of them have finished. */
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
