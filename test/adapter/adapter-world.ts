import { AdapterError } from '../../src/adapter/adapter-error.js';
import { operationsSucceeded } from '../../src/adapter/operations-ended.js';
import type { PlatformAdapter, ReportedOperation } from '../../src/adapter/platform-adapter.js';
import { ROUTED_CALLS } from '../../src/api/contract.js';
import { parseDuration } from '../../src/scenario/form/quantity.js';
import { type StepRequest, StoryWorld } from '../platform/story-world.js';
import type { Answer } from '../server/emulator-under-test.js';

/** Steps that are not calls of the API, by name; each takes the body of its step. */
export type Deeds = Readonly<Record<string, (body: never) => unknown>>;

/** Stories whose calls are made through an adapter; the operations that a call starts succeed before the next step. */
export class AdapterWorld extends StoryWorld {
  readonly #adapter: PlatformAdapter;
  readonly #deeds: Deeds;

  constructor(adapter: PlatformAdapter, deeds: Deeds = {}) {
    super();
    this.#adapter = adapter;
    this.#deeds = deeds;
  }

  protected async pass(span: string): Promise<void> {
    await this.#adapter.wait(parseDuration(span)! * 1000);
  }

  protected async send({ method, path, body }: StepRequest): Promise<Answer> {
    const deed = this.#deeds[method];
    const headers = new Headers();
    try {
      const answer =
        deed === undefined ? await this.#call(`${method} ${path}`, body) : await deed(body as never);
      return { status: answer === undefined ? 204 : 200, body: answer, headers };
    } catch (error) {
      if (!(error instanceof Error) || error instanceof TypeError) throw error;
      const { status, code } = error instanceof AdapterError ? error : { status: 400, code: '' };
      return { status, body: { code, message: error.message }, headers };
    }
  }

  /** A caller cannot see everything that a refused call must not change. */
  protected rows(): undefined {
    return undefined;
  }

  async #call(request: string, body: unknown): Promise<unknown> {
    const [place = '', query] = request.split('?');
    const route = ROUTED_CALLS.find(({ method, path }) => patternOf(method, path).test(place))!;
    const params = patternOf(route.method, route.path).exec(place)!.groups;
    const input = {
      ...(body as object),
      ...route.query.parse(Object.fromEntries(new URLSearchParams(query))),
      ...route.params.parse({ ...params }),
    };
    const answer = await Reflect.get(this.#adapter, route.operation_id).call(this.#adapter, input);
    const operations: readonly ReportedOperation[] = answer?.operations ?? [];
    if (route.method !== 'GET' && operations.length > 0) {
      await operationsSucceeded(this.#adapter, operations[0]!.project_id, operations);
    }
    return answer;
  }
}

function patternOf(method: string, path: string): RegExp {
  return new RegExp(`^${method} ${path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);
}
