import { randomUUID } from 'node:crypto';
import ky, { type KyInstance } from 'ky';
import { type CallId, CONTRACT } from '../api/contract.js';
import { type RandomStream, randomStream } from '../kernel/random-stream.js';
import type { Call } from '../platform/resource/call.js';
import { AdapterError } from './adapter-error.js';
import { apiKeyProblem, baseUrlProblem } from './connection-settings.js';
import { requireEmulator } from './emulator-check.js';
import { NamedCalls } from './named-calls.js';
import { Pacing } from './pacing.js';
import { pathOf } from './path-of.js';
import type { PlatformAdapter } from './platform-adapter.js';
import { exchange, readAnswer } from './read-answer.js';
import { callWithRetries, RETRY_POLICY, type RetryPolicy } from './retry.js';
import { type AdapterClock, WALL_CLOCK } from './wall-clock.js';

/** Service, credentials, retries and timeouts of an adapter. */
export interface HttpAdapterOptions {
  /** Such as `https://console.neon.tech/api/v2`. */
  readonly base_url: string;
  readonly api_key: string;
  /** Clocks and sleep; those of the machine by default. */
  readonly clock?: AdapterClock;
  /** Seed of the retry jitter; random by default, so that processes do not retry in step. */
  readonly seed?: string;
  /** {@link RETRY_POLICY} by default. */
  readonly retries?: RetryPolicy;
  /** Whether to stay within the documented rate limits; true by default, false for a service without limits. */
  readonly paced?: boolean;
  /** Timeout of one attempt, until its whole response has arrived; a minute by default. */
  readonly timeout_ms?: number;
  /** Aborts waits between attempts and for the rate limits; a request already sent is answered first. */
  readonly signal?: AbortSignal;
  /** Sends requests; the global `fetch` by default. */
  readonly fetch?: typeof globalThis.fetch;
}

const TIMEOUT_MS = 60_000;
/** Retry budget for a service that has never responded: its address may be wrong. */
const FIRST_CONTACT_MS = 3_000;

/**
 * The management API over HTTP: the real service, or an emulator.
 *
 * Calls are retried if that is safe: after 423, 429 and 503, since such a call was not accepted, and after a
 * GET without a response or with a server error. Calls stay within the documented rate limits, so that a long run
 * does not lock its owner out. No error, log or printed object contains the key.
 */
export class HttpAdapter extends NamedCalls implements PlatformAdapter {
  readonly kind = 'http';
  readonly #options: HttpAdapterOptions;
  readonly #clock: AdapterClock;
  readonly #http: KyInstance;
  readonly #pacing: Pacing | undefined;
  readonly #jitter: RandomStream;
  /** Whether the service has ever responded. */
  #answered = false;

  /** @throws AdapterError `bad_base_url` or `bad_api_key` */
  constructor(options: HttpAdapterOptions) {
    super();
    const { base_url, api_key } = options;
    const problem = baseUrlProblem(base_url);
    refuse('bad_base_url', problem === undefined ? undefined : `the base URL cannot be used: ${problem}`);
    refuse('bad_api_key', apiKeyProblem(api_key));
    this.#options = options;
    this.#clock = options.clock ?? WALL_CLOCK;
    this.#pacing = options.paced === false ? undefined : new Pacing();
    this.#jitter = randomStream(options.seed ?? randomUUID(), 0, 'adapter', 'retry');
    this.#http = ky.create({
      prefixUrl: base_url,
      headers: { Authorization: `Bearer ${api_key}`, Accept: 'application/json' },
      redirect: 'manual',
      // This class handles retries and timeouts.
      retry: 0,
      timeout: false,
      throwHttpErrors: false,
      ...(options.fetch === undefined ? {} : { fetch: options.fetch as typeof globalThis.fetch }),
    });
  }

  now_ms(): number {
    return this.#clock.epochMs();
  }

  wait(span_ms: number, signal?: AbortSignal): Promise<void> {
    return this.#clock.sleep(span_ms, signal);
  }

  /**
   * Checks that the service is an emulator, before any call that would cost money on a real account.
   * @throws AdapterError `not_an_emulator`
   */
  async requireEmulator(): Promise<void> {
    const { base_url, fetch = globalThis.fetch } = this.#options;
    await requireEmulator(base_url, fetch);
  }

  async close(): Promise<void> {
    // Open connections do not keep the process running, and close automatically.
  }

  protected override call(name: CallId, input: object): Promise<unknown> {
    const { signal } = this.#options;
    return callWithRetries(CONTRACT[name].method, () => this.#once(name, { ...input }), {
      policy: () => this.#retries(),
      jitter: () => this.#jitter.uniform(),
      sleep: (span_ms) => this.#clock.sleep(span_ms, signal),
    });
  }

  async #once(name: CallId, input: Readonly<Record<string, unknown>>): Promise<unknown> {
    const call: Call = CONTRACT[name];
    await this.#pace(call);
    const { base_url, timeout_ms = TIMEOUT_MS } = this.#options;
    const { method, query, body } = call;
    const path = pathOf(call.path, input).slice(1);
    const request = {
      name,
      call: `${method} /${path}`,
      method,
      path,
      query: queryOf(Object.keys(query.shape), input),
      body: body === undefined ? undefined : partsOf(Object.keys(body.shape), input),
      timeout_ms,
      base_url,
    };
    try {
      const answer = await exchange(this.#http, request);
      this.#answered = true;
      return readAnswer(answer, request, this.now_ms());
    } catch (error) {
      throw error instanceof AdapterError ? this.#withoutKey(error) : error;
    }
  }

  #retries(): RetryPolicy {
    const { retries = RETRY_POLICY } = this.#options;
    return this.#answered
      ? retries
      : { ...retries, budget_ms: Math.min(retries.budget_ms, FIRST_CONTACT_MS) };
  }

  async #pace({ operation_id, per_second }: Call): Promise<void> {
    const { signal } = this.#options;
    if (this.#pacing === undefined) return;
    const now_ms = this.#clock.monotonicMs();
    const start_ms = this.#pacing.book(operation_id, per_second, now_ms);
    if (start_ms > now_ms) await this.#clock.sleep(start_ms - now_ms, signal);
  }

  /** Redacts the key, because a service may repeat it in its message. */
  #withoutKey(error: AdapterError): AdapterError {
    const { api_key } = this.#options;
    if (!error.message.includes(api_key)) return error;
    return new AdapterError({ ...error, message: error.message.replaceAll(api_key, '[key]') });
  }
}

function refuse(code: 'bad_base_url' | 'bad_api_key', problem: string | undefined): void {
  if (problem !== undefined) throw new AdapterError({ status: 0, code, message: problem });
}

function partsOf(names: readonly string[], input: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(
    names.flatMap((name) => (input[name] === undefined ? [] : [[name, input[name]]])),
  );
}

function queryOf(names: readonly string[], input: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(partsOf(names, input)).map(([name, value]) => [name, String(value)]),
  );
}
