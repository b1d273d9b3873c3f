import { fileURLToPath } from 'node:url';
import { createApiClient } from '@neondatabase/api-client';
import { CALLS } from '../../src/api/contract.js';
import { readTable, type Step, testsOf } from '../platform/rule-table.js';
import { type StepRequest, StoryWorld } from '../platform/story-world.js';
import type { Answer } from '../server/emulator-under-test.js';

/** A call of a client and its outcome. */
export interface PlayedCall {
  readonly name: string;
  /** Status of the response; 0 if the client itself failed. */
  readonly status: number;
}

// biome-ignore lint/suspicious/noExplicitAny: the tables judge bodies
type Method = (...args: readonly unknown[]) => Promise<{ readonly status: number; readonly data: any }>;
type Client = Readonly<Record<string, Method>>;

/** The life of a small project, as the steps of each of its rules. */
export const LIFE = testsOf(
  readTable(fileURLToPath(new URL('life.yaml', import.meta.url))).stories[0]!.steps,
);

/** Every call of the client by name, with the names of its parameters. */
export function callsOfApiClient(): ReadonlyMap<string, readonly string[]> {
  const api = createApiClient({ apiKey: 'none' }) as unknown as Readonly<Record<string, unknown>>;
  const calls = Object.entries(api).flatMap(([name, value]) => {
    const takes =
      typeof value === 'function' ? /^function \(([^)]*params)\)/.exec(String(value))?.[1] : undefined;
    return takes === undefined || name === 'request' ? [] : [[name, takes.split(', ').slice(0, -1)] as const];
  });
  return new Map(calls);
}

const CLIENT_CALLS = callsOfApiClient();
/** The client's names of calls; it writes `Jwks` for `JWKS`. */
const CLIENT_NAMES = new Map([...CLIENT_CALLS.keys()].map((name) => [name.toLowerCase(), name]));

interface FoundCall {
  readonly name: string;
  readonly params: Readonly<Record<string, string>>;
}

/** The client's call at a method and a path, `undefined` if it has none; fixed paths come before parameters. */
function callAt(method: string, path: string): FoundCall | undefined {
  const found = CALLS.filter((call) => call.method === method)
    .map((call) => ({
      id: call.operation_id,
      match: new RegExp(`^${call.path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`).exec(path),
    }))
    .filter(({ match }) => match !== null)
    .sort((a, b) => a.match!.length - b.match!.length)[0];
  const name = CLIENT_NAMES.get(found?.id.toLowerCase() ?? '');
  return name === undefined ? undefined : { name, params: { ...found!.match!.groups } };
}

/** Calls of tables, made by the client. */
export class ApiClientSession extends StoryWorld {
  readonly #base_url: string;
  readonly played: PlayedCall[] = [];

  constructor(base_url: string, key: string) {
    super();
    this.#base_url = base_url;
    this.names.set('ada', key);
  }

  /** Takes the steps whose calls the client has. */
  async play(steps: readonly Step[]): Promise<void> {
    for (const step of steps) {
      const [method = '', path = ''] = step.call!.split(/[ ?]/);
      if (path.startsWith('/_neap') || callAt(method, path) !== undefined) await this.take(step);
    }
  }

  protected rows() {
    return undefined;
  }

  protected pass(span: string): Promise<never> {
    throw new Error(`no time passes: ${span}`);
  }

  protected async send({ method, path, key, body }: StepRequest): Promise<Answer> {
    if (path.startsWith('/_neap')) {
      const url = this.#base_url.replace('/api/v2', path);
      const answer = await fetch(url, { method, body: JSON.stringify(body) });
      return { status: answer.status, headers: answer.headers, body: await answer.json() };
    }
    const [place = '', text] = path.split('?');
    const { name, params } = callAt(method, place)!;
    const ids = Object.entries(params).map(([each, value]) => [
      each.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
      value,
    ]);
    const query = Object.fromEntries(new URLSearchParams(text));
    const answer = await this.call(name, key, { ids: Object.fromEntries(ids), query, body: body ?? {} });
    // The table says which calls are refused.
    if (answer.status < 400) this.played.push({ name, status: answer.status });
    return answer;
  }

  /** Makes a call by its name, with an argument for each of its parameters. */
  async call(
    name: string,
    apiKey: string,
    {
      ids,
      query,
      body,
    }: { readonly ids: Record<string, string>; readonly query: object; readonly body: unknown },
  ): Promise<Answer> {
    const args = CLIENT_CALLS.get(name)!.map((parameter) => {
      if (parameter === '_a') return { ...ids, ...query };
      if (parameter === 'query') return query;
      return parameter === 'data' ? body : (ids[parameter] ?? 'none');
    });
    const api = createApiClient({ apiKey, baseURL: this.#base_url }) as unknown as Client;
    const { status, data } = await api[name]!(...args).catch(
      ({ response }: { readonly response?: Awaited<ReturnType<Method>> }) =>
        response ?? { status: 0, data: '' },
    );
    return { status, headers: new Headers(), body: data };
  }
}

/** Makes every call that the client has: first those of the life of a project, then all others. */
export async function playApiClient(base_url: string, key: string): Promise<readonly PlayedCall[]> {
  const session = new ApiClientSession(base_url, key);
  for (const steps of LIFE) await session.play(steps);
  const done = new Set(session.played.map(({ name }) => name));
  const id = (name: string) => String(session.names.get(name));
  const ids = { projectId: id('project'), branchId: id('main') };
  const others = { ...ids, bucketName: 'b', objectKey: 'k', prefix: 'p' };
  for (const name of CLIENT_CALLS.keys()) {
    if (done.has(name)) continue;
    const { status } = await session.call(name, key, { ids: others, query: {}, body: {} });
    session.played.push({ name, status });
  }
  return session.played;
}
