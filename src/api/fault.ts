import { type RandomStream, randomStream } from '../kernel/random-stream.js';
import type { OperationAction, OperationFate } from '../platform/operations/operation.js';
import type { ApiMethod } from '../platform/resource/call.js';
import { DEFAULT_DURATIONS } from '../platform/store/options.js';

/** A failure to inject into calls of the management API or into its operations. */
export interface FaultRequest {
  /** The call that fails, by the vendor's operation name; any call by default. */
  readonly call?: string | undefined;
  /** The method of the calls that fail; any method by default. */
  readonly method?: ApiMethod | undefined;
  /** Status of the answer; `none` cuts the connection without one. */
  readonly answer?: number | 'none' | undefined;
  /** Whether the call takes effect before that answer is sent. */
  readonly carried_out?: boolean | undefined;
  /** Delay of the answer, in ms: of the wall clock over HTTP, of simulated time in process. */
  readonly delay_ms?: number | undefined;
  /** Outcome of operations; excludes the fields of calls. */
  readonly operation?: OperationFate | undefined;
  /** The operations that are affected; all by default. */
  readonly action?: OperationAction | undefined;
  /** How many times the fault happens: by default once, or without limit if `share` or `for_ms` is given. */
  readonly times?: number | undefined;
  /** The share of calls or operations that are affected, 0 to 1; 1 by default. */
  readonly share?: number | undefined;
  /** Delay before it takes effect, in ms of emulated time; 0 by default. */
  readonly after_ms?: number | undefined;
  /** How long it stays in effect, in ms of emulated time; unlimited by default. */
  readonly for_ms?: number | undefined;
}

export const FAULT_VALUES = {
  methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
  actions: Object.keys(DEFAULT_DURATIONS) as [OperationAction, ...OperationAction[]],
  fates: ['fails', 'sticks'] as const satisfies readonly OperationFate[],
  statuses: { least: 400, most: 599 },
  most_times: 1_000_000,
} as const;
/** Clients time out long before this. */
const MAX_DELAY_MS = 600_000;

/** The problem with a fault, in words; `undefined` if it is valid. */
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

/** The messages that the service, or the proxy in front of it, sends with statuses of unavailability. */
const MESSAGES: Readonly<Record<number, string>> = {
  429: 'too many requests; try again in 1 s',
  500: 'internal error',
  502: 'bad gateway',
  503: 'the service is not available; try again later',
  504: 'gateway timeout',
};

/** The message of a call that a fault fails. */
export function faultMessage(status: number): string {
  return MESSAGES[status] ?? 'failed by an injected fault';
}

/** `Retry-After` of a call that a fault fails with 429, in seconds. */
export const FAULT_RETRY_AFTER_SECONDS = 1;

export interface SetFault extends FaultRequest {
  readonly id: number;
  /** Start of its effect, in ms since the epoch. */
  readonly from_ms: number;
  /** The end of its validity, in ms since the epoch. */
  readonly until_ms: number | undefined;
  /** How many times it has happened. */
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
 * Pending faults. They happen in the order of their addition, one per call. Which calls a share hits depends
 * only on the seed and the fault's number.
 */
export class Faults {
  readonly #seed: string;
  #faults: readonly Fault[] = [];
  #latest = 0;

  constructor(seed: string) {
    this.#seed = seed;
  }

  /** Adds a fault. @param now_ms ms since the epoch */
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
    return withoutDraws(fault);
  }

  /** Faults that may still happen. */
  list(now_ms: number): readonly SetFault[] {
    this.#forget(now_ms);
    return this.#faults.map(withoutDraws);
  }

  /** Removes every fault and restarts the numbering, so that the next shares hit the same calls again. */
  clear(): void {
    this.#faults = [];
    this.#latest = 0;
  }

  takeForCall({ operation_id, method }: FaultyCall, now_ms: number): FaultRequest | undefined {
    return this.#take(now_ms, ({ operation, call = operation_id, method: its = method }) => {
      return operation === undefined && call === operation_id && its === method;
    });
  }

  takeForOperation(scheduled: OperationAction, now_ms: number): OperationFate | undefined {
    return this.#take(now_ms, ({ operation, action = scheduled }) => {
      return operation !== undefined && action === scheduled;
    })?.operation;
  }

  #take(now_ms: number, matches: (request: FaultRequest) => boolean): FaultRequest | undefined {
    if (this.#faults.length === 0) return undefined;
    this.#forget(now_ms);
    for (const fault of this.#faults) {
      const { share } = fault;
      if (now_ms < fault.from_ms || !matches(fault)) continue;
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

function withoutDraws({ draws: _, ...fault }: Fault): SetFault {
  return fault;
}
