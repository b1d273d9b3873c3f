import { type RandomStream, randomStream } from '../kernel/random-stream.js';
import type { OperationAction, OperationFate } from '../platform/operations/operation.js';
import type { ApiMethod } from '../platform/resource/call.js';
import { DEFAULT_DURATIONS } from '../platform/store/options.js';

/** Something that is to go wrong with calls of the management API or with its operations; what is left out is not asked for. */
export interface FaultRequest {
  /** The call it happens to, by the vendor's name of the operation; any unless given. */
  readonly call?: string | undefined;
  /** The method of the calls it happens to. */
  readonly method?: ApiMethod | undefined;
  /** Status of the answer; `none` cuts the connection without one. */
  readonly answer?: number | 'none' | undefined;
  /** Whether the call is carried out all the same, before that answer. */
  readonly carried_out?: boolean | undefined;
  /** How long the answer is held back, in ms: of the wall clock over HTTP, of simulated time in process. */
  readonly delay_ms?: number | undefined;
  /** The fate of operations, instead of calls. */
  readonly operation?: OperationFate | undefined;
  /** The operations it happens to; any unless given. */
  readonly action?: OperationAction | undefined;
  /** How often it happens; once where neither `share` nor `for_ms` is given, else without end. */
  readonly times?: number | undefined;
  /** The share of calls or operations it happens to, 0 to 1; all unless given. */
  readonly share?: number | undefined;
  /** When it begins, in ms of emulated time from the moment at which it is set; at once unless given. */
  readonly after_ms?: number | undefined;
  /** For how long it happens, in ms of emulated time; without end unless given. */
  readonly for_ms?: number | undefined;
}

export const FAULT_VALUES = {
  methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
  actions: Object.keys(DEFAULT_DURATIONS) as [OperationAction, ...OperationAction[]],
  fates: ['fails', 'sticks'] as const satisfies readonly OperationFate[],
  statuses: { least: 400, most: 599 },
  most_times: 1_000_000,
} as const;
/** The longest that an answer is held back: clients have long gone by then. */
const MAX_DELAY_MS = 600_000;

/** What is wrong with a fault, in words; `undefined` for nothing. */
export function faultProblem(fault: FaultRequest): string | undefined {
  const { answer, delay_ms, operation, call, method, action, carried_out } = fault;
  const about_calls = answer !== undefined || delay_ms !== undefined;
  if (about_calls === (operation !== undefined)) {
    return 'expected "answer" or "delay", or "operation" alone';
  }
  if (operation !== undefined && (call !== undefined || method !== undefined)) {
    return '"operation" goes by "action", not by "call" or "method"';
  }
  if (operation === undefined && action !== undefined) {
    return '"action" goes with "operation"; name "call" or "method"';
  }
  if (carried_out !== undefined && answer === undefined) return '"carried_out" goes with "answer"';
  if (delay_ms !== undefined && delay_ms > MAX_DELAY_MS) return '"delay": expected at most 10m';
  return undefined;
}

/** Messages of the service, or the proxy before it, for statuses of unavailability. */
const MESSAGES: Readonly<Record<number, string>> = {
  429: 'too many requests; try again in 1 s',
  500: 'internal error',
  502: 'bad gateway',
  503: 'the service is not available; try again later',
  504: 'gateway timeout',
};

/** The message of a call that is made to fail. */
export function faultMessage(status: number): string {
  return MESSAGES[status] ?? 'made to fail by a fault';
}

/** How long a call that is made to fail by 429 is asked to wait, in seconds. */
export const FAULT_RETRY_AFTER_SECONDS = 1;

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

  ofCall({ operation_id, method }: FaultyCall, now_ms: number): FaultRequest | undefined {
    return this.#take(now_ms, ({ operation, call = operation_id, method: its = method }) => {
      return operation === undefined && call === operation_id && its === method;
    });
  }

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
