import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import { afterEach, describe, expect, test } from 'vitest';
import { AdapterError } from '../../src/adapter/adapter-error.js';
import { HttpAdapter, type HttpAdapterOptions } from '../../src/adapter/http-adapter.js';
import { emulatorWithClock, inProcess } from './subjects.js';

const KEY = 'napi_this_is_the_secret_of_a_test';
const PROJECT = { id: 'shop-1', name: 'shop', region_id: 'aws-us-east-1' };

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

/** Returns the responses in turn, repeats the last one, and counts the requests. */
function answers(
  ...list: readonly { status: number; headers?: Record<string, string>; body?: unknown; text?: string }[]
) {
  const seen: string[] = [];
  const listener: RequestListener = (request, response) => {
    const { status, headers, body, text } = list[Math.min(seen.length, list.length - 1)]!;
    seen.push(`${request.method} ${request.url} ${request.headers.authorization}`);
    response.writeHead(status, headers);
    response.end(text ?? (body === undefined ? '' : JSON.stringify(body)));
  };
  return { listener, seen };
}

const OK = { status: 200, body: { project: PROJECT } };

describe('the HTTP adapter', () => {
  test('the HTTP adapter sends requests below the base URL with the key, and returns the response unchanged', async () => {
    const { listener, seen } = answers(OK);
    const { adapter } = await against(listener);
    expect(await adapter.getProject({ project_id: 'shop-1' })).toEqual({ project: PROJECT });
    expect(seen).toEqual([`GET /api/v2/projects/shop-1 Bearer ${KEY}`]);
  });

  test('ids are escaped, and ids that would change the path are refused', async () => {
    const { listener, seen } = answers({ status: 404, body: { message: 'project not found', code: '' } });
    const { adapter } = await against(listener);
    await failureOf(adapter.getProject({ project_id: '../users/me?x=1#' }));
    expect(seen).toEqual([`GET /api/v2/projects/..%2Fusers%2Fme%3Fx%3D1%23 Bearer ${KEY}`]);
    for (const project_id of ['', '.', '..']) {
      expect(await failureOf(adapter.getProject({ project_id }))).toMatchObject({ status: 404 });
    }
    expect(seen).toHaveLength(1);
  });

  test('the HTTP adapter waits for the requested Retry-After, then retries', async () => {
    const busy = { status: 429, headers: { 'Retry-After': '3' }, body: { message: 'slow down', code: '' } };
    const locked = { status: 423, body: { message: 'locked', code: '' } };
    const { listener, seen } = answers(busy, locked, OK);
    const { adapter, slept } = await against(listener);
    await adapter.getProject({ project_id: 'shop-1' });
    expect(seen).toHaveLength(3);
    expect(slept[0]).toBe(3000);
    expect(slept[1]).toBeGreaterThanOrEqual(250);
    expect(slept[1]).toBeLessThanOrEqual(500);
  });

  test('edits that may have been applied are not retried: after a 500 or a lost response', async () => {
    const { listener, seen } = answers({ status: 500, body: { message: 'oops', code: '' } });
    const { adapter } = await against(listener);
    const edit = { project_id: 'p', endpoint_id: 'ep-1', endpoint: {} };
    expect(await failureOf(adapter.updateProjectEndpoint(edit))).toMatchObject({ status: 500 });
    expect(seen).toHaveLength(1);
    server?.close();

    let asked = 0;
    const dropping = await against((request) => {
      asked += 1;
      request.socket.destroy();
    });
    const error = await failureOf(dropping.adapter.updateProjectEndpoint(edit));
    expect(error).toMatchObject({ status: 0, code: 'no_answer' });
    expect(error.message).toContain('may have been carried out all the same');
    expect(asked).toBe(1);
  });

  test('a GET whose connection was lost is retried', async () => {
    let asked = 0;
    const { adapter } = await against((request, response) => {
      asked += 1;
      if (asked < 3) request.socket.destroy();
      else response.end(JSON.stringify({ project: PROJECT }));
    });
    expect((await adapter.getProject({ project_id: 'shop-1' })).project.id).toBe('shop-1');
    expect(asked).toBe(3);
  });

  test('a missing response times out', async () => {
    const { adapter } = await against(
      (_request, response) => {
        response.writeHead(200);
        response.write('{"project":');
      },
      { timeout_ms: 60 },
    );
    const error = await failureOf(adapter.deleteProject({ project_id: 'shop-1' }));
    expect(error).toMatchObject({ status: 0, code: 'timeout' });
    expect(error.message).toContain('/api/v2 to DELETE /projects/shop-1 within 0.06 s; it may have been');
  });

  test('a refused connection fails immediately', async () => {
    const { adapter } = await against(() => undefined);
    await new Promise((resolve) => server?.close(resolve));
    const error = await failureOf(adapter.getProject({ project_id: 'shop-1' }));
    expect(error.message).toMatch(
      /^no answer from http:\/\/127\.0\.0\.1:\d+\/api\/v2 to GET \/projects\/shop-1: nothing listens there \(ECONNREFUSED\) \(still so after \d+ attempts in [0-3] s; check the base URL and the network\)$/,
    );
  });

  test.each([
    ['a page', { status: 200, headers: { 'Content-Type': 'text/html' }, text: '<html>' }, 'it is no JSON'],
    ['a page that is not there', { status: 404, text: '<html>' }, 'it has status 404 and no message'],
    [
      'a redirect',
      { status: 302, headers: { Location: 'https://example.com/' } },
      'it points to https://example.com/',
    ],
    ['another API', { status: 200, body: { project: { id: 7 } } }, '"project.id": '],
  ])('a base URL of another service is reported: %s', async (_what, answer, problem) => {
    const { listener, seen } = answers(answer);
    const { adapter, base_url } = await against(listener);
    const error = await failureOf(adapter.getProject({ project_id: 'shop-1' }));
    expect(error.code).toBe('unexpected_answer');
    expect(error.message).toContain(`what answers at ${base_url} is not the management API`);
    expect(error.message).toContain(problem);
    expect(seen).toHaveLength(1);
  });

  test('a gateway error without a body is reported', async () => {
    const { listener } = answers({ status: 524, text: '<html>' });
    const { adapter } = await against(listener);
    const error = await failureOf(adapter.deleteProject({ project_id: 'shop-1' }));
    expect(error).toMatchObject({ status: 524 });
    expect(error.message).toContain('look before repeating it');
  });

  test('an error carries the code, message and request id of the service', async () => {
    const refusal = { message: 'too many branches', code: 'BRANCHES_LIMIT_EXCEEDED', request_id: 'r-1' };
    const { listener } = answers({ status: 422, body: refusal });
    const { adapter } = await against(listener);
    const error = await failureOf(adapter.createProjectBranch({ project_id: 'shop-1' }));
    expect(error).toMatchObject({ ...refusal, status: 422, call: 'POST /projects/shop-1/branches' });
  });

  test('the key is redacted from a service message that repeats it', async () => {
    const { listener } = answers({ status: 401, body: { message: `the key ${KEY} is revoked`, code: '' } });
    const { adapter } = await against(listener);
    expect((await failureOf(adapter.getCurrentUserInfo())).message).toBe('the key [key] is revoked');
    expect(inspect(adapter, { depth: 9, showHidden: true })).not.toContain(KEY);
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
