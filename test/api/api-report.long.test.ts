import { beforeAll, describe, expect, test } from 'vitest';
import { apiReports, ENTRY_POINTS } from './api-report.js';

/** More names than these are not chosen any more. */
const MAX_NAMES = 30;

describe('the exports of the package match its reports; after an intended change, run with --update', () => {
  let reports: ReadonlyMap<string, string>;
  beforeAll(() => {
    reports = apiReports();
  });

  test.each(ENTRY_POINTS)('$name', async ({ name }) => {
    await expect(reports.get(name)).toMatchFileSnapshot(`${name.replace('/', '-')}.api.md`);
  });

  test(`the main entry point exports at most ${MAX_NAMES} names`, () => {
    const exported = reports.get('neap')!.match(/^(export \{ .* \}|export .*)/gm) ?? [];
    expect(exported.length).toBeGreaterThan(0);
    expect(exported.length).toBeLessThanOrEqual(MAX_NAMES);
  });
});
