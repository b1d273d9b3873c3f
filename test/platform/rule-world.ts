import { expect } from 'vitest';
import { PlatformError, REFUSAL_STATUS } from '../../src/platform/checks/platform-error.js';
import type { PlatformOptions } from '../../src/platform/store/options.js';
import { type Answer, EmulatorUnderTest, START_MS } from '../server/emulator-under-test.js';
import { A_SECOND_EACH } from './demo-platform.js';
import { expected, filled, padded, type Step, type Story } from './rule-table.js';

/** An emulator in which stories take place, and the names that their steps have given. */
export class RuleWorld {
  readonly emulator: EmulatorUnderTest;
  readonly names = new Map<string, unknown>();
  readonly #column: 0 | 1;

  constructor(platform: PlatformOptions, strict = false) {
    this.emulator = new EmulatorUnderTest({ platform: { seed: 'test', ...platform }, strict });
    this.#column = platform.rule_book === 'platform' ? 1 : 0;
  }

  /**
   * A world with Ada, who administers the organization Acme, Bob, who is a member of it, Eve of another organization,
   * and a project of Acme that is ready. Each operation takes a second.
   */
  static async of({ given, project }: Story): Promise<RuleWorld> {
    const world = new RuleWorld({ operation_duration_ms: A_SECOND_EACH, ...given });
    const { names, emulator } = world;
    const { platform } = emulator.emulator;
    for (const name of ['Ada', 'Bob', 'Eve']) {
      const short = name.toLowerCase();
      const { id } = platform.signUp({ name, email: `${short}@example.com` }, START_MS);
      const { key, id: key_id } = platform.issueApiKey({ user_id: id, key_name: 'first' }, START_MS);
      for (const [what, value] of Object.entries({ '': key, _id: id, _key_id: key_id }))
        names.set(`${short}${what}`, value);
    }
    const organization = (name: string, owner: string) => {
      const admin_user_id = names.get(`${owner}_id`) as string;
      const { id } = platform.createOrganization({ name, admin_user_id }, START_MS);
      names.set(name.toLowerCase(), id);
      return id;
    };
    const org_id = organization('Acme', 'ada');
    organization('Other', 'eve');
    const member = { org_id, user_id: names.get('bob_id') as string, role: 'member' as const };
    names.set('membership', platform.addMember(member, START_MS).id);
    if (project === 'none') return world;
    const shop = { project: { name: 'shop', org_id, ...project } };
    const { body } = await emulator.call('POST', '/projects', shop, names.get('ada') as string);
    const named = { project: body.project, branch: body.branch, compute: body.endpoints[0] };
    for (const [name, { id }] of Object.entries(named)) names.set(name, id);
    names.set('host', body.endpoints[0].host);
    names.set('password', body.roles[0].password);
    names.set('first_operation', body.operations[0].id);
    await world.#pass('2s');
    return world;
  }

  /** Takes a step, and checks what it says. */
  readonly take = async (step: Step): Promise<void> => {
    for (let count = 1; count <= step.times; count++) {
      this.names.set('n', count);
      if (step.after !== undefined) await this.#pass(step.after);
      if (step.call !== undefined) await this.#ask(step, step.call);
    }
    for (const [name, state] of Object.entries(step.states)) {
      expect(await this.#stateOf(name), `${name} ${where(step)}`).toBe(state);
    }
  };

  async #pass(advance: string): Promise<void> {
    expect((await this.emulator.control('POST', '/clock', { advance })).status, advance).toBe(200);
  }

  async #ask(step: Step, call: string): Promise<void> {
    const wanted = Array.isArray(step.answer) ? step.answer[this.#column] : step.answer;
    const is_refused = step.refused !== undefined || (wanted ?? 0) >= 400;
    const before = is_refused ? this.#rows() : undefined;
    const { status, body } = await this.#answer(call, step.body, step.as);
    const at = `${where(step)} answered ${status} ${JSON.stringify(body)}`;
    if (step.refused !== undefined) {
      const code = body?.code ? `${body.code}: ` : '';
      expect(`${status} ${code}${body?.message}`, at).toEqual(expected(filled(step.refused, this.names)));
    } else if (wanted === undefined) expect(status, at).toBeLessThan(400);
    else expect(status, at).toBe(wanted);
    if (before !== undefined) expect(this.#rows(), at).toBe(before);
    if (step.shows !== undefined) {
      const subset = expected(filled(step.shows, this.names));
      expect(padded(body, subset), at).toMatchObject(subset as object);
    }
    if (step.operations !== undefined) {
      const told = body.operations.map(
        (each: Record<string, string>) => `${each['action']} ${each['status']}`,
      );
      expect(told, at).toEqual(step.operations);
    }
    for (const [name, place] of Object.entries(step.names)) {
      const value = place.split('.').reduce((part, key) => part?.[key], body);
      if (status < 400) expect(value, `${name} ${at}`).toBeDefined();
      if (value !== undefined) this.names.set(name, value);
    }
  }

  async #answer(call: string, body: unknown, as: string): Promise<Pick<Answer, 'status' | 'body'>> {
    const [method, path] = String(filled(call, this.names)).split(' ') as [string, string];
    const sent = filled(body, this.names);
    if (method === 'platform') return this.#deed(path, sent as readonly unknown[]);
    if (path.startsWith('/_neap')) return this.emulator.control(method, path.slice('/_neap'.length), sent);
    return this.emulator.call(method, path, sent, String(this.names.get(as) ?? ''));
  }

  /** What the platform does outside its API. */
  #deed(name: string, args: readonly unknown[]): Pick<Answer, 'status' | 'body'> {
    const { platform, clock } = this.emulator.emulator;
    try {
      return { status: 200, body: Reflect.get(platform, name).call(platform, ...args, clock.now_ms) };
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      return { status: REFUSAL_STATUS[error.kind], body: { code: error.code, message: error.message } };
    }
  }

  async #stateOf(compute: string): Promise<string> {
    const path = filled(`/projects/{project}/endpoints/{${compute}}`, this.names) as string;
    const { body } = await this.emulator.call('GET', path, undefined, this.names.get('ada') as string);
    const { current_state: current, pending_state: pending } = body.endpoint;
    return pending === undefined ? current : `${current} then ${pending}`;
  }

  /** Everything that a refused call must not change; keys keep when they were used. */
  #rows(): string {
    const { api_keys: _, clock, ...tables } = this.emulator.emulator.platform.tables();
    const counters = [...clock].map(([, { draws, sequence }]) => [draws, sequence]);
    return JSON.stringify([counters, tables]);
  }
}

function where({ rule, as, call, body, after }: Step): string {
  const asked = call === undefined ? '' : `${as}: ${call} ${JSON.stringify(body ?? '')}`;
  return [rule, after === undefined ? '' : `after ${after}`, asked].filter(Boolean).join(', ');
}
