import { readFileSync } from 'node:fs';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { POSTGRES_BIN } from '../postgres/real-server.js';
import { serveNeap } from '../server/served-emulator.js';
import { openCli, VENDOR_CLIS, type VendorCli } from './neonctl.js';

interface Command {
  readonly run: string;
  /** Whether it runs with PostgreSQL too, or only then. */
  readonly postgres?: true | 'only';
  readonly prints?: string;
}

const TABLE = new URL('first-minute.yaml', import.meta.url);
const COMMANDS = parse(readFileSync(TABLE, 'utf8')) as readonly Command[];
const WITHOUT = COMMANDS.filter(({ postgres }) => postgres !== 'only');
const WITH = COMMANDS.filter(({ postgres }) => postgres !== undefined);
const OPTIONS = ['--postgres', POSTGRES_BIN ?? '', '--postgres-port', '0'];

/** An emulator and a client of it until the test ends. */
async function opened(cli: VendorCli, ...args: readonly string[]) {
  const emulator = await serveNeap(args);
  const { base_url, api_key } = emulator;
  const client = await openCli(base_url, api_key!, cli);
  onTestFinished(async () => {
    client.close();
    await emulator.stop('SIGTERM');
  });
  return { emulator, client, run: (command: string) => client.run(...command.split(' ')) };
}

describe.each(VENDOR_CLIS)('the first minute of %s', (cli) => {
  test.each([
    ['without PostgreSQL', WITHOUT, []],
    ...(POSTGRES_BIN === undefined ? [] : [['with PostgreSQL', WITH, OPTIONS] as const]),
  ] as const)('the first commands need no --project-id and no --org-id, %s', async (_, commands, args) => {
    const { emulator, client, run } = await opened(cli, ...args);
    for (const { run: command, prints = '' } of commands) {
      const output = command.startsWith('psql')
        ? await client.spawned(...command.split(' '))
        : await run(command);
      expect(output, command).not.toContain('ERROR');
      expect(output, command).toContain(prints);
    }
    if (args.length > 0) return;
    // The same holds when the user joins a second organization.
    const { address, base_url, api_key, user_id } = emulator;
    await fetch(`${address}/_neap/organizations`, {
      method: 'POST',
      body: JSON.stringify({ name: 'Second', admin_user_id: user_id }),
    });
    const other = await openCli(base_url, api_key!, cli);
    expect(await other.run('branches', 'list')).toContain('main');
    expect(await other.run('connection-string', 'main')).toContain('postgresql://');
    other.close();
  });

  test("under the platform's rules the organization is named once, when projects are created or listed", async () => {
    const { emulator, run } = await opened(cli, '--rules', 'platform');
    const refused = 'org_id is required, you can find it on your organization settings page';
    await expect(run('projects create --name shop')).rejects.toThrow(refused);
    await expect(run('projects list')).rejects.toThrow(refused);
    await run(`projects create --name shop --org-id ${emulator.org_id}`);
    expect(await run(`projects list --org-id ${emulator.org_id}`)).toContain('shop');
    expect(await run('connection-string')).toContain('postgresql://');
    expect(await run('branches list')).toContain('main');
  });
});
