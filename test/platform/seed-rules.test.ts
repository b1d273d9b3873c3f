import { describe, expect, test } from 'vitest';
import { type Answer, EmulatorUnderTest } from '../server/emulator-under-test.js';

/** The rules of the platform's specification, each as a request and what it answers, in three modes. */
const MODES = [
  ['by default', {}, false],
  ['by the rules of the specification, strictly', { rule_book: 'seed' as const }, true],
  ['by the present rules of the platform', { rule_book: 'platform' as const }, false],
] as const;

/** A status, or two: by the specification, and by the platform's present rules where they differ. */
type Status = number | readonly [seed: number, platform: number];

/**
 * Names in braces are replaced by values of earlier answers: `{org}` in a path or a body, `org_key` as a caller. Calls
 * below `/_neap` need no caller. The last part names values for later rows by their place in the answer.
 */
type Row = readonly [
  rule: string,
  caller: string,
  call: string,
  body: object | undefined,
  answer: readonly [status: Status, subset?: unknown],
  names?: Readonly<Record<string, string>>,
];

const wait = (span: string): Row => [`${span} pass`, '', 'POST /_neap/clock', { advance: span }, [200]];
const person = (name: string): readonly Row[] => [
  [
    `${name} signs up`,
    '',
    'POST /_neap/users',
    { name, email: `${name}@example.com` },
    [200],
    { [`${name}_id`]: 'id' },
  ],
  [
    `${name} has a first key from the console`,
    '',
    `POST /_neap/users/{${name}_id}/api_keys`,
    { key_name: 'first' },
    [200],
    { [name]: 'key', [`${name}_key_id`]: 'id' },
  ],
];
const TEXT = expect.any(String);
const WHOLE = expect.toSatisfy(Number.isInteger, 'a whole number');
const FLAG = expect.any(Boolean);
const MOMENT = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
const ORG = '/organizations/{org}';
const KEYS = `${ORG}/api_keys`;

const ACCOUNTS: readonly Row[] = [
  ...['admin', 'member', 'stranger'].flatMap(person),
  [
    'an organization has an administrator',
    '',
    'POST /_neap/organizations',
    { name: 'Acme', admin_user_id: '{admin_id}' },
    [200],
    { org: 'id' },
  ],
  [
    'a user can administer two',
    '',
    'POST /_neap/organizations',
    { name: 'Other', admin_user_id: '{admin_id}' },
    [200],
    { other_org: 'id' },
  ],
  [
    'a member has an organization too',
    '',
    'POST /_neap/organizations',
    { name: 'Solo', admin_user_id: '{member_id}' },
    [200],
    { solo: 'id' },
  ],
  [
    'a user joins an organization',
    '',
    'POST /_neap/organizations/{org}/members',
    { user_id: '{member_id}', role: 'member' },
    [200],
    { membership: 'id' },
  ],
  [
    'a project belongs to an organization',
    'admin',
    'POST /projects',
    { project: { name: 'p', org_id: '{org}' } },
    [201, { project: { org_id: '{org}' } }],
    { project: 'project.id' },
  ],
  [
    'an organization has several projects',
    'admin',
    'POST /projects',
    { project: { name: 'p2', org_id: '{org}' } },
    [201],
    { sibling: 'project.id' },
  ],
  [
    'a project without an organization is personal',
    'member',
    'POST /projects',
    { project: { name: 'mine' } },
    [[201, 400]],
    { personal: 'project.id' },
  ],
  [
    "a project of the member's own organization",
    'member',
    'POST /projects',
    { project: { name: 'solo', org_id: '{solo}' } },
    [201],
    { own: 'project.id', main: 'branch.id' },
  ],
  wait('1m'),
];

