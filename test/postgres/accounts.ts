import { type CreatedProject, type PostgresUnderTest, query } from './served-postgres.js';

/** An emulator with a project of each of two accounts. */
export interface Accounts {
  readonly state: string;
  readonly neap: PostgresUnderTest;
  readonly victim: CreatedProject;
  readonly attacker: CreatedProject;
  /** The attacker's. */
  readonly key: string;
}

/** Adds another account, and makes a project in each. */
export async function openAccounts(state: string, neap: PostgresUnderTest, traps: string): Promise<Accounts> {
  const { id } = await neap.call('POST', '/_neap/users', { name: 'other', email: 'other@example.org' });
  const { key } = await neap.call('POST', `/_neap/users/${id}/api_keys`, { key_name: 'key' });
  const [victim, attacker] = await Promise.all([neap.createProject(), neap.createProject(0.25, key)]);
  await query(uriOf(victim), "create table secret as select 'row' as text");
  await query(uriOf(attacker), traps);
  return { state, neap, victim, attacker, key };
}

export function uriOf({ connection_uris }: CreatedProject): string {
  return connection_uris[0]!.connection_uri;
}
