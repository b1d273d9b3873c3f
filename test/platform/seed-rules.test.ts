import { describe, expect, test } from 'vitest';
import { describeTable } from './rule-table.js';
import { RuleWorld } from './rule-world.js';
import { MODES } from './seed-modes.js';

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
});