const PERSONAL_KEYS: readonly Row[] = [
  [
    'any user creates a key with another one, and its secret is shown',
    'member',
    'POST /api_keys',
    { key_name: 'second' },
    [200, { key: TEXT }],
    { second: 'key', second_id: 'id' },
  ],
  ['the new key works', 'second', 'GET /users/me', undefined, [200]],
  [
    'a key has a name of 1 to 64 characters',
    'member',
    'POST /api_keys',
    { key_name: 'x'.repeat(65) },
    [400, { message: 'key_name must have 1 to 64 characters' }],
  ],
  [
    'a key does not lack a name',
    'member',
    'POST /api_keys',
    { key_name: '' },
    [400, { message: 'key_name must have 1 to 64 characters' }],
  ],
  [
    'the secret is not shown again',
    'member',
    'GET /api_keys',
    undefined,
    [
      200,
      [
        { name: 'first', key: undefined },
        { name: 'second', key: undefined },
      ],
    ],
  ],
  ['a stranger does not revoke a personal key', 'stranger', 'DELETE /api_keys/{second_id}', undefined, [404]],
  [
    'a key that does not exist is refused alike',
    'stranger',
    'DELETE /api_keys/999999',
    undefined,
    [404, { message: 'API key not found' }],
  ],
  [
    'an administrator of the organization does not either',
    'admin',
    'DELETE /api_keys/{second_id}',
    undefined,
    [404],
  ],
  ['nor is it revoked through the organization', 'admin', `DELETE ${KEYS}/{second_id}`, undefined, [404]],
  ['its owner revokes it', 'member', 'DELETE /api_keys/{second_id}', undefined, [200, { revoked: true }]],
  ['a revoked key is refused at once', 'second', 'GET /users/me', undefined, [401]],
  ['a revoked key creates no other', 'second', 'POST /api_keys', { key_name: 'third' }, [401]],
  wait('365d'),
  ['a revoked key is refused a year later', 'second', 'GET /users/me', undefined, [401]],
  ['a key that was not revoked works a year later', 'member', 'GET /users/me', undefined, [200]],
];

const ORGANIZATION_KEYS: readonly Row[] = [
  ['a member creates no organization key', 'member', `POST ${KEYS}`, { key_name: 'k' }, [403]],
  ['a stranger creates none', 'stranger', `POST ${KEYS}`, { key_name: 'k' }, [404]],
  [
    'an administrator creates an organization key',
    'admin',
    `POST ${KEYS}`,
    { key_name: 'k' },
    [200, { key: TEXT }],
    { org_key: 'key', org_key_id: 'id' },
  ],
  ['an organization key creates no other', 'org_key', `POST ${KEYS}`, { key_name: 'k' }, [403]],
  [
    'an organization key lists all projects of the organization',
    'org_key',
    'GET /projects',
    undefined,
    [200, { projects: [{ id: '{sibling}' }, { id: '{project}' }] }],
  ],
  [
    'an organization key creates projects in it',
    'org_key',
    'POST /projects',
    { project: { name: 'made' } },
    [201, { project: { org_id: '{org}' } }],
    { made: 'project.id' },
  ],
  wait('1m'),
  ['an organization key deletes projects', 'org_key', 'DELETE /projects/{made}', undefined, [200]],
  [
    'an organization key does not reach a project of a member',
    'org_key',
    'GET /projects/{own}',
    undefined,
    [404],
  ],
  ['an organization key reads the members', 'org_key', `GET ${ORG}/members`, undefined, [200]],
  [
    'an organization key removes no member',
    'org_key',
    `DELETE ${ORG}/members/{membership}`,
    undefined,
    [403],
  ],
  [
    'an organization key does not reach another organization',
    'org_key',
    'GET /organizations/{other_org}/members',
    undefined,
    [404],
  ],
  ['an organization key belongs to no user', 'org_key', 'GET /users/me/organizations', undefined, [403]],
  ['an organization key lists no regions', 'org_key', 'GET /regions', undefined, [403]],
  [
    'an organization key represents its organization',
    'org_key',
    'GET /auth',
    undefined,
    [200, { account_id: '{org}', auth_method: 'api_key_org' }],
  ],
  ...(['GET /users/me', 'GET /api_keys', 'POST /api_keys'] as const).map(
    (call): Row => [
      `an organization key may not: ${call}`,
      'org_key',
      call,
      call.startsWith('POST') ? { key_name: 'k' } : undefined,
      [403, { message: 'not allowed for organization API keys' }],
    ],
  ),
  [
    'an organization key creates nothing in another organization',
    'org_key',
    'POST /projects',
    { project: { org_id: '{solo}' } },
    [404],
  ],
  [
    'another organization has a key',
    'member',
    'POST /organizations/{solo}/api_keys',
    { key_name: 'k' },
    [200],
    { solo_key_id: 'id' },
  ],
  [
    "an administrator does not revoke another organization's key",
    'admin',
    `DELETE ${KEYS}/{solo_key_id}`,
    undefined,
    [404, { message: 'API key not found' }],
  ],
  [
    "an administrator does not list another organization's keys",
    'admin',
    'GET /organizations/{solo}/api_keys',
    undefined,
    [404, { message: 'not an organization member' }],
  ],
  [
    'an organization that does not exist is refused alike',
    'admin',
    'GET /organizations/org-no-such-1/api_keys',
    undefined,
    [404, { message: 'not an organization member' }],
  ],
];

