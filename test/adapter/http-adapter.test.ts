import { readFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { afterEach, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { AdapterError } from '../../src/adapter/adapter-error.js';
import { HttpAdapter, type HttpAdapterOptions } from '../../src/adapter/http-adapter.js';
import { fill, matcher } from '../platform/rule-table.js';
import { emulatorWithClock, inProcess } from './subjects.js';

const KEY = 'napi_this_is_the_secret_of_a_test';
const PROJECT = { id: 'shop-1', name: 'shop', region_id: 'aws-us-east-1' };
const OK = { status: 200, body: { project: PROJECT }, headers: {}, text: undefined };

/** A clock that advances only by sleeping, with a list of the sleeps. */
function sleepingClock() {
  let now_ms = 0;
  const slept: number[] = [];
  return {
    slept,
    clock: {
      epochMs: () => now_ms,
      monotonicMs: () => now_ms,
      sleep: async (span_ms: number, signal?: AbortSignal) => {
        signal?.throwIfAborted();
        slept.push(span_ms);
        now_ms += span_ms;
      },
    },
  };
}

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  server = undefined;
});

/** An adapter for a service whose responses the test defines. */
async function against(listener: RequestListener, options: Partial<HttpAdapterOptions> = {}) {
  const started = createServer(listener);
  server = started;
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve));
  const { port } = started.address() as AddressInfo;
  const { clock, slept } = sleepingClock();
  const base_url = `http://127.0.0.1:${port}/api/v2`;
  const adapter = new HttpAdapter({ base_url, api_key: KEY, clock, seed: 'test', ...options });
  return { adapter, slept, base_url };
}

async function failureOf(call: Promise<unknown>): Promise<AdapterError> {
  const error = await call.catch((each: unknown) => each);
  expect(error).toBeInstanceOf(AdapterError);
  const thrown = error as AdapterError;
  expect(`${inspect(thrown, { depth: 9, showHidden: true })}${thrown.stack}`).not.toContain(KEY);
  return thrown;
}

/** A response as a row of the table gives it: the connection is `lost`, or the response is `begun` and never ends. */
type Response =
  | 'ok'
  | 'lost'
  | 'begun'
  | { status: number; headers?: Record<string, string>; body?: unknown; text?: string };

/** A call, `getProject` of shop-1 by default, the responses in turn (the last one repeats), and the outcome. */
interface Row {
  readonly name: string;
  readonly call?: 'getProject';
  readonly input?: { readonly project_id: string };
  readonly answers?: readonly Response[];
  readonly options?: Partial<HttpAdapterOptions>;
  readonly returns?: object;
  readonly fails?: object;
  /** Method, path and key of each request. */
  readonly asked?: readonly string[];
  /** The shortest and longest wait before each retry. */
  readonly waits_ms?: readonly (readonly [number, number])[];
}

const ROWS: readonly Row[] = parse(readFileSync(join(import.meta.dirname, 'http-adapter.yaml'), 'utf8'));

describe('the HTTP adapter', () => {
  test.each(ROWS)(
    '$name',
    async ({ call = 'getProject', input = { project_id: 'shop-1' }, answers = ['ok'], ...row }) => {
      const names = new Map([['key', KEY]]);
      const seen: string[] = [];
      const { adapter, slept, base_url } = await against((request, response) => {
        const answer = answers[Math.min(seen.length, answers.length - 1)]!;
        seen.push(`${request.method} ${request.url} ${request.headers.authorization}`);
        if (answer === 'lost') return void request.socket.destroy();
        if (answer === 'begun') return void response.writeHead(200).write('{"project":');
        const { status, headers, body, text } = answer === 'ok' ? OK : answer;
        response.writeHead(status, headers);
        response.end(text ?? JSON.stringify(fill(body, names)));
      }, row.options);
      names.set('base_url', base_url);
      const asked = adapter[call](input);
      if (row.fails === undefined) expect(await asked).toMatchObject(row.returns ?? {});
      else expect(await failureOf(asked)).toMatchObject(matcher(fill(row.fails, names)) as object);
      if (row.asked !== undefined) expect(seen).toEqual(matcher(fill(row.asked, names)));
      for (const [index, [least, most]] of (row.waits_ms ?? []).entries()) {
        expect(slept[index]).toBeGreaterThanOrEqual(least);
        expect(slept[index]).toBeLessThanOrEqual(most);
      }
      expect(inspect(adapter, { depth: 9, showHidden: true })).not.toContain(KEY);
    },
  );

  test('a refused connection fails immediately', async () => {
    const { adapter } = await against(() => undefined);
    await new Promise((resolve) => server?.close(resolve));
    const error = await failureOf(adapter.getProject({ project_id: 'shop-1' }));
    expect(error.message).toMatch(
      /^no answer from http:\/\/127\.0\.0\.1:\d+\/api\/v2 to GET \/projects\/shop-1: nothing listens there \(ECONNREFUSED\) \(still so after \d+ attempts in [0-3] s; check the base URL and the network\)$/,
    );
  });

  test('invalid base URLs and keys are refused before any request is sent', () => {
    const { clock } = sleepingClock();
    const make = (base_url: string, api_key: string) => () =>
      new HttpAdapter({ base_url, api_key, clock, seed: 'test' });
    expect(make('console.neon.tech', KEY)).toThrow(/expected an address such as https:/);
    expect(make('ftp://example.com', KEY)).toThrow(/expected an address such as/);
    expect(make('https://me:pw@example.com', KEY)).toThrow(/without user and password/);
    expect(make('https://example.com', '')).toThrow(/NEON_API_KEY/);
    expect(make('https://example.com', `${KEY}\n`)).toThrow(/copy it again/);
    expect(make('https://example.com', `${KEY}\n`)).not.toThrow(KEY);
  });

  test('an abort ends the wait between attempts, after the response to a sent request', async () => {
    const stop = new AbortController();
    let asked = 0;
    const { adapter } = await against(
      (_request, response) => {
        asked += 1;
        stop.abort(new Error('stopped'));
        response.writeHead(423).end(JSON.stringify({ message: 'locked', code: '' }));
      },
      { signal: stop.signal },
    );
    await expect(adapter.deleteProject({ project_id: 'shop-1' })).rejects.toThrow('stopped');
    expect(asked).toBe(1);
  });

  test('nine hundred calls to a rate-limiting emulator are paced so that none is refused', async () => {
    const { emulator, clock } = emulatorWithClock();
    const statuses = new Set<number>();
    const adapter = inProcess(emulator, clock, {
      fetch: async (input, init) => {
        const response = await emulator.app.request(input as Request, init);
        statuses.add(response.status);
        return response;
      },
    });
    const began_ms = clock.monotonicMs();
    for (let call = 0; call < 450; call++) {
      await adapter.getCurrentUserInfo();
      await adapter.listApiKeys();
    }
    expect([...statuses]).toEqual([200]);
    // No slower than necessary: the first 700 in bursts, the others after a minute.
    expect(clock.monotonicMs() - began_ms).toBeLessThan(80_000);
  });
});
