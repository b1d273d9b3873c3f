import { type RandomStream, randomStream } from '../kernel/random-stream.js';
import type { OperationAction, OperationFate } from '../platform/operations/operation.js';
import type { FaultRequest } from './fault.js';

/** A fault that is set, and what has come of it. */
export interface SetFault extends FaultRequest {
  readonly id: number;
  /** When it begins, in ms since the epoch. */
  readonly from_ms: number;
  /** The end of its validity, in ms since the epoch. */
  readonly until_ms: number | undefined;
  /** How often it has happened. */
  readonly happened: number;
}

interface Fault extends Omit<SetFault, 'happened'> {
  happened: number;
  readonly draws: RandomStream;
}

/** The properties of a call that faults depend on. */
export interface FaultyCall {
  readonly operation_id: string;
  readonly method: string;
}

/**
 * Pending faults: they happen in the order of their setting, one per call. Which calls a
 * share of them hits follows from the seed and the number of the fault.
 */
export class Faults {
  readonly #seed: string;
  #faults: readonly Fault[] = [];
  #latest = 0;

  constructor(seed: string) {
    this.#seed = seed;
  }

  /** Sets a fault at a moment, in ms since the epoch. */
  add(request: FaultRequest, now_ms: number): SetFault {
    this.#latest += 1;
    const { share, after_ms = 0, for_ms } = request;
    const from_ms = now_ms + after_ms;
    const once = share === undefined && for_ms === undefined ? 1 : undefined;
    const fault: Fault = {
      ...request,
      times: request.times ?? once,
      id: this.#latest,
      from_ms,
      until_ms: for_ms === undefined ? undefined : from_ms + for_ms,
      happened: 0,
      draws: randomStream(this.#seed, 0, 'faults', String(this.#latest)),
    };
    this.#faults = [...this.#faults, fault];
    return shown(fault);
  }

  /** Those that may still happen. */
  list(now_ms: number): readonly SetFault[] {
    this.#forget(now_ms);
    return this.#faults.map(shown);
  }

  /** Takes every fault back: the next is the first again, whose share hits the same. */
  clear(): void {
    this.#faults = [];
    this.#latest = 0;
  }

  /** The fault of a call that is made now. */
  ofCall({ operation_id, method }: FaultyCall, now_ms: number): FaultRequest | undefined {
    return this.#take(now_ms, ({ operation, call = operation_id, method: its = method }) => {
      return operation === undefined && call === operation_id && its === method;
    });
  }

  /** The fate of an operation that is scheduled now. */
  ofOperation(scheduled: OperationAction, now_ms: number): OperationFate | undefined {
    return this.#take(now_ms, ({ operation, action = scheduled }) => {
      return operation !== undefined && action === scheduled;
    })?.operation;
  }

  #take(now_ms: number, isMeant: (request: FaultRequest) => boolean): FaultRequest | undefined {
    if (this.#faults.length === 0) return undefined;
    this.#forget(now_ms);
    for (const fault of this.#faults) {
      const { share } = fault;
      if (now_ms < fault.from_ms || !isMeant(fault)) continue;
      if (share !== undefined && fault.draws.uniform() >= share) continue;
      fault.happened += 1;
      return fault;
    }
    return undefined;
  }

  #forget(now_ms: number): void {
    if (!this.#faults.some((fault) => isOver(fault, now_ms))) return;
    this.#faults = this.#faults.filter((fault) => !isOver(fault, now_ms));
  }
}

function isOver({ times, happened, until_ms }: Fault, now_ms: number): boolean {
  const never = Number.POSITIVE_INFINITY;
  return happened >= (times ?? never) || now_ms >= (until_ms ?? never);
}

function shown({ draws: _, ...fault }: Fault): SetFault {
  return fault;
}
