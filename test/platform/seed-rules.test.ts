import { describe, expect, test } from 'vitest';
import { describeTable } from './rule-table.js';
import { RuleWorld } from './rule-world.js';

/** The rules of the platform's specification hold in three modes. */
const MODES = [
  ['by default', {}, false],
  ["under the specification's rules, strictly", { rule_book: 'seed' as const }, true],
  ["under the platform's current rules", { rule_book: 'platform' as const }, false],
] as const;

/** Fixed sizes, in CU: 0.25 and 0.5, whole ones to 16, even ones to 56. */
const SIZES = [
  0.25,
  0.5,
  ...Array.from({ length: 16 }, (_, at) => at + 1),
  ...Array.from({ length: 20 }, (_, at) => 18 + 2 * at),
];

describe.each(MODES)('the specification holds %s', (_mode, options, strict) => {
  const world = new RuleWorld({ platform: { seed: 'test', ...options }, strict });
  const { emulator } = world;
  describeTable('seed.yaml', async () => world);

  test.each(
    [
      ['GET', 'POST', 'PUT', 'OPTIONS', 'HEAD'].map((method) => `${method} /projects`),
      ['OPTIONS /projects/p/branches', 'OPTIONS /nosuch', 'GET /nosuch', 'GET /', 'DELETE /a/b/c'],
      ['PATCH /projects/%zz', 'GET //projects', 'GET /projects/p/advisors', 'POST /projects/p/endpoints'],
      ['GET /consumption_history/v2/projects', 'GET /projects/p/branches/b/triggers'],
    ].flat(),
  )('without a valid key in the header, %s returns 401', async (call) => {
    const [method, path] = call.split(' ') as [string, string];
    const wrong = ['Bearer napi_guess', 'Bearer ', 'Basic YTpi', emulator.key, `Token ${emulator.key}`];
    for (const authorization of [undefined, ...wrong]) {
      const headers = authorization === undefined ? {} : { Authorization: authorization };
      const answer = await emulator.send(`/api/v2${path}?api_key=${emulator.key}`, { method, headers });
      expect(answer.status, authorization).toBe(401);
      if (method !== 'HEAD') expect(answer.body).toMatchObject({ message: expect.any(String) });
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
    for (let quarter = 0; quarter <= 240; quarter++) {
      const size = quarter / 4;
      const status = await statusOf(size, size);
      if (status !== (SIZES.includes(size) ? 200 : 400)) expect.fail(`${status} for ${size} CU`);
    }
    const widest = 'rule_book' in options && options.rule_book === 'platform' ? 8 : 16;
    for (const min of SIZES) {
      for (const max of SIZES) {
        const is_range = min < max && max <= 16 && max - min <= widest;
        const status = await statusOf(min, max);
        if (status !== (min === max || is_range ? 200 : 400))
          expect.fail(`${status} for ${min} to ${max} CU`);
      }
    }
  });
});
