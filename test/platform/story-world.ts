import { expect } from 'vitest';
import type { Answer } from '../server/emulator-under-test.js';
import { fill, matcher, pad, type Step } from './rule-table.js';

/** A step with the values of earlier answers filled in. */
export interface StepRequest {
  readonly method: string;
  readonly path: string;
  readonly key: string;
  readonly body: unknown;
  readonly step: Step;
}

/** The environment of a story, and the names that its steps have assigned. */
export abstract class StoryWorld {
  readonly names = new Map<string, unknown>();
  /** Which of two statuses is expected. */
  readonly #column: 0 | 1;

  constructor(column: 0 | 1 = 0) {
    this.#column = column;
  }

  protected abstract send(request: StepRequest): Promise<Pick<Answer, 'status' | 'body' | 'headers'>>;
  /** Lets emulated time pass. */
  protected abstract pass(span: string): Promise<void>;
  /** Everything that a refused call must not change; `undefined` if it is not accessible. */
  protected abstract rows(): string | undefined;

  /** Performs a step, and checks its expectations. */
  readonly take = async (step: Step): Promise<void> => {
    for (let count = 1; count <= step.times; count++) {
      this.names.set('n', count);
      if (step.after !== undefined) await this.pass(step.after);
      if (step.call !== undefined) await this.#ask(step, step.call);
    }
    for (const [name, state] of Object.entries(step.states)) {
      expect(await this.#stateOf(name), `${name} ${where(step)}`).toBe(state);
    }
  };

  async #ask(step: Step, call: string): Promise<void> {
    const wanted = Array.isArray(step.answer) ? step.answer[this.#column] : step.answer;
    const is_refused = step.refused !== undefined || (wanted ?? 0) >= 400;
    const before = is_refused ? this.rows() : undefined;
    const { status, body, headers } = await this.#send(call, step);
    const at = `${where(step)} answered ${status} ${JSON.stringify(body)}`;
    if (step.refused !== undefined) {
      const code = body?.code ? `${body.code}: ` : '';
      expect(`${status} ${code}${body?.message}`, at).toEqual(matcher(fill(step.refused, this.names)));
    } else if (wanted === undefined) expect(status, at).toBeLessThan(400);
    else expect(status, at).toBe(wanted);
    if (before !== undefined) expect(this.rows(), at).toBe(before);
    const subset = matcher(fill(step.shows, this.names));
    if (typeof step.shows === 'object') expect(pad(body, subset), at).toMatchObject(subset as object);
    else if (step.shows !== undefined) expect(body, at).toEqual(subset);
    for (const [name, value] of Object.entries(step.shows_headers)) {
      expect(headers.get(name), `${name}, ${at}`).toEqual(matcher(fill(value, this.names)));
    }
    if (step.operations !== undefined) {
      const actual = body.operations.map(
        (each: Record<string, string>) => `${each['action']} ${each['status']}`,
      );
      expect(actual, at).toEqual(step.operations);
    }
    for (const [name, place] of Object.entries(step.names)) {
      const value = place.split('.').reduce((part, key) => part?.[key], body);
      if (status < 400) expect(value, `${name} ${at}`).toBeDefined();
      if (value !== undefined) this.names.set(name, value);
    }
  }

  #send(call: string, step: Step) {
    const [method, path] = String(fill(call, this.names)).split(' ') as [string, string];
    const key = String(this.names.get(step.as) ?? '');
    return this.send({ method, path, key, body: fill(step.body, this.names), step });
  }

  async #stateOf(compute: string): Promise<string> {
    const path = fill(`/projects/{project}/endpoints/{${compute}}`, this.names) as string;
    const key = this.names.get('ada') as string;
    const { body } = await this.send({ method: 'GET', path, key, body: undefined, step: NO_STEP });
    const { current_state: current, pending_state: pending } = body.endpoint;
    return pending === undefined ? current : `${current} then ${pending}`;
  }
}

const NO_STEP: Step = { as: 'ada', times: 1, names: {}, states: {}, headers: {}, shows_headers: {} };

function where({ rule, as, call, body, after }: Step): string {
  const asked = call === undefined ? '' : `${as}: ${call} ${JSON.stringify(body ?? '')}`;
  return [rule, after === undefined ? '' : `after ${after}`, asked].filter(Boolean).join(', ');
}
