import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { POSTGRES_BIN } from '../postgres/real-server.js';
import { type ServedEmulator, serveNeap } from '../server/served-emulator.js';
import { openCli, VENDOR_CLIS } from './neonctl.js';

/** The first commands of a new user after the two exports: none names a project or an organization. */
const FIRST_MINUTE = [
  'projects create --name shop',
  'connection-string',
  'connection-string --pooled',
  'branches list',
  'branches create --name dev',
  'branches schema-diff main dev',
  'databases list',
  'databases create --name orders --owner-name neondb_owner',
  'databases delete orders',
  'roles list',
  'operations list',
  'ip-allow list',
  'snapshots list',
  'status',
  'config status',
  'functions list',
  'neon-auth status',
  'credentials list',
  'bucket list',
  'vpc project list',
  'projects list',
  'orgs list',
  'link --yes',
  'checkout dev',
];

/** Commands whose responses depend on PostgreSQL. */
const WITH_DATABASES = new Set([
  'projects create --name shop',
  'connection-string',
  'branches create --name dev',
  'branches schema-diff main dev',
  'databases create --name orders --owner-name neondb_owner',
  'databases delete orders',
]);

type Opened = Awaited<ReturnType<typeof openCli>>;

const WITH_POSTGRES = ['--postgres', POSTGRES_BIN ?? '', '--postgres-port', '0'];
const WAYS = VENDOR_CLIS.flatMap((cli) => [
  [cli, 'without PostgreSQL', []] as const,
  [cli, 'with PostgreSQL', WITH_POSTGRES] as const,
]);

describe.each(WAYS)('the first minute of %s, %s', (cli, _, args) => {
  const has_postgres = args.length > 0;
  let emulator: ServedEmulator;
  let opened: Opened;
  const run = (command: string) => opened.run(...command.split(' '));
  beforeAll(async () => {
    if (has_postgres && POSTGRES_BIN === undefined) return;
    emulator = await serveNeap(args);
    opened = await openCli(emulator.base_url, emulator.api_key!, cli);
  });
  afterAll(async () => {
    opened?.close();
    await emulator?.stop('SIGTERM');
  });

  test.skipIf(has_postgres && POSTGRES_BIN === undefined)(
    'the first commands need no --project-id and no --org-id',
    async () => {
      for (const command of FIRST_MINUTE) {
        if (has_postgres && !WITH_DATABASES.has(command)) continue;
        expect(await run(command), command).not.toContain('ERROR');
        if (has_postgres && command === 'connection-string')
          expect(await opened.spawned(...'psql -- -At -c values(4711)'.split(' '))).toContain('4711');
      }
    },
  );

  test.skipIf(has_postgres)(
    'the first commands need neither option when the user joins a second organization',
    async () => {
      await fetch(`${emulator.address}/_neap/organizations`, {
        method: 'POST',
        body: JSON.stringify({ name: 'Second', admin_user_id: emulator.user_id }),
      });
      const other = await openCli(emulator.base_url, emulator.api_key!, cli);
      expect(await other.run('branches', 'list')).toContain('main');
      expect(await other.run('connection-string', 'main')).toContain('postgresql://');
      other.close();
    },
  );
});

describe.each(VENDOR_CLIS)('%s under the rules of the platform', (cli) => {
  let emulator: ServedEmulator;
  let opened: Opened;
  const run = (command: string) => opened.run(...command.split(' '));
  beforeAll(async () => {
    emulator = await serveNeap(['--rules', 'platform']);
    opened = await openCli(emulator.base_url, emulator.api_key!, cli);
  });
  afterAll(async () => {
    opened.close();
    await emulator.stop('SIGTERM');
  });

  test("under the platform's rules the organization is named once, when projects are created or listed", async () => {
    const refused = 'org_id is required, you can find it on your organization settings page';
    await expect(run('projects create --name shop')).rejects.toThrow(refused);
    await expect(run('projects list')).rejects.toThrow(refused);
    await run(`projects create --name shop --org-id ${emulator.org_id}`);
    expect(await run(`projects list --org-id ${emulator.org_id}`)).toContain('shop');
    expect(await run('connection-string')).toContain('postgresql://');
    expect(await run('branches list')).toContain('main');
  });
});