const refusedToProjectKeys: readonly (readonly [call: string, body?: object])[] = [
  ['DELETE /projects/{project}'],
  ['POST /projects', { project: {} }],
  ['POST /projects', { project: { org_id: '{org}' } }],
  ['GET /projects/{sibling}'],
  [`GET ${ORG}`],
  [`GET ${ORG}/members`],
  [`GET ${KEYS}`],
  [`POST ${KEYS}`, { key_name: 'k' }],
  [`POST ${KEYS}`, { key_name: 'k', project_id: '{project}' }],
  [`DELETE ${KEYS}/{org_key_id}`],
  [`POST ${ORG}/invitations`, { invitations: [{ email: 'a@example.com', role: 'admin' }] }],
  [`PUT ${ORG}/billing/spending_limit`, { spending_limit_cents: 100 }],
  [`GET ${ORG}/vpc/vpc_endpoints`],
  [`POST ${ORG}/projects/transfer`, { destination_org_id: '{other_org}', project_ids: ['{project}'] }],
  ['POST /projects/{project}/transfer_requests', {}],
  ['POST /projects/{project}/permissions', { email: 'a@example.com' }],
  ['POST /projects/{project}/recover'],
  ['GET /api_keys'],
  ['POST /api_keys', { key_name: 'k' }],
  ['GET /users/me'],
];

const PROJECT_KEYS: readonly Row[] = [
  [
    'any member creates a key scoped to a project; by the platform, administrators do',
    'member',
    `POST ${KEYS}`,
    { key_name: 'k', project_id: '{project}' },
    [[200, 403]],
  ],
  [
    'an administrator creates one',
    'admin',
    `POST ${KEYS}`,
    { key_name: 'k', project_id: '{project}' },
    [200, { key: TEXT, project_id: '{project}' }],
    { project_key: 'key', project_key_id: 'id' },
  ],
  ['a stranger creates none', 'stranger', `POST ${KEYS}`, { key_name: 'k', project_id: '{project}' }, [404]],
  ['none is for a project of others', 'admin', `POST ${KEYS}`, { key_name: 'k', project_id: '{own}' }, [404]],
  [
    'none is made through another organization',
    'admin',
    'POST /organizations/{other_org}/api_keys',
    { key_name: 'k', project_id: '{project}' },
    [404],
  ],
  ['a project key reads its project', 'project_key', 'GET /projects/{project}', undefined, [200]],
  [
    'a project key lists its project alone',
    'project_key',
    'GET /projects',
    undefined,
    [200, { projects: [{ id: '{project}' }] }],
  ],
  [
    'a project key manages its project',
    'project_key',
    'POST /projects/{project}/branches',
    { branch: { name: 'b' } },
    [201],
  ],
  wait('1m'),
  ...refusedToProjectKeys.map(
    ([call, body]): Row => [
      `a project key may not: ${call} ${JSON.stringify(body ?? '')}`,
      'project_key',
      call,
      body,
      [expect.toSatisfy((status) => status === 403 || status === 404, 'a refusal') as unknown as number],
    ],
  ),
  ['a member revokes no project key', 'member', `DELETE ${KEYS}/{project_key_id}`, undefined, [403]],
  ['a member revokes no organization key', 'member', `DELETE ${KEYS}/{org_key_id}`, undefined, [403]],
  [
    'a project is transferred to another organization',
    'admin',
    `POST ${ORG}/projects/transfer`,
    { destination_org_id: '{other_org}', project_ids: ['{project}'] },
    [200],
  ],
  ['a project key stops when its project leaves', 'project_key', 'GET /projects/{project}', undefined, [401]],
  [
    'the project comes back',
    'admin',
    'POST /organizations/{other_org}/projects/transfer',
    { destination_org_id: '{org}', project_ids: ['{project}'] },
    [200],
  ],
  ['the key stays stopped', 'project_key', 'GET /projects/{project}', undefined, [401]],
];

