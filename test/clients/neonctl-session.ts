import { openCli, type VendorCli } from './neonctl.js';

/** The start of the message of a 501 response. */
export const UNSERVED = 'the emulator does not serve';

/** Commands of services other than Postgres, which the emulator does not serve. */
const UNSERVED_COMMANDS: readonly string[] = [
  'neon-auth enable',
  'neon-auth disable',
  'neon-auth config email-password get',
  'neon-auth config email-password update --enabled true',
  'neon-auth config email-provider get',
  'neon-auth config email-provider update --type shared',
  'neon-auth config email-provider test --recipient-email ada@neap.example',
  'neon-auth config organization get',
  'neon-auth config organization update',
  'neon-auth config webhook get',
  'neon-auth config webhook update --enabled false',
  'neon-auth domain list',
  'neon-auth domain add https://neap.example',
  'neon-auth domain delete https://neap.example',
  'neon-auth domain allow-localhost get',
  'neon-auth domain allow-localhost enable',
  'neon-auth domain allow-localhost disable',
  'neon-auth oauth-provider list',
  'neon-auth oauth-provider add --provider-id google',
  'neon-auth oauth-provider update --provider-id google',
  'neon-auth oauth-provider delete --provider-id google',
  'neon-auth plugins list',
  'neon-auth plugins get organization',
  'neon-auth user create --email ada@neap.example --name Ada',
  'neon-auth user delete ada',
  'neon-auth user set-role ada --roles admin',
  'functions get hello',
  'functions delete hello',
  'functions domains list',
  'functions domains register neap.example --slug hello',
  'functions domains delete neap.example',
  'buckets create files',
  'buckets delete files',
  'buckets object list files',
  'buckets object delete files/one',
  'data-api create --database neondb',
  'data-api delete --database neondb',
  'data-api refresh-schema --database neondb',
  'triggers create --name hourly --function-slug hello --cron @hourly',
  'triggers get hourly',
  'triggers update hourly --name daily',
  'triggers enable hourly',
  'triggers disable hourly',
  'triggers delete hourly',
  'snapshots schedule set --frequency daily',
];

/** Commands in order: those that succeed, and those that are refused with the given words. */
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
  'vpc project restrict vpce-1 --label office',
  'vpc project remove vpce-1',
  'vpc endpoint remove vpce-1 --org-id ORG --region-id aws-us-east-2',
  'functions list --branch main',
  'credentials create --name ci --scope storage:read --branch main --output json',
  'credentials list --branch main',
  'credentials reveal TOKEN --branch main',
  'credentials rotate TOKEN --branch main',
  'credentials revoke TOKEN --branch main',
  'env pull --branch main',
  'triggers list --branch main',
  'logs query --branch main',
  'logs fields --branch main',
  'logs field-values body --branch main',
  'bucket list --branch main',
  'status --branch main',
  'config status --branch main',
  'set-context --project-id PROJECT',
  'link --yes',
  'checkout dev',
  'neon-auth status --branch main',
  'profile list',
  'claim list',
  'api /projects/PROJECT/endpoints',
  'api /projects/PROJECT/branches -X POST -F branch.name=by-hand',
  ['data-api get --branch main --database neondb', 'not found'],
  ...UNSERVED_COMMANDS.map((command) => [`${command} --branch main`, UNSERVED] as const),
  'branches delete by-hand',
  'projects delete PROJECT',
  'projects recover PROJECT',
  'projects delete PROJECT',
];

/** A command of the session and its outcome. */
export interface PlayedCommand {
  /** The command as listed, with names in capitals instead of ids. */
  readonly command: string;
  /** Words of the expected refusal; `undefined` if the command should succeed. */
  readonly refusal: string | undefined;
  readonly as_expected: boolean;
  /** Printed output, for the message of a failed comparison. */
  readonly said: string;
}

/** Runs the session against an emulator with instant operations and without rate limits. */
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
      const filled = command.replaceAll(/PROJECT|KEY|ORG|TOKEN/g, (name) => known[name] ?? name);
      const { status, stdout, stderr } = await opened.outcome(filled.split(' '));
      const as_expected =
        refusal === undefined
          ? status === 0 && !stderr.includes('ERROR')
          : status === 1 && stderr.includes(refusal);
      const said = `${filled}: exit ${status}\n${stdout.slice(0, 300)}${stderr.slice(0, 500)}`;
      played.push({ command, refusal, as_expected, said });
      if (command.startsWith('projects create')) known['PROJECT'] = JSON.parse(stdout).project.id;
      if (command.startsWith('api-keys create')) known['KEY'] = String(JSON.parse(stdout).id);
      if (command.startsWith('credentials create')) known['TOKEN'] = JSON.parse(stdout).token_id;
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
