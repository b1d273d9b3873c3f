import { existsSync } from 'node:fs';
import { neap } from '../cli/built-cli.js';
import { ROOT } from './sections.js';

/** A table of policies or settings in the README: a command, and what it prints. */
export interface PolicySection {
  /** The name between the markers. */
  readonly name: string;
  /** Arguments of `neap`. */
  readonly args: readonly string[];
  /** Whether it plays a real trace, which is not part of the project. */
  readonly real: boolean;
  /** Whether it takes minutes. */
  readonly long: boolean;
}

const TOOL = 'load.web.rate={ cron: { schedule: "0 8 * * MON-FRI", for: 10h, rate: 12/h } }';

/** The README's tables of policies and settings. */
export const POLICY_SECTIONS: readonly PolicySection[] = [
  {
    name: 'size policies on the business application',
    args: ['policies', 'scenarios/weekday-saas.yaml', '--side', 'size', '--markdown'],
    real: false,
    long: true,
  },
  {
    name: 'size policies on the World Cup',
    args: ['policies', 'test/real-traces/worldcup-size-policies.yaml', '--side', 'size', '--markdown'],
    real: true,
    long: true,
  },
  {
    name: 'suspension policies on the internal tool',
    args: [
      ...['policies', 'scenarios/weekday-saas.yaml', '--side', 'suspend', '--markdown'],
      ...['--set', 'duration=56d', '--set', 'computes.primary.autoscaling_limit_max_cu=0.25'],
      ...['--set', TOOL],
    ],
    real: false,
    long: false,
  },
  {
    name: 'suspension policies on the World Cup',
    args: ['policies', 'test/real-traces/worldcup-suspend-policies.yaml', '--side', 'suspend', '--markdown'],
    real: true,
    long: false,
  },
  {
    name: 'settings compared',
    args: [
      ...['compare', 'scenarios/uneven-weeks.yaml', '--variant', 'quicker', 'timeout=4m'],
      ...['--replications', '20', '--markdown'],
    ],
    real: false,
    long: true,
  },
  {
    name: 'settings swept',
    args: [
      ...['sweep', 'scenarios/uneven-weeks.yaml', '--vary', 'max=0.25,0.5', '--vary', 'min=0.25,0.5'],
      ...['--vary', 'timeout=1m..1h:log3', '--markdown'],
    ],
    real: false,
    long: true,
  },
  {
    name: 'months forecast',
    args: [
      'forecast',
      'scenarios/uneven-weeks.yaml',
      '--growth',
      '5%..10%/month',
      '--months',
      '6',
      '--markdown',
    ],
    real: false,
    long: true,
  },
  {
    name: 'load that breaks',
    args: [
      ...[
        'capacity',
        'scenarios/uneven-weeks.yaml',
        '--set',
        'duration=1d',
        '--set',
        'load.staff.rate=600/h',
      ],
      ...['--objective', 'latency_p99 <= 8s', '--growth', '8%/month', '--markdown'],
    ],
    real: false,
    long: true,
  },
];

const TRACES = `${ROOT}../shared/data`;
const HAVE_TRACES = existsSync(TRACES);
if (!HAVE_TRACES) console.warn(`real traces are not at ${TRACES}: what is made of them is left as it is`);

/** Whether the traces that a section plays are on this machine. */
export function isPlayable({ real }: PolicySection): boolean {
  return !real || HAVE_TRACES;
}

/** The content of a section: the command as a person would type it, and the table that it prints. */
export function policySection({ args }: PolicySection): string {
  const { stdout, stderr, status } = neap(args, ROOT);
  if (status !== 0) throw new Error(stderr);
  return ['```sh', typed(args), '```', '', stdout.trimEnd()].join('\n');
}

/** A command on lines of a readable length, each value of `--set` on its own. */
function typed(args: readonly string[]): string {
  return ['neap', ...args.map((arg) => (/[\s"{}]/.test(arg) ? `'${arg}'` : arg))]
    .join(' ')
    .replaceAll(' --set ', ' \\\n  --set ');
}