const MEMBERSHIP: readonly Row[] = [
  ['a member reaches a project of the organization', 'member', 'GET /projects/{project}', undefined, [200]],
  [
    'a member deletes no project of the organization',
    'member',
    'DELETE /projects/{project}',
    undefined,
    [403],
  ],
  ['an administrator removes a member', 'admin', `DELETE ${ORG}/members/{membership}`, undefined, [200]],
  ['a former member does not reach it', 'member', 'GET /projects/{project}', undefined, [404]],
  [
    'a former member does not list the organization',
    'member',
    'GET /projects?org_id={org}',
    undefined,
    [404],
  ],
  [
    'a former member keeps the key, and personal projects',
    'member',
    'GET /projects/{personal}',
    undefined,
    [[200, 404]],
  ],
  ['a former member keeps other organizations', 'member', 'GET /projects/{own}', undefined, [200]],
  [
    'an administrator revokes an organization key',
    'admin',
    `DELETE ${KEYS}/{org_key_id}`,
    undefined,
    [200, { revoked: true }],
  ],
  ['a revoked organization key is refused', 'org_key', 'GET /projects', undefined, [401]],
];

const OWN = '/projects/{own}';
const ENDPOINTS = `${OWN}/endpoints`;
const COMPUTE = `${ENDPOINTS}/{compute}`;
const state = (current_state: string, pending_state?: string) => ({
  endpoint: { current_state, pending_state },
});
const operations = (...steps: readonly string[]) =>
  steps.map((step) => {
    const [action, status] = step.split(' ');
    return { action, status };
  });

