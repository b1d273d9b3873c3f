import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ServedEmulator, serveNeap } from '../server/served-emulator.js';

interface Outcome {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

let emulator: ServedEmulator;
let home: string;
let driver: ChildProcess;
beforeAll(async () => {
  emulator = await serveNeap(['--operation-duration', '0s', '--rate-limits', 'off']);
  home = mkdtempSync(join(tmpdir(), 'neap-neonctl-'));
  driver = fork(fileURLToPath(new URL('neonctl-driver.mjs', import.meta.url)), [], {
    cwd: home,
    execArgv: [],
    env: {
      PATH: process.env['PATH'],
      HOME: home,
      CI: 'true',
      NEON_API_HOST: emulator.base_url,
      NEON_API_KEY: emulator.api_key,
    },
  });
  await once(driver, 'message');
});
afterAll(async () => {
  driver.kill('SIGKILL');
  await emulator.stop('SIGTERM');
  rmSync(home, { recursive: true, force: true });
});

async function neonctl(command: string): Promise<Outcome> {
  driver.send(command.split(' '));
  const [outcome] = (await once(driver, 'message')) as [Outcome];
  return outcome;
}

/** Commands in the order in which they are made: those that succeed, and those that are refused with some words. */
const SESSION: readonly (string | readonly [command: string, refusal: string])[] = [
  'me',
  'me --output json',
  'orgs list',
  'projects list',
  'projects create --name shop --cu 0.5-2 --output json',
  'projects get PROJECT',
  'projects get PROJECT --output yaml',
  'projects list --output json',
  'projects update PROJECT --name store',
  ['projects update PROJECT --cu 0.3', '0.3'],
  ['projects get nobody-1', 'not found'],
  'set-context --project-id PROJECT',
  'branches list',
  'branches create --name dev',
  ['branches create --name dev', 'already exists'],
  'branches create --name qa --parent dev --no-compute',
  'branches create --name past --parent main',
  'branches get dev',
  'branches get dev --output json',
  'branches list --output yaml',
  'branches rename past history',
  'branches add-compute qa --type read_write --cu 1',
  'branches add-compute dev --type read_only',
  ['branches add-compute dev --type read_write', 'read-write endpoint already exists'],
  'branches set-default dev',
  'branches set-default main',
  'branches set-expiration history --expires-at 2030-01-01T00:00:00Z',
  'branches set-expiration history',
  ['branches delete main', 'cannot be deleted'],
  ['branches get nothing', 'not found'],
  'branches schema-diff main dev',
  'branches schema-diff dev ^parent',
  'branches reset qa --parent',
  ['branches reset dev --parent', 'preserve_under_name'],
  'branches reset dev --parent --preserve-under-name dev-before',
  'branches restore history main',
  'branches restore history dev --preserve-under-name history-before',
  'branches restore qa ^parent',
  'snapshots list',
  'snapshots create --branch dev --name first',
  'snapshots create --branch dev --name second --output json',
  'snapshots get first',
  'snapshots update first --name renamed',
  'snapshots list --output json',
  'snapshots restore renamed --name restored',
  'snapshots finalize restored',
  'snapshots schedule get --branch main',
  'snapshots delete renamed',
  ['snapshots delete nothing', 'not found'],
  'databases list --branch main',
  'databases create --name orders --owner-name neondb_owner --branch main',
  ['databases create --name orders --owner-name neondb_owner --branch main', 'already exists'],
  'databases list --branch main --output json',
  'databases delete orders --branch main',
  'roles list --branch main',
  'connection-string main',
  'connection-string main --pooled',
  'connection-string main --prisma',
  'connection-string main --extended',
  'roles create --name reader --branch main',
  ['connection-string main', 'Multiple roles'],
  'roles list --branch main --output json',
  'connection-string main --role-name reader --database-name neondb',
  ['connection-string main --role-name nobody --database-name neondb', 'not found'],
  'roles delete reader --branch main',
  'operations list',
  'operations list --output json',
  'ip-allow list',
  'ip-allow add 10.0.0.0/8',
  'ip-allow remove 10.0.0.0/8',
  'ip-allow reset',
  'api-keys list',
  'api-keys create --name ci --output json',
  'api-keys revoke KEY',
  ['api-keys revoke 999999', 'No account API key'],
  'vpc project list',
  'vpc endpoint list --org-id ORG --region-id aws-us-east-2',
  'vpc endpoint assign vpce-1 --label office --org-id ORG --region-id aws-us-east-2',
  'vpc endpoint status vpce-1 --org-id ORG --region-id aws-us-east-2',
  'vpc endpoint remove vpce-1 --org-id ORG --region-id aws-us-east-2',
  'functions list --branch main',
  'credentials list --branch main',
  'bucket list --branch main',
  'status --branch main',
  'config status --branch main',
  'checkout dev',
  'api /projects/PROJECT/endpoints',
  'api /projects/PROJECT/branches -X POST -F branch.name=by-hand',
  ['data-api get --branch main --database neondb', 'not found'],
  'branches delete by-hand',
  'projects delete PROJECT',
  'projects recover PROJECT',
  'projects delete PROJECT',
];

test('a session of ninety commands, each with the outcome that it is to have', async () => {
  expect(SESSION.length).toBeGreaterThanOrEqual(90);
  const known: Record<string, string> = {};
  const wrong: string[] = [];
  for (const entry of SESSION) {
    const [command, refusal] = typeof entry === 'string' ? [entry, undefined] : entry;
    const filled = command.replaceAll(/PROJECT|KEY|ORG/g, (name) => known[name] ?? name);
    const { status, stdout, stderr } = await neonctl(filled);
    const as_expected =
      refusal === undefined
        ? status === 0 && !stderr.includes('ERROR')
        : status === 1 && stderr.includes(refusal);
    if (!as_expected) wrong.push(`${filled}: exit ${status}\n${stdout.slice(0, 300)}${stderr.slice(0, 500)}`);
    if (command.startsWith('projects create')) {
      const { project } = JSON.parse(stdout);
      Object.assign(known, { PROJECT: project.id });
    }
    if (command.startsWith('api-keys create')) known['KEY'] = String(JSON.parse(stdout).id);
    if (command === 'me') {
      const answer = await fetch(`${emulator.base_url}/users/me/organizations`, {
        headers: { Authorization: `Bearer ${emulator.api_key}` },
      });
      const { organizations } = (await answer.json()) as {
        readonly organizations: readonly { readonly id: string }[];
      };
      known['ORG'] = organizations[0]!.id;
    }
  }
  expect(wrong).toEqual([]);
});
