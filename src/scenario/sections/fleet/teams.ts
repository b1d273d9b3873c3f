import { suggestion } from '../../../kernel/nearest-name.js';
import { namedRows } from '../../../workload/trace/layout/named-rows.js';
import { TraceError } from '../../../workload/trace/reading/trace-error.js';
import type { Diagnostic } from '../../document/diagnostic.js';
import type { Outside } from '../../document/outside.js';
import type { ScenarioDocument } from '../../document/scenario-document.js';
import { REST, type TeamsItem } from './fleet.js';

const PATH = ['computes', 'teams'];

/** A tenant that is assigned to a team, and how a problem with it is reported. */
interface Assignment {
  /** The name of a tenant, or {@link REST} for all others. */
  readonly tenant: string;
  readonly team: string;
  readonly problem: (message: string) => Diagnostic;
}

/** The teams of tenants; `undefined` if they are drawn by shares, or if there are none. */
export async function assignedTeams(
  teams: TeamsItem | undefined,
  tenants: readonly string[],
  outside: Outside,
  document: ScenarioDocument,
): Promise<{
  readonly teams?: ReadonlyMap<string, string>;
  readonly diagnostics: readonly Diagnostic[];
}> {
  if (teams === undefined || teams.kind === 'shares') return { diagnostics: [] };
  if (teams.kind === 'lists') return assign(listed(teams.lists, document), tenants, document);
  try {
    const rows = rowsOf(await outside.text(teams.file), teams.file);
    return assign(rows, tenants, document);
  } catch (error) {
    if (!(error instanceof TraceError)) throw error;
    const { file: source, line, reason } = error;
    return {
      diagnostics: [
        line === undefined
          ? document.diagnostic(PATH, error.message)
          : { source, line, column: 1, path: PATH.join('.'), message: reason },
      ],
    };
  }
}

function listed(
  lists: Extract<TeamsItem, { kind: 'lists' }>['lists'],
  document: ScenarioDocument,
): readonly Assignment[] {
  return Object.entries(lists).flatMap(([team, members]) =>
    members.map((tenant, index) => ({
      tenant,
      team,
      problem: (message: string) => document.diagnostic(['computes', 'teams', team, index], message),
    })),
  );
}

const COLUMNS = ['tenant', 'team'] as const;

/** The rows of a CSV file with the columns tenant and team. @throws TraceError at the first row that is wrong */
function rowsOf(text: string, file: string): readonly Assignment[] {
  return Array.from(namedRows(file, text.split(/\r?\n/), COLUMNS), ({ line, cells }) => {
    const [tenant, team] = COLUMNS.map((name) => cells.get(name)!.replaceAll(/\s+/g, ' '));
    if (!tenant || !team) throw new TraceError(file, 'expected a tenant and a team', { line });
    const place = { source: file, line, column: 1, path: PATH.join('.') };
    return { tenant, team, problem: (message) => ({ ...place, message }) };
  });
}

/** Maximum number of tenants without a team that a message names. */
const MAX_NAMED_TENANTS = 5;

function assign(
  assignments: readonly Assignment[],
  tenants: readonly string[],
  document: ScenarioDocument,
): Awaited<ReturnType<typeof assignedTeams>> {
  const known = new Set(tenants);
  const teams = new Map<string, string>();
  const diagnostics: Diagnostic[] = [];
  let rest: string | undefined;
  for (const { tenant, team, problem } of assignments) {
    const isRest = tenant === REST && !known.has(REST);
    const earlier = isRest ? rest : teams.get(tenant);
    if (!isRest && !known.has(tenant))
      diagnostics.push(problem(`unknown tenant "${tenant}"${suggestion(tenant, tenants)}`));
    else if (earlier !== undefined)
      diagnostics.push(problem(`"${tenant}" is in team "${earlier}" already; expected one team per tenant`));
    else if (isRest) rest = team;
    else teams.set(tenant, team);
  }
  const left = tenants.filter((tenant) => !teams.has(tenant));
  if (rest !== undefined) for (const tenant of left) teams.set(tenant, rest);
  else if (left.length > 0) {
    const more = left.length > MAX_NAMED_TENANTS ? ` and ${left.length - MAX_NAMED_TENANTS} more` : '';
    const message = `${left.length} of ${tenants.length} tenants have no team: ${left.slice(0, MAX_NAMED_TENANTS).join(', ')}${more}; add them, or a team for all others, as in "other: rest" or, in a CSV file, "rest,other"`;
    diagnostics.push(document.diagnostic(PATH, message));
  }
  return { teams, diagnostics };
}
