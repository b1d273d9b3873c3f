import { expect, test } from 'vitest';
import { HttpAdapter } from '../../src/adapter/http-adapter.js';
import { withEmulator } from '../../src/testing/index.js';
import { runPlatformCommands } from '../../src/testing/properties.js';

/** An adapter for an address, with a network that responds as given and records its requests. */
function adapterFor(base_url: string, answer: () => Response) {
  const asked: Request[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    asked.push(new Request(input, init));
    return answer();
  };
  return { asked, adapter: new HttpAdapter({ base_url, api_key: 'napi_secret', fetch, paced: false }) };
}

test.each([
  'https://console.neon.tech/api/v2',
  'https://console-stage.neon.build/api/v2',
  'https://console.neon.tech:443/api/v2/',
  'https://api.neon.com/api/v2',
])('random calls to the real service are refused before any request is sent: %s', async (base_url) => {
  const { asked, adapter } = adapterFor(base_url, () => Response.json({ emulator: 'neap' }));
  await expect(runPlatformCommands({ adapter }, [])).rejects.toMatchObject({
    code: 'not_an_emulator',
    message: expect.stringContaining('is the real service'),
  });
  expect(asked).toEqual([]);
});

test.each([
  ['another service', () => Response.json({ status: 'ok' })],
  ['a page', () => new Response('<html>')],
  ['no server', () => Promise.reject(new TypeError('fetch failed')) as never],
  [
    'a redirect',
    () => new Response(null, { status: 302, headers: { Location: 'https://console.neon.tech' } }),
  ],
])('random calls to a server that is not identified as an emulator are refused: %s', async (_who, answer) => {
  const { asked, adapter } = adapterFor('https://control.example/neon/api/v2', answer);
  await expect(runPlatformCommands({ adapter }, [])).rejects.toMatchObject({ code: 'not_an_emulator' });
  expect(asked.map(({ url }) => url)).toEqual(['https://control.example/neon/_neap/health']);
  // The server did not receive the key.
  expect(asked[0]!.headers.get('authorization')).toBeNull();
});

test('random calls to an emulator are allowed, in process and over its port', () =>
  withEmulator(async ({ adapter, base_url, api_key }) => {
    await runPlatformCommands({ adapter }, []);
    const over_network = new HttpAdapter({ base_url, api_key, paced: false });
    expect(await over_network.requireEmulator()).toBeUndefined();
  }));
