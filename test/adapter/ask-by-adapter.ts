import { AdapterError } from '../../src/adapter/adapter-error.js';
import type { HttpAdapter } from '../../src/adapter/http-adapter.js';
import { NO_RETRIES } from '../../src/adapter/retry.js';
import type { AdapterClock } from '../../src/adapter/wall-clock.js';
import { type CallId, CONTRACT } from '../../src/api/contract.js';
import type { EmulatorUnderTest } from '../server/emulator-under-test.js';
import { fillIds, fillTexts, type Pools, pathOf, type RandomRequest } from '../server/random-requests.js';
import { inProcess } from './subjects.js';

/** A response or a refusal as seen by the caller; `undefined` for a delete that found nothing. */
export interface Told {
  readonly status: number;
  readonly body: unknown;
}

/** Calls an emulator through the http adapter, and directly if the adapter does not have the call. */
export class AskingByAdapter {
  readonly #emulator: EmulatorUnderTest;
  readonly #clock: AdapterClock;
  readonly #adapters = new Map<string, HttpAdapter>();
  /** Calls made through the adapter. */
  made = 0;

  constructor(emulator: EmulatorUnderTest) {
    this.#emulator = emulator;
    this.#clock = {
      epochMs: () => emulator.emulator.now(),
      monotonicMs: emulator.real.monotonicMs,
      sleep: () => Promise.reject(new Error('unexpected wait')),
    };
  }

  /** Sends a request through the adapter or directly. */
  async ask(request: RandomRequest, pools: Pools): Promise<Told> {
    const key = String(fillIds(request.key, pools));
    const body = fillIds(request.body, pools);
    if (!expressible(request, key, body)) {
      const sent = request.route.method === 'GET' ? undefined : body;
      return this.#emulator.call(request.route.method, pathOf(request, pools), sent, key);
    }
    this.made += 1;
    const adapter = this.#adapter(key);
    const input = {
      ...(body as object),
      ...fillTexts(request.query, pools),
      ...fillTexts(request.params, pools),
    };
    // Inputs of any type are sent unchanged: the service reports what is wrong with them.
    const make = adapter[request.route.operation_id as CallId].bind(adapter) as (
      input: object,
    ) => Promise<unknown>;
    try {
      const answer = await make(input);
      return { status: answer === undefined ? 204 : request.route.status, body: answer };
    } catch (error) {
      if (!(error instanceof AdapterError)) throw error;
      return { status: error.status, body: { message: error.message, code: error.code } };
    }
  }

  #adapter(key: string): HttpAdapter {
    const known = this.#adapters.get(key);
    if (known !== undefined) return known;
    const fresh = inProcess(this.#emulator, this.#clock, { api_key: key, retries: NO_RETRIES, paced: false });
    this.#adapters.set(key, fresh);
    return fresh;
  }
}

/** Whether the adapter has the call and can send exactly this request. */
function expressible({ route, query, params }: RandomRequest, key: string, body: unknown): boolean {
  if (!Object.hasOwn(CONTRACT, route.operation_id) || key === '') return false;
  const whole =
    route.body === undefined || (typeof body === 'object' && body !== null && !Array.isArray(body));
  const known = Object.keys(query).every((name) => Object.hasOwn(route.query.shape, name));
  return whole && known && Object.values(params).every((value) => value !== '');
}
