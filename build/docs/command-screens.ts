import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { neap } from '../../test/cli/built-cli.js';
import { codeBlock } from './markdown.js';
import { ROOT } from './project-folder.js';
import { runPicture } from './run-picture.js';

/** A command in the documents, and which part of its output to show. */
export interface CommandScreen {
  /** The name between the markers. */
  readonly name: string;
  /** Arguments of `neap`. */
  readonly args: readonly string[];
  /** Whether it takes more than a few seconds. */
  readonly long: boolean;
  /** Whether it takes minutes, so that only `npm run docs` runs it. */
  readonly takes_minutes?: boolean;
  /** The beginning of the only paragraph to show. */
  readonly from?: string;
  /** The number of paragraphs to show. */
  readonly paragraphs?: number;
}

const TOOL = 'load.web.rate={ cron: { schedule: "0 8 * * MON-FRI", for: 10h, rate: 12/h } }';

const QUERY = 'load.web.query.cpu={ lognormal: { mean: 16ms, cv: 2 } }';

/** The tables that commands print in Markdown. */
export const COMMAND_TABLES: readonly CommandScreen[] = [
  {
    name: 'size policies on the business application',
    args: [
      ...['policies', 'scenarios/weekday-saas.yaml', '--side', 'size', '--md', '-'],
      ...['--set', 'load.web.rate.base=10/s', '--set', QUERY],
    ],
    long: true,
    takes_minutes: true,
  },
  {
    name: 'suspend policies on the internal tool',
    args: [
      ...['policies', 'scenarios/weekday-saas.yaml', '--side', 'suspend', '--md', '-'],
      ...['--set', 'duration=56d', '--set', 'computes.primary.autoscaling_limit_max_cu=0.25'],
      ...['--set', TOOL],
    ],
    long: true,
  },
  {
    name: 'settings swept',
    args: [
      ...['sweep', 'scenarios/uneven-weeks.yaml', '--vary', 'max=0.25,0.5', '--vary', 'min=0.25,0.5'],
      ...['--vary', 'timeout=1m..1h:log3', '--md', '-'],
    ],
    long: true,
  },
  {
    name: 'load carried',
    args: [
      ...['capacity', 'scenarios/uneven-weeks.yaml', '--set', 'duration=1d'],
      ...['--set', 'load.staff.rate=600/h', '--constraint', 'latency_p99 <= 8s'],
      ...['--growth', '8%/month', '--md', '-'],
    ],
    long: true,
  },
];

/** The output of `neap run`, or a part of it. */
export const RUN_SCREENS: readonly CommandScreen[] = [
  { name: 'verdict', args: ['run', 'scenarios/cron-poller.yaml'], long: false, paragraphs: 3 },
  { name: 'fleet', args: ['run', 'scenarios/fleet.yaml'], long: true, from: 'First tenants' },
  {
    name: 'connection storm',
    args: ['run', 'scenarios/connection-storm.yaml'],
    long: true,
    from: 'Disruptions of clients',
  },
  {
    name: 'edit three ways',
    args: ['run', 'scenarios/edit-three-ways.yaml'],
    long: true,
    from: 'Disruptions of clients',
  },
];

/** The command as a user would type it. */
export function command({ args }: CommandScreen): string {
  return codeBlock('sh', typed(args));
}

/** The same, followed by its table. */
export function commandAndTable(table: CommandScreen): string {
  return [command(table), '', withoutNotes(printed(table.args))].join('\n');
}

/** A report without its folded notes and the hidden comment that names its command. */
function withoutNotes(report: string): string {
  return report
    .replaceAll(/<details><summary>Notes<\/summary>[\s\S]*?<\/details>\n*/g, '')
    .replaceAll(/<!-- neap .*? -->\n*/g, '')
    .trimEnd();
}

/** The output of a command on a terminal of the usual width, or a part of it. */
export function commandScreen({ args, from, paragraphs }: CommandScreen): string {
  const all = printed(args).split('\n\n');
  if (from === undefined) return codeBlock('text', all.slice(0, paragraphs).join('\n\n'));
  const paragraph = all.findLast((each) => each.startsWith(from));
  if (paragraph === undefined)
    throw new Error(`${typed(args)} prints no paragraph that begins with "${from}"`);
  return codeBlock('text', paragraph);
}

/** The command of the worked example. */
export const WORKED_EXAMPLE: readonly string[] = ['run', 'scenarios/weekday-saas.yaml'];

/** The picture of the worked example, relative to the project's folder. */
export const PICTURE = 'scenarios/weekday-saas.svg';

/** The output of `neap run` for the worked example, and the picture of the same run. */
export function workedExample(): { readonly screen: string; readonly picture: string } {
  const folder = mkdtempSync(join(tmpdir(), 'neap-docs-'));
  try {
    const screen = printed([...WORKED_EXAMPLE, '--out', folder]);
    const timeline = readFileSync(join(folder, 'timeline.csv'), 'utf8');
    const title =
      'A week of the worked example: queries per second, and the size of the compute that follows them';
    return { screen: codeBlock('text', screen), picture: runPicture(timeline, title) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function printed(args: readonly string[]): string {
  const { stdout, stderr, status } = neap(args, ROOT);
  if (status !== 0) throw new Error(stderr);
  return stdout;
}

/** A command in lines of a readable length, with each value of `--set` on its own line. */
function typed(args: readonly string[]): string {
  return ['neap', ...args.map((arg) => (/[\s"{}]/.test(arg) ? `'${arg}'` : arg))]
    .join(' ')
    .replaceAll(' --set ', ' \\\n  --set ');
}
