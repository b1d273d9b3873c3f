import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { openCli, type VendorCli } from './neonctl.js';

/** The start of the message of a 501 response. */
export const UNSERVED = 'the emulator does not serve';

interface Command {
  /** The command as listed, with names in capitals instead of ids. */
  readonly run: string;
  /** Words of the expected refusal. */
  readonly refused?: string;
  /** Whether it belongs to a service other than Postgres. */
  readonly unserved?: true;
  /** A part of the JSON that it prints, or a pattern between slashes. */
  readonly prints?: unknown;
}

const TABLE = new URL('neonctl.yaml', import.meta.url);
export const SESSION: readonly Command[] = (parse(readFileSync(TABLE, 'utf8')) as readonly Command[]).map(
  ({ unserved, ...command }) =>
    unserved === true ? { run: `${command.run} --branch main`, refused: UNSERVED } : command,
);

/** A command of the session and its outcome. */
export interface PlayedCommand extends Command {
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
  const known: Record<string, string> = {};
  const played: PlayedCommand[] = [];
  try {
    for (const command of SESSION) {
      const filled = command.run.replaceAll(/PROJECT|KEY|ORG|TOKEN/g, (name) => known[name] ?? name);
      const { status, stdout, stderr } = await opened.outcome(filled.split(' '));
      const as_expected =
        command.refused === undefined
          ? status === 0 && !stderr.includes('ERROR') && includes(stdout, command.prints)
          : status === 1 && stderr.includes(command.refused);
      const said = `${filled}: exit ${status}\n${stdout.slice(0, 300)}${stderr.slice(0, 500)}`;
      played.push({ ...command, as_expected, said });
      if (!as_expected || !command.run.endsWith('--output json')) continue;
      const [what] = command.run.split(' --', 1);
      if (what === 'orgs list') known['ORG'] = JSON.parse(stdout)[0].id;
      if (what === 'projects create') known['PROJECT'] = JSON.parse(stdout).project.id;
      if (what === 'api-keys create') known['KEY'] = String(JSON.parse(stdout).id);
      if (what === 'credentials create') known['TOKEN'] = JSON.parse(stdout).token_id;
    }
  } finally {
    opened.close();
  }
  return played;
}

/** Whether an output has what is expected of it. */
function includes(stdout: string, expected: unknown): boolean {
  if (expected === undefined) return true;
  if (typeof expected === 'string') return new RegExp(expected.slice(1, -1)).test(stdout);
  return isPart(JSON.parse(stdout), expected);
}

function isPart(whole: unknown, part: unknown): boolean {
  if (typeof part !== 'object' || part === null) return whole === part;
  if (typeof whole !== 'object' || whole === null) return false;
  const has_length = !Array.isArray(part) || part.length === (whole as readonly unknown[]).length;
  return has_length && Object.entries(part).every(([key, each]) => isPart(Reflect.get(whole, key), each));
}