const RESOURCES: readonly Row[] = [
  [
    'a listed project has the fields of the specification',
    'member',
    'GET /projects?org_id={solo}',
    undefined,
    [
      200,
      {
        projects: [
          {
            id: TEXT,
            name: 'solo',
            platform_id: TEXT,
            region_id: TEXT,
            provisioner: TEXT,
            pg_version: WHOLE,
            locked: FLAG,
            cpu_used_sec: WHOLE,
            branch_logical_size_limit: WHOLE,
            proxy_host: TEXT,
            created_at: MOMENT,
            updated_at: MOMENT,
          },
        ],
      },
    ],
  ],
  [
    'a branch has one primary compute',
    'member',
    `POST ${ENDPOINTS}`,
    { endpoint: { branch_id: '{main}', type: 'read_write' } },
    [409],
  ],
  ['a compute needs a branch', 'member', `POST ${ENDPOINTS}`, { endpoint: { type: 'read_write' } }, [400]],
  [
    'a branch is made without a compute',
    'member',
    `POST ${OWN}/branches`,
    { branch: { name: 'b2' } },
    [201, { endpoints: [] }],
    { second: 'branch.id' },
  ],
  wait('1m'),
  [
    'a new compute is init, then active, by start_compute',
    'member',
    `POST ${ENDPOINTS}`,
    { endpoint: { branch_id: '{second}', type: 'read_write' } },
    [
      201,
      {
        endpoint: {
          id: expect.stringMatching(/^ep-/),
          host: TEXT,
          project_id: '{own}',
          branch_id: '{second}',
          region_id: TEXT,
          type: 'read_write',
          autoscaling_limit_min_cu: 0.25,
          autoscaling_limit_max_cu: 2,
          current_state: 'init',
          pending_state: 'active',
          settings: { pg_settings: {} },
          pooler_enabled: FLAG,
          pooler_mode: 'transaction',
          disabled: false,
          passwordless_access: FLAG,
          last_active: undefined,
          created_at: MOMENT,
          updated_at: MOMENT,
          proxy_host: TEXT,
        },
        operations: [
          {
            id: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
            project_id: '{own}',
            branch_id: '{second}',
            endpoint_id: TEXT,
            action: 'start_compute',
            status: 'running',
            failures_count: 0,
            created_at: MOMENT,
            updated_at: MOMENT,
          },
        ],
      },
    ],
    { compute: 'endpoint.id', host: 'endpoint.host' },
  ],
  wait('10s'),
  [
    'a started compute is active',
    'member',
    `GET ${COMPUTE}`,
    undefined,
    [
      200,
      {
        ...state('active'),
        endpoint: { current_state: 'active', pending_state: undefined, last_active: MOMENT },
      },
    ],
  ],
  wait('280s'),
  [
    'it is active for less than five idle minutes',
    'member',
    `GET ${COMPUTE}`,
    undefined,
    [200, state('active')],
  ],
  wait('20s'),
  ['it is idle after five', 'member', `GET ${COMPUTE}`, undefined, [200, state('idle')]],
  ['an idle compute is not restarted', 'member', `POST ${COMPUTE}/restart`, undefined, [422]],
  [
    'another branch',
    'member',
    `POST ${OWN}/branches`,
    { branch: { name: 'b3' } },
    [201],
    { third: 'branch.id' },
  ],
  wait('1m'),
  [
    'an idle compute moves to another branch, and is idle',
    'member',
    `PATCH ${COMPUTE}`,
    { endpoint: { branch_id: '{third}' } },
    [
      200,
      {
        endpoint: { branch_id: '{third}', current_state: 'idle', pending_state: 'idle' },
        operations: operations('apply_config running', 'suspend_compute scheduling'),
      },
    ],
  ],
  wait('1m'),
  [
    'it does not move to a branch that has a primary',
    'member',
    `PATCH ${COMPUTE}`,
    { endpoint: { branch_id: '{main}' } },
    [409],
  ],
  ['nor to no branch', 'member', `PATCH ${COMPUTE}`, { endpoint: { branch_id: null } }, [400]],
  ['nor to one without an id', 'member', `PATCH ${COMPUTE}`, { endpoint: { branch_id: '' } }, [404]],
  [
    'a start call wakes it',
    'member',
    `POST ${COMPUTE}/start`,
    undefined,
    [200, { operations: operations('start_compute running') }],
  ],
  wait('2s'),
  ['then it is active', 'member', `GET ${COMPUTE}`, undefined, [200, state('active')]],
  wait('290s'),
  ['a connection', '', 'POST /_neap/endpoints/{compute}/connect', undefined, [200]],
  wait('200s'),
  ['a connection resets the inactivity timer', 'member', `GET ${COMPUTE}`, undefined, [200, state('active')]],
  wait('110s'),
  [
    'it is idle five minutes after the connection',
    'member',
    `GET ${COMPUTE}`,
    undefined,
    [200, state('idle')],
  ],
  ['another connection', '', 'POST /_neap/endpoints/{compute}/connect', undefined, [200]],
  wait('1s'),
  ['a connection wakes it within a second', 'member', `GET ${COMPUTE}`, undefined, [200, state('active')]],
  [
    'an active compute restarts',
    'member',
    `POST ${COMPUTE}/restart`,
    undefined,
    [200, { operations: operations('suspend_compute running', 'start_compute scheduling') }],
  ],
  wait('10s'),
  [
    'another size restarts an active compute',
    'member',
    `PATCH ${COMPUTE}`,
    { endpoint: { autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 4 } },
    [200, { endpoint: { pending_state: 'active' }, operations: operations('apply_config running') }],
  ],
  wait('10s'),
  ['the autoscaler resizes it', '', 'POST /_neap/endpoints/{compute}/resize', { current_cu: 2 }, [200]],
  ['that does not restart the compute', 'member', `GET ${COMPUTE}`, undefined, [200, state('active')]],
  [
    'a timeout of -1 switches scale to zero off',
    'member',
    `PATCH ${COMPUTE}`,
    { endpoint: { suspend_timeout_seconds: -1 } },
    [200],
  ],
  wait('2h'),
  ['without scale to zero it is never idle', 'member', `GET ${COMPUTE}`, undefined, [200, state('active')]],
  ...Array.from({ length: 25 }, (_, at): readonly Row[] => [
    [
      `a branch has any number of read replicas: ${at + 1}`,
      'member',
      `POST ${ENDPOINTS}`,
      { endpoint: { branch_id: '{third}', type: 'read_only' } },
      [201, { endpoint: { type: 'read_only' } }],
    ],
    wait('5s'),
  ]).flat(),
  [
    'the computes of a project are listed',
    'member',
    `GET ${ENDPOINTS}`,
    undefined,
    [200, { endpoints: expect.arrayContaining([expect.objectContaining({ type: 'read_only' })]) }],
  ],
  [
    'a suspend call suspends it',
    'member',
    `POST ${COMPUTE}/suspend`,
    undefined,
    [200, { operations: operations('suspend_compute running') }],
  ],
  wait('10s'),
  [
    'an idle compute is deleted without operations',
    'member',
    `DELETE ${COMPUTE}`,
    undefined,
    [200, { endpoint: { id: '{compute}' }, operations: [] }],
  ],
  ['a deleted compute is gone', 'member', `GET ${COMPUTE}`, undefined, [404]],
  ['there is nothing to delete twice', 'member', `DELETE ${COMPUTE}`, undefined, [204]],
  [
    'one that is made later has another id and host',
    'member',
    `POST ${ENDPOINTS}`,
    { endpoint: { branch_id: '{third}', type: 'read_write' } },
    [
      201,
      { endpoint: { id: expect.not.stringMatching('{compute}'), host: expect.not.stringMatching('{host}') } },
    ],
  ],
];

