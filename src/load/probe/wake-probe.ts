import type { AdapterClock } from '../../adapter/wall-clock.js';

/** A connection to a database that is being probed. */
export interface ProbeSession {
  /** How long ago the server started, by its own clock. */
  started(): Promise<{ readonly age_seconds: number }>;
  end(): Promise<void>;
}

export interface ProbeTarget {
  /** Opens a connection. @throws ProbeGaveUp when that takes too long, whatever the driver throws otherwise */
  readonly connect: () => Promise<ProbeSession>;
  /** Waits until the compute sleeps, or has had long enough to fall asleep. @throws the signal's reason */
  readonly asleep: (signal: AbortSignal) => Promise<void>;
  readonly clock: Pick<AdapterClock, 'epochMs' | 'monotonicMs'>;
  readonly signal: AbortSignal;
}

/** Connecting has taken longer than anybody waits. */
export class ProbeGaveUp extends Error {
  override readonly name = 'ProbeGaveUp';
}

/** The outcome of one wake, a row of the file. */
export interface ProbedWake {
  /** When the connection was asked for, in ms since the epoch. */
  readonly at_ms: number;
  /** The wake alone: the cold connection less a warm one; for one that was given up, the time until then. */
  readonly latency_ms: number | undefined;
  readonly cold_ms: number;
  /** The median of three connections afterwards; `undefined` without them. */
  readonly warm_ms: number | undefined;
  /** `done`, `gave_up`, `awake` where the compute had not slept, or the error of the driver. */
  readonly outcome: string;
}

const WARM_CONNECTIONS = 3;
/** Tolerance when comparing a server's start with the connection that started it. */
const SLACK_SECONDS = 2;

/**
 * Measures wakes, one after the other: connect and close, wait until the compute sleeps, connect again, and then thrice
 * more to a running compute, whose middle is taken off.
 *
 * A server start within the connection shows that the compute slept; otherwise the row says
 * `awake` and has no latency.
 *
 * @param wakes how many to measure
 * @throws the signal's reason; what the first connection of all throws
 */
export async function* probedWakes(target: ProbeTarget, wakes: number): AsyncGenerator<ProbedWake> {
  const { connect, asleep, signal } = target;
  const first = await connect();
  await first.end();
  for (let wake = 0; wake < wakes; wake++) {
    signal.throwIfAborted();
    await asleep(signal);
    yield await oneWake(target);
  }
}

async function oneWake({ connect, clock }: ProbeTarget): Promise<ProbedWake> {
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
    // A wake that is as short as a warm connection cannot be distinguished from one.
    const latency_ms = cold_ms - warm_ms;
    if (!slept || latency_ms <= 0)
      return { at_ms, latency_ms: undefined, cold_ms, warm_ms, outcome: 'awake' };
    return { at_ms, latency_ms, cold_ms, warm_ms, outcome: 'done' };
  } catch (error) {
    return { at_ms, latency_ms: undefined, cold_ms, warm_ms: undefined, outcome: errorCode(error) };
  }
}

/** The middle of some connections to a running compute, in ms. */
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

/** A code without blanks or commas, never the message, which may contain private data. */
function errorCode(error: unknown): string {
  const { code } = error as { readonly code?: unknown };
  return typeof code === 'string' && /^\w+$/.test(code) ? code : 'failed';
}
