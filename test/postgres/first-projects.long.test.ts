import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { POSTGRES_BIN } from './real-server.js';
import { query, servePostgres } from './served-postgres.js';

describe.skipIf(POSTGRES_BIN === undefined)('the first projects of an emulator', () => {
  test.each([1, 2, 3])('three created at once are all served, without a message (start %i)', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'neap-first-'));
    const neap = await servePostgres('--state', folder);
    let messages = '';
    neap.served.child.stderr?.on('data', (text: string) => {
      messages += text;
    });
    const projects = await Promise.all(Array.from({ length: 3 }, () => neap.createProject()));
    const answers = projects.map(({ connection_uris }) =>
      query(connection_uris[0]!.connection_uri, 'select 1 as one'),
    );
    expect(await Promise.all(answers)).toEqual(projects.map(() => [{ one: 1 }]));
    await neap.served.stop('SIGTERM');
    expect(messages).toBe('');
    rmSync(folder, { recursive: true });
  });
});