/** An answer with `undefined` where the expectation has it: attributes that must be absent. */
function padded(body: unknown, subset: unknown): unknown {
  if (Array.isArray(body) && Array.isArray(subset)) return body.map((each, at) => padded(each, subset[at]));
  if (Object.getPrototypeOf(subset ?? 0) !== Object.prototype || typeof body !== 'object') return body;
  const parts = Object.entries(subset as object).map(([name, part]) => [
    name,
    padded(Reflect.get(body as object, name), part),
  ]);
  return { ...body, ...Object.fromEntries(parts) };
}

const SECTIONS: Readonly<Record<string, readonly Row[]>> = {
  ACCOUNTS,
  PERSONAL_KEYS,
  ORGANIZATION_KEYS,
  PROJECT_KEYS,
  MEMBERSHIP,
  RESOURCES,
};

describe.each(MODES)('the specification holds %s', (_mode, rules, strict) => {
  const emulator = new EmulatorUnderTest({ platform: { seed: 'test', ...rules }, strict });
  const is_platform = 'rule_book' in rules && rules.rule_book === 'platform';
  const names = new Map<string, string>();
  const filled = (text: string) =>
    text.replaceAll(/\{(\w+)\}/g, (name, key: string) => names.get(key) ?? name);
  const filledIn = (value: unknown): unknown => {
    if (typeof value === 'string') return filled(value);
    if (Array.isArray(value)) return value.map(filledIn);
    if (Object.getPrototypeOf(value ?? 0) !== Object.prototype) return value;
    return Object.fromEntries(Object.entries(value as object).map(([name, part]) => [name, filledIn(part)]));
  };

  async function ask(caller: string, call: string, body: object | undefined): Promise<Answer> {
    const [method, path] = filled(call).split(' ') as [string, string];
    const sent = filledIn(body) as object | undefined;
    if (path.startsWith('/_neap')) return emulator.control(method, path.slice('/_neap'.length), sent);
    return emulator.call(method, path, sent, names.get(caller) ?? '');
  }

  describe.each(Object.entries(SECTIONS))('%s:', (_section, rows) => {
    test.each(rows.map((row) => [row[0], row] as const))(
      '%s',
      async (_name, [, caller, call, body, [expected, subset], saved = {}]) => {
        const answer = await ask(caller, call, body);
        const status = Array.isArray(expected) ? expected[is_platform ? 1 : 0] : expected;
        expect(answer.status, JSON.stringify(answer.body)).toEqual(status);
        if (subset !== undefined)
          expect(padded(answer.body, subset)).toMatchObject(filledIn(subset) as object);
        for (const [name, place] of Object.entries(saved)) {
          let at = answer.body;
          for (const part of place.split('.')) at = at?.[part];
          if (at !== undefined) names.set(name, String(at));
        }
      },
    );
  });

  test.each(
    [
      ['GET', 'POST', 'PUT', 'OPTIONS', 'HEAD'].map((method) => `${method} /projects`),
      ['OPTIONS /projects/p/branches', 'OPTIONS /nosuch', 'GET /nosuch', 'GET /', 'DELETE /a/b/c'],
      ['PATCH /projects/%zz', 'GET //projects', 'GET /projects/p/advisors', 'POST /projects/p/endpoints'],
      ['GET /consumption_history/v2/projects', 'GET /projects/p/branches/b/triggers'],
    ].flat(),
  )('without a valid key in the header, %s is 401', async (call) => {
    const [method, path] = call.split(' ') as [string, string];
    const wrong = ['Bearer napi_guess', 'Bearer ', 'Basic YTpi', emulator.key, `Token ${emulator.key}`];
    for (const authorization of [undefined, ...wrong]) {
      const headers = authorization === undefined ? {} : { Authorization: authorization };
      const answer = await emulator.send(`/api/v2${path}?api_key=${emulator.key}`, { method, headers });
      expect(answer.status, authorization).toBe(401);
      if (method !== 'HEAD') expect(answer.body).toMatchObject({ message: TEXT });
    }
  });

  test.each(['/api/v1/projects', '/api/v3/projects', '/api/projects', '/projects'])(
    'the API is not served at %s',
    async (path) => {
      const headers = { Authorization: `bearer  ${emulator.key}` };
      expect((await emulator.send(path, { headers })).status).toBe(404);
      expect((await emulator.send('/api/v2/users/me', { headers })).status).toBe(200);
    },
  );

  /** Fixed sizes, in CU: 0.25 and 0.5, whole ones to 16, even ones to 56. */
  const SIZES = [
    0.25,
    0.5,
    ...Array.from({ length: 16 }, (_, at) => at + 1),
    ...Array.from({ length: 20 }, (_, at) => 18 + 2 * at),
  ];

  test('the fixed sizes are exactly the 38 of the specification, and pairs autoscale to 16 CU', async () => {
    const { project_id, endpoint_id } = await emulator.project({ org_id: emulator.account.org_id });
    const path = `/projects/${project_id}/endpoints/${endpoint_id}`;
    await emulator.control('POST', '/clock', { advance: '10m' });
    const statusOf = async (min: number, max: number) => {
      const endpoint = { autoscaling_limit_min_cu: min, autoscaling_limit_max_cu: max };
      const { status } = await emulator.call('PATCH', path, { endpoint });
      if (status === 200) await emulator.control('POST', '/clock', { advance: '10s' });
      return status;
    };
    const accepted: number[] = [];
    for (let quarter = 0; quarter <= 240; quarter++) {
      const status = await statusOf(quarter / 4, quarter / 4);
      expect([200, 400]).toContain(status);
      if (status === 200) accepted.push(quarter / 4);
    }
    expect(accepted).toEqual(SIZES);
    for (const min of SIZES) {
      for (const max of SIZES) {
        const is_range = min < max && max <= 16 && (!is_platform || max - min <= 8);
        expect(await statusOf(min, max), `${min} to ${max} CU`).toBe(min === max || is_range ? 200 : 400);
      }
    }
  });
});
