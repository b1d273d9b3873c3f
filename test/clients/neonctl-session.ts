import { openCli, type VendorCli } from './neonctl.js';

/** Commands in the order in which they are made: those that succeed, and those that are refused with some words. */
export const SESSION: readonly (string | readonly [command: string, refusal: string])[] = [
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
  'credentials create --name ci --scope storage:read --branch main',
  'credentials list --branch main',
  'env pull --branch main',
  'triggers list --branch main',
  'logs query --branch main',
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

/** A command of the session and what came of it. */
export interface PlayedCommand {
  /** As it is listed, with names in capitals in place of ids. */
  readonly command: string;
  /** The words by which it is to be refused; `undefined` where it is to succeed. */
  readonly refusal: string | undefined;
  readonly as_expected: boolean;
  /** What it printed, for whoever looks into one that is not as expected. */
  readonly said: string;
}

/** Plays the session against an emulator whose operations take no time and whose requests are not limited. */
export async function playSession(
  cli: VendorCli,
  base_url: string,
  api_key: string,
): Promise<readonly PlayedCommand[]> {
  const opened = await openCli(base_url, api_key, cli);
  const known: Record<string, string> = { ORG: await organizationOf(base_url, api_key) };
  const played: PlayedCommand[] = [];
  try {
    for (const entry of SESSION) {
      const [command, refusal] = typeof entry === 'string' ? [entry, undefined] : entry;
      const filled = command.replaceAll(/PROJECT|KEY|ORG/g, (name) => known[name] ?? name);
      const { status, stdout, stderr } = await opened.outcome(filled.split(' '));
      const as_expected =
        refusal === undefined
          ? status === 0 && !stderr.includes('ERROR')
          : status === 1 && stderr.includes(refusal);
      const said = `${filled}: exit ${status}\n${stdout.slice(0, 300)}${stderr.slice(0, 500)}`;
      played.push({ command, refusal, as_expected, said });
      if (command.startsWith('projects create')) known['PROJECT'] = JSON.parse(stdout).project.id;
      if (command.startsWith('api-keys create')) known['KEY'] = String(JSON.parse(stdout).id);
    }
  } finally {
    opened.close();
  }
  return played;
}

async function organizationOf(base_url: string, api_key: string): Promise<string> {
  const answer = await fetch(`${base_url}/users/me/organizations`, {
    headers: { Authorization: `Bearer ${api_key}` },
  });
  const { organizations } = (await answer.json()) as {
    readonly organizations: readonly { readonly id: string }[];
  };
  return organizations[0]!.id;
}
