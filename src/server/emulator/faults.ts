import { type RandomStream, randomStream } from '../../kernel/random-stream.js';
import type { OperationAction, OperationFate } from '../../platform/rows/operation.js';

/** Something that is to go wrong, as a control route names it; what is left out is not asked for. */
export interface FaultRequest {
  /** The call it happens to, by the vendor's name of the operation; any unless given. */
  readonly call?: string | undefined;
  /** The method of the calls it happens to. */
  readonly method?: string | undefined;
  /** Status of the answer; `none` cuts the connection without one. */
  readonly answer?: number | 'none' | undefined;
  /** Whether the call is carried out all the same, before that answer. */
  readonly carried_out?: boolean | undefined;
  /** How long the answer is held back, in ms of the wall clock. */
  readonly delay_ms?: number | undefined;
  /** What becomes of operations, instead of calls. */
  readonly operation?: OperationFate | undefined;
  /** The operations it happens to; any unless given. */
  readonly action?: OperationAction | undefined;
  /** How often it happens; `undefined`: without end. */
  readonly times?: number | undefined;
  /** The share of calls or operations it happens to, 0 to 1; all unless given. */
  readonly share?: number | undefined;
  /** For how long it happens, in ms of emulated time; without end unless given. */
  readonly for_ms?: number | undefined;
}

/** A fault that is set, and what has come of it. */
export interface SetFault extends FaultRequest {
  readonly id: number;
  /** When it ends by itself, in ms since the epoch. */
  readonly until_ms: number | undefined;
  /** How often it has happened. */
  readonly happened: number;
}

interface Fault {
  readonly request: FaultRequest;
  readonly id: number;
  readonly until_ms: number | undefined;
  readonly draws: RandomStream;
  happened: number;
}

/** What a call is, as far as faults tell calls apart. */
export interface FaultyCall {
  readonly operation_id: string;
  readonly method: string;
}

/** The most faults at once. */
const MOST_FAULTS = 100;

/**
 * What is to go wrong and has not yet: faults happen in the order in which they were set, one to a call. Which calls a
 * share of them hits follows from the seed and the number of the fault.
 */
export class Faults {
  readonly #seed: string;
  #faults: readonly Fault[] = [];
  #latest = 0;

  constructor(seed: string) {
    this.#seed = seed;
  }

  /** Sets a fault at a moment, in ms since the epoch. @returns `undefined` where there are too many */
  add(request: FaultRequest, now_ms: number): SetFault | undefined {
    if (this.#faults.length >= MOST_FAULTS) return undefined;
    this.#latest += 1;
    const fault: Fault = {
      request,
      id: this.#latest,
      until_ms: request.for_ms === undefined ? undefined : now_ms + request.for_ms,
      draws: randomStream(this.#seed, 0, 'faults', String(this.#latest)),
      happened: 0,
    };
    this.#faults = [...this.#faults, fault];
    return shown(fault);
  }

  /** Those that may still happen. */
  list(now_ms: number): readonly SetFault[] {
    this.#forget(now_ms);
    return this.#faults.map(shown);
  }

  /** Takes every fault back. */
  clear(): void {
    this.#faults = [];
  }

  /** What happens to a call that is made now. */
  ofCall({ operation_id, method }: FaultyCall, now_ms: number): FaultRequest | undefined {
    return this.#take(now_ms, ({ operation, call = operation_id, method: its = method }) => {
      return operation === undefined && call === operation_id && its === method;
    });
  }

  /** What becomes of an operation that is scheduled now. */
  ofOperation(scheduled: OperationAction, now_ms: number): OperationFate | undefined {
    return this.#take(now_ms, ({ operation, action = scheduled }) => {
      return operation !== undefined && action === scheduled;
    })?.operation;
  }

  #take(now_ms: number, isMeant: (request: FaultRequest) => boolean): FaultRequest | undefined {
    if (this.#faults.length === 0) return undefined;
    this.#forget(now_ms);
    for (const fault of this.#faults) {
      const { share } = fault.request;
      if (!isMeant(fault.request)) continue;
      if (share !== undefined && fault.draws.uniform() >= share) continue;
      fault.happened += 1;
      return fault.request;
    }
    return undefined;
  }

  #forget(now_ms: number): void {
    if (!this.#faults.some((fault) => isOver(fault, now_ms))) return;
    this.#faults = this.#faults.filter((fault) => !isOver(fault, now_ms));
  }
}

function isOver({ request, happened, until_ms }: Fault, now_ms: number): boolean {
  return (
    happened >= (request.times ?? Number.POSITIVE_INFINITY) ||
    now_ms >= (until_ms ?? Number.POSITIVE_INFINITY)
  );
}

function shown({ request, id, until_ms, happened }: Fault): SetFault {
  return { ...request, id, until_ms, happened };
}
