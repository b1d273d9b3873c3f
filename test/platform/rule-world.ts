import { PlatformError, REFUSAL_STATUS } from '../../src/platform/checks/platform-error.js';
import type { EmulatorOptions } from '../../src/server/emulator/emulator.js';
import { type Answer, EmulatorUnderTest, START_MS } from '../server/emulator-under-test.js';
import { A_SECOND_EACH } from './demo-platform.js';
import type { Story } from './rule-table.js';
import { type StepRequest, StoryWorld } from './story-world.js';

const OUTSIDE_API = /^\/($|_neap|metrics|openapi\.json|sql|api\/)/;

/** An emulator in process for stories. */
export class RuleWorld extends StoryWorld {
  readonly emulator: EmulatorUnderTest;

  constructor(options: Partial<EmulatorOptions> = {}) {
    super(options.platform?.rule_book === 'platform' ? 1 : 0);
    this.emulator = new EmulatorUnderTest(options);
  }

  /** A world whose first user is Ada, on an emulator with the given options. */
  static async onEmulator({ given, project }: Story): Promise<RuleWorld> {
    const world = new RuleWorld(given);
    const { names, emulator } = world;
    names.set('ada', emulator.key).set('ada_id', emulator.user_id);
    if (project === 'none') return world;
    const { project_id, branch_id, endpoint_id } = await emulator.project(project);
    names.set('project', project_id).set('branch', branch_id).set('compute', endpoint_id);
    return world;
  }

  /**
   * A world with Ada, who administers the organization Acme, Bob, who is a member of it, Eve of another organization,
   * and a project of Acme that is ready. Each operation takes a second.
   */
  static async of({ given, project }: Story): Promise<RuleWorld> {
    const world = new RuleWorld({
      platform: { seed: 'test', operation_duration_ms: A_SECOND_EACH, ...given },
    });
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
    await world.pass('2s');
    return world;
  }

  protected async pass(advance: string): Promise<void> {
    const { status } = await this.emulator.control('POST', '/clock', { advance });
    if (status !== 200) throw new Error(`time does not advance by ${advance}`);
  }

  protected async send({ method, path, key, body, step }: StepRequest): Promise<Answer> {
    if (method === 'platform') return this.#perform(path, body as readonly unknown[]);
    if (step.real_ms !== undefined) this.emulator.real.pass(step.real_ms);
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const init = {
      method,
      headers: {
        ...(key === '' || path.startsWith('/_neap') ? {} : { Authorization: `Bearer ${key}` }),
        ...(text === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...step.headers,
      },
      ...(text === undefined ? {} : { body: text }),
    };
    return this.emulator.send(OUTSIDE_API.test(path) ? path : `/api/v2${path}`, init, step.from);
  }

  /** Actions of the platform outside its API. */
  #perform(name: string, args: readonly unknown[]): Answer {
    const { platform, clock } = this.emulator.emulator;
    try {
      return {
        headers: new Headers(),
        status: 200,
        body: Reflect.get(platform, name).call(platform, ...args, clock.now_ms),
      };
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      const { kind, code, message } = error;
      return { headers: new Headers(), status: REFUSAL_STATUS[kind], body: { code, message } };
    }
  }

  /** Everything that a refused call must not change, excluding the last use of keys. */
  protected rows(): string {
    const { api_keys: _, clock, ...tables } = this.emulator.emulator.platform.tables();
    const counters = [...clock].map(([, { draws, sequence }]) => [draws, sequence]);
    return JSON.stringify([counters, tables]);
  }
}
