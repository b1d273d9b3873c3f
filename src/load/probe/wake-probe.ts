import type { AdapterClock } from '../../adapter/wall-clock.js';

/** A connection to the probed database. */
export interface ProbeSession {
  /** The time since the server started, by the server's clock. */
  started(): Promise<{ readonly age_seconds: number }>;
  end(): Promise<void>;
}

export interface ProbeTarget {
  /** Opens a connection. @throws ProbeGaveUp after a timeout, or the driver's error */
  readonly connect: () => Promise<ProbeSession>;
  /** Waits until the compute is suspended, or long enough for it to suspend. @throws the signal's reason */
  readonly suspended: (signal: AbortSignal) => Promise<void>;
  readonly clock: Pick<AdapterClock, 'epochMs' | 'monotonicMs'>;
  readonly signal: AbortSignal;
}

/** Connecting took longer than the timeout. */
export class ProbeGaveUp extends Error {
  override readonly name = 'ProbeGaveUp';
}

/** The outcome of one wake, a row of the file. */
export interface ProbedWake {
  /** When connecting began, in ms since the epoch. */
  readonly at_ms: number;
  /** Duration of the wake: `cold_ms` minus `warm_ms`; for a wake that was given up, the time until then. */
  readonly latency_ms: number | undefined;
  readonly cold_ms: number;
  /** Median of three connections after the wake; `undefined` if they were not measured. */
  readonly warm_ms: number | undefined;
  /** `done`, `gave_up`, `awake` if the compute was not suspended, or the driver's error code. */
  readonly outcome: string;
}

const WARM_CONNECTIONS = 3;
/** Tolerance when comparing the server's start with the start of the connection. */
const SLACK_SECONDS = 2;

/**
 * Measures wakes, one after the other: connects and closes, waits until the compute is suspended, connects again, and
 * subtracts the median of three more connections to the running compute.
 *
 * If the server started while connecting, it was suspended; otherwise the outcome is `awake`, without a latency.
 *
 * @param wakes how many to measure
 * @throws the signal's reason; what the first connection of all throws
 */
export async function* measureWakes(target: ProbeTarget, wakes: number): AsyncGenerator<ProbedWake> {
  const { connect, suspended, signal } = target;
  const first = await connect();
  await first.end();
  for (let wake = 0; wake < wakes; wake++) {
    signal.throwIfAborted();
    await suspended(signal);
    yield await measureWake(target);
  }
}

async function measureWake({ connect, clock }: ProbeTarget): Promise<ProbedWake> {
  const at_ms = clock.epochMs();
  const began_ms = clock.monotonicMs();
  const cold = (): number => clock.monotonicMs() - began_ms;
  let session: ProbeSession;
  try {
    session = await connect();
  } catch (error) {
    const cold_ms = cold();
    const gave_up = error instanceof ProbeGaveUp;
    const outcome = gave_up ? 'gave_up' : errorCode(error);
    return { at_ms, latency_ms: gave_up ? cold_ms : undefined, cold_ms, warm_ms: undefined, outcome };
  }
  const cold_ms = cold();
  try {
    const { age_seconds } = await session.started();
    const slept = age_seconds <= cold() / 1000 + SLACK_SECONDS;
    await session.end();
    const warm_ms = await warmConnection(connect, clock);
    // A wake as short as a warm connection cannot be distinguished from one.
    const latency_ms = cold_ms - warm_ms;
    if (!slept || latency_ms <= 0)
      return { at_ms, latency_ms: undefined, cold_ms, warm_ms, outcome: 'awake' };
    return { at_ms, latency_ms, cold_ms, warm_ms, outcome: 'done' };
  } catch (error) {
    return { at_ms, latency_ms: undefined, cold_ms, warm_ms: undefined, outcome: errorCode(error) };
  }
}

/** The median time of connections to a running compute, in ms. */
async function warmConnection(connect: ProbeTarget['connect'], clock: ProbeTarget['clock']): Promise<number> {
  const spans: number[] = [];
  for (let each = 0; each < WARM_CONNECTIONS; each++) {
    const began_ms = clock.monotonicMs();
    const session = await connect();
    spans.push(clock.monotonicMs() - began_ms);
    await session.end();
  }
  return spans.sort((a, b) => a - b)[Math.floor(spans.length / 2)]!;
}

/** The error's code, without spaces and commas. The message is not used, because it may contain private data. */
function errorCode(error: unknown): string {
  const { code } = error as { readonly code?: unknown };
  return typeof code === 'string' && /^\w+$/.test(code) ? code : 'failed';
}
