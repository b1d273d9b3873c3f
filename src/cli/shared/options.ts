import { availableParallelism } from 'node:os';
import { DEFAULT_CONFIDENCE } from '../../statistics/confidence-interval.js';
import type { WorkOptions } from '../../study/engine/work-options.js';
import { flag, type OptionsOf, repeatable, text, value } from './option-table.js';
import { path, pathOrStdout, share, wholeNumber } from './option-values.js';

/** The argument of a command that reads a scenario. */
export const SCENARIO_FILE = ['<file>', 'scenario file, YAML or JSON'] as const;

/** Options that mean the same in every command that has them. */
export const OPTIONS = {
  set: {
    '--set <path=value>': repeatable(
      'override a value of the scenario, such as load.web.rate=80/s, seed=7 or slo={}',
    ),
  },
  json: { '--json': flag('print one JSON object on standard output, and nothing else') },
  html: { '--html <file>': value(path, 'write a web page: one file that opens without a network') },
  xlsx: {
    '--xlsx <file>': value(
      path,
      'write a workbook; the costs of run, compare, sweep, plan and forecast follow the prices in it',
    ),
  },
  md: { '--md <file>': value(pathOrStdout, 'write a Markdown report; - is standard output') },
  confidence: {
    '--confidence <share>': value(share, 'confidence level of the intervals', {
      default: DEFAULT_CONFIDENCE,
      shown: '95%',
    }),
  },
  workers: {
    '--workers <n>': value(wholeNumber(1), 'number of threads; results do not depend on it', {
      default: availableParallelism(),
      shown: 'one per core',
    }),
  },
  quiet: { '--quiet': flag('write nothing about progress on standard error') },
  growth: { '--growth <rate>': text('growth of the load, such as 8%/month, 2x/year or 5%..10%/month') },
  constraint: {
    '--constraint <limit>': repeatable(
      "limit on a figure, such as 'latency_p99 <= 300ms', in addition to the scenario's slo:",
    ),
  },
} as const;

/** `--out`. @param written the files, in words */
export const outOption = (written: string) => ({
  '-o, --out <dir>': value(path, `write ${written} to this directory, created if missing`),
});

/** The options of every command that answers a study. @param written the files of `--out`, in words */
export const studyOptions = (written: string) => ({
  ...OPTIONS.html,
  ...OPTIONS.xlsx,
  ...OPTIONS.md,
  ...OPTIONS.workers,
  '--cluster <url>': text(
    'simulate on the workers at this Redis, redis://host:6379, instead of threads (see neap worker)',
  ),
  '--resume': flag('resume interrupted work from the runs kept in DIR.partial of --out DIR'),
  ...outOption(written),
  ...OPTIONS.set,
  ...OPTIONS.json,
  ...OPTIONS.quiet,
});

export type StudyOptions = OptionsOf<ReturnType<typeof studyOptions>>;

/** The options that choose the executor of runs. */
export type MakerOptions = Partial<Pick<StudyOptions, 'workers' | 'cluster'>>;

/** The executor of runs: threads of this process, or a cluster. */
export function madeWhere({
  workers = 1,
  cluster: url,
}: MakerOptions): Pick<WorkOptions, 'workers' | 'cluster'> {
  if (url === undefined) return { workers };
  return { workers, cluster: { url, notice: (text) => process.stderr.write(`neap: ${text}\n`) } };
}
