import { drawBytes } from '../../src/platform/store/draws.js';
import { sameDurations } from '../../src/platform/store/options.js';
import { emulatorApp } from '../../src/server/app.js';
import type { EmulatorOptions } from '../../src/server/emulator/emulator.js';
import { Emulator } from '../../src/server/emulator/emulator.js';
import { type FirstAccount, firstAccount } from '../../src/server/emulator/first-account.js';
import { MEMORY_STORE } from '../../src/server/store/state-store.js';

/** Initial emulated time of every emulator in tests. */
export const START_MS = Date.parse('2026-01-05T00:00:00Z');

/** A clock that only the test advances. */
export class HandClock {
  #now_ms = 0;
  readonly epochMs = () => START_MS + this.#now_ms;
  readonly monotonicMs = () => this.#now_ms;

  pass(span_ms: number): void {
    this.#now_ms += span_ms;
  }
}

/** An answer of the emulator with its body. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies whose shape the vendor's schema checks
  readonly body: any;
}

/** Secrets that are the same in every run, starting with a given number of draws. */
export class RepeatableSecrets {
  /** Number of secrets so far. */
  asked: number;

  constructor(asked = 0) {
    this.asked = asked;
  }

  readonly secret = (bytes: number): Uint8Array => {
    this.asked += 1;
    const drawn = Array.from({ length: Math.ceil(bytes / 32) }, (_, part) =>
      drawBytes('secrets', String(part), this.asked),
    );
    return Buffer.concat(drawn).subarray(0, bytes);
  };
}

export const EMULATOR_OPTIONS: EmulatorOptions = {
  real: new HandClock(),
  store: MEMORY_STORE,
  platform: { seed: 'test', operation_duration_ms: sameDurations(0) },
  secret: new RepeatableSecrets().secret,
  speed: 0,
  start_ms: START_MS,
  rate_limits: false,
  strict: false,
  control_from_anywhere: false,
  log: () => undefined,
};

/** An emulator in process, with a key of its first user. */
export class EmulatorUnderTest {
  readonly real = new HandClock();
  readonly emulator: Emulator;
  readonly app: ReturnType<typeof emulatorApp>;
  readonly account: FirstAccount;
  readonly user_id: string;
  readonly key: string;
  readonly defects: string[] = [];
  /** Receives every answer of the management API. */
  onAnswer: (method: string, path: string, answer: Answer) => void = () => undefined;

  constructor(options: Partial<EmulatorOptions> = {}) {
    this.emulator = new Emulator({
      ...EMULATOR_OPTIONS,
      real: this.real,
      secret: new RepeatableSecrets().secret,
      log: (message) => this.defects.push(message),
      ...options,
    });
    this.app = emulatorApp(this.emulator);
    this.account = firstAccount(this.emulator, { is_new: true });
    this.emulator.remember();
    this.user_id = this.account.user_id;
    this.key = this.account.api_key ?? '';
  }

  /** Calls with the first user's key, or another one, or none if it is empty. */
  async call(method: string, path: string, body?: unknown, key: string = this.key): Promise<Answer> {
    return this.callWithText(method, path, body === undefined ? undefined : JSON.stringify(body), key);
  }

  /** The same with a body that need not be JSON. */
  async callWithText(
    method: string,
    path: string,
    body: string | undefined,
    key: string = this.key,
  ): Promise<Answer> {
    const headers = {
      ...(key === '' ? {} : { Authorization: `Bearer ${key}` }),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    };
    return this.send(`/api/v2${path}`, { method, headers, ...(body === undefined ? {} : { body }) });
  }

  /** Calls a control route. */
  async control(method: string, path: string, body?: unknown): Promise<Answer> {
    return this.send(`/_neap${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }

  /** Sends any request; without a remote address it is in process. */
  async send(path: string, init: RequestInit, remoteAddress?: string): Promise<Answer> {
    const env = remoteAddress === undefined ? undefined : { incoming: { socket: { remoteAddress } } };
    const response = await this.app.request(path, init, env);
    const text = await response.text();
    const type = response.headers.get('content-type') ?? '';
    const body = type.includes('json') && text !== '' ? JSON.parse(text) : text;
    const answer = { status: response.status, headers: response.headers, body };
    if (path.startsWith('/api/v2')) this.onAnswer(init.method ?? 'GET', path.slice(7), answer);
    return answer;
  }

  /** A project that is ready, with its branch and endpoint. */
  async project(input: object = {}) {
    const { body } = await this.call('POST', '/projects', { project: input });
    await this.control('POST', '/clock', { advance: '10s' });
    return {
      project_id: body.project.id as string,
      branch_id: body.branch.id as string,
      endpoint_id: body.endpoints[0].id as string,
      created: body,
    };
  }
}
