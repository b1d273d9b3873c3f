import { describe, test } from 'vitest';
import { REAL_BASE_URL } from '../../src/adapter/connection-settings.js';
import { HttpAdapter } from '../../src/adapter/http-adapter.js';
import { WALL_CLOCK } from '../../src/adapter/wall-clock.js';
import { platformContract } from './contract.js';
import { servedSubject, simulatedSubject } from './subjects.js';

platformContract('simulated', async () => simulatedSubject());
platformContract('http, on the emulator', servedSubject);

const {
  NEAP_CONTRACT_API_KEY: api_key,
  NEAP_CONTRACT_BASE_URL: base_url = REAL_BASE_URL,
  NEAP_CONTRACT_ORG_ID: org_id,
} = process.env;

if (api_key === undefined || api_key === '') {
  describe('adapter contract: http, against the real service', () => {
    test.skip('skipped because NEAP_CONTRACT_API_KEY is not set', () => undefined);
  });
} else {
  platformContract(`http, on ${base_url}`, async () => {
    const withKey = (key: string) =>
      new HttpAdapter({ base_url, api_key: key, clock: WALL_CLOCK, seed: String(process.pid) });
    return { adapter: withKey(api_key), withKey, idles: false, org_id };
  });
}
