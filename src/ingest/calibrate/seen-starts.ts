import { getOrCreate } from '../../kernel/get-or-create.js';
import type { MeasuredLatency } from './measured-latencies.js';

export interface SeenOperationRow {
  readonly compute: string;
  readonly action: string;
  readonly seen_seconds: number;
  /** `undefined` for one that has not finished. */
  readonly duration_ms: number | undefined;
}

export interface SeenDecisionRow {
  readonly compute: string;
  readonly decision: string;
  readonly reason: string;
  readonly at_seconds: number;
}

/** A wake or restart whose end has not been seen. */
interface Begun {
  readonly kind: 'wake' | 'restart';
  readonly at_seconds: number;
  /** Whether a call began it, whose time is known; else it was seen by a poll. */
  readonly called: boolean;
}

/** Durations are whole milliseconds. */
const RESOLUTION_SECONDS = 0.001;
/** Tolerance for a poll that is late. */
const SLACK_SECONDS = 0.5;

/** Operations that make up a restart: a stop and a start, or the edit of an active compute. */
const RESTARTS = [['apply_config'], ['start_compute', 'suspend_compute']];

/** How long wakes and restarts took, by the decisions and operations of a result folder. */
export class SeenStarts {
  readonly #poll_seconds: number;
  readonly #operations = new Map<string, SeenOperationRow[]>();
  readonly #begun = new Map<string, Begun>();
  readonly #latencies: MeasuredLatency[] = [];

  /** @param poll_seconds between two looks; 0 where times are exact, as in a simulated run */
  constructor(poll_seconds: number) {
    this.#poll_seconds = poll_seconds;
  }

  /** Takes note of an operation; all of them before the first decision. */
  operation(row: SeenOperationRow): void {
    getOrCreate(this.#operations, row.compute, () => []).push(row);
  }

  /** Takes note of a decision, in the order of time. */
  decision({ compute, decision, reason, at_seconds }: SeenDecisionRow): void {
    switch (decision) {
      case 'wake':
      case 'start':
      case 'resume':
        // The first start of a compute also makes it.
        if (!reason.startsWith('created')) {
          this.#begun.set(compute, { kind: 'wake', at_seconds, called: reason === 'start call' });
        }
        return;
      case 'restart':
        if (!reason.startsWith('refused')) {
          this.#begun.set(compute, { kind: 'restart', at_seconds, called: !reason.startsWith('seen') });
        }
        return;
      case 'active':
      case 'restarted':
        this.#ended(compute, at_seconds);
        return;
      case 'suspend':
        this.#begun.delete(compute);
        return;
    }
  }

  /** The measured latencies. @param end_seconds end of the observation; starts still open then count as given up */
  latencies(end_seconds: number): readonly MeasuredLatency[] {
    const open = [...this.#begun.values()].filter(({ at_seconds }) => end_seconds > at_seconds);
    return [
      ...this.#latencies,
      ...open.map(({ kind, at_seconds }) => ({
        kind,
        low: end_seconds - at_seconds,
        high: Number.POSITIVE_INFINITY,
      })),
    ];
  }

  #ended(compute: string, ended_seconds: number): void {
    const begun = this.#begun.get(compute);
    if (begun === undefined) return;
    this.#begun.delete(compute);
    const { kind, at_seconds, called } = begun;
    const span = ended_seconds - at_seconds;
    if (this.#poll_seconds === 0) {
      if (span > 0) this.#latencies.push({ kind, low: span, high: span });
      return;
    }
    const measured = this.#operationSeconds(compute, begun, ended_seconds);
    if (measured !== undefined) {
      const half = RESOLUTION_SECONDS / 2;
      this.#latencies.push({ kind, low: Math.max(0, measured - half), high: measured + half });
      return;
    }
    // The end came since the look before; so did the beginning, unless a call was it.
    const low = Math.max(0, span - this.#poll_seconds);
    const high = called ? span : span + this.#poll_seconds;
    if (high > 0) this.#latencies.push({ kind, low, high });
  }

  /** How long the operations of one start took together, in seconds; each operation counts once. */
  #operationSeconds(compute: string, { kind, at_seconds, called }: Begun, until_seconds: number) {
    const before = called ? RESOLUTION_SECONDS : this.#poll_seconds + SLACK_SECONDS;
    const all = this.#operations.get(compute) ?? [];
    const own = all.filter(
      ({ seen_seconds }) =>
        seen_seconds >= at_seconds - before && seen_seconds <= until_seconds + RESOLUTION_SECONDS,
    );
    this.#operations.set(
      compute,
      all.filter((each) => !own.includes(each)),
    );
    const actions = own.map(({ action }) => action).sort();
    const expected = kind === 'wake' ? [['start_compute']] : RESTARTS;
    if (!expected.some((each) => each.join() === actions.join())) return undefined;
    let sum = 0;
    for (const { duration_ms } of own) {
      if (duration_ms === undefined) return undefined;
      sum += duration_ms / 1000;
    }
    return sum > 0 ? sum : undefined;
  }
}
