import { availableParallelism } from 'node:os';
import { Command, type CommandUnknownOpts, Option, type OptionValues } from '@commander-js/extra-typings';
import type { WorkOptions } from '../../study/engine/work-options.js';
import type { ClusterOptions } from '../../study/runs/cluster-options.js';
import { collected, path, pathOrStdout, share, wholeNumber } from './option-values.js';

/** The parsed options of a command, by the type of the function that declares it. */
export type OptionsOf<Make extends (written: string) => { opts(): unknown }> = ReturnType<
  ReturnType<Make>['opts']
>;

/** Options that mean the same in every command that has them. */
export const OPTIONS = {
  set: () =>
    new Option(
      '--set <path=value>',
      'override a value of the scenario, such as load.web.rate=80/s, seed=7 or slo={}; repeatable',
    ).argParser(collected),
  json: () => new Option('--json', 'print one JSON object on standard output, and nothing else'),
  out: <Written extends string>(written: Written) =>
    new Option('-o, --out <dir>', `write ${written} to this directory, created if missing`).argParser(path),
  parquet: () => new Option('--parquet', 'write each table of --out as Parquet too'),
  md: () =>
    new Option('--md <file>', 'write a Markdown report; - is standard output').argParser(pathOrStdout),
  html: () =>
    new Option('--html <file>', 'write a web page: one file that opens without a network').argParser(path),
  xlsx: () =>
    new Option('--xlsx <file>', 'write a workbook whose costs follow the prices in it').argParser(path),
  confidence: () =>
    new Option('--confidence <share>', 'confidence level of the intervals')
      .argParser(share)
      .default(0.95, '95%'),
  workers: () =>
    new Option('--workers <n>', 'number of threads; results do not depend on it')
      .argParser(wholeNumber(1))
      .default(availableParallelism(), 'one per core'),
  cluster: () =>
    new Option(
      '--cluster <url>',
      'simulate on the workers at this Redis, redis://host:6379, instead of threads (see neap worker)',
    ),
  resume: () =>
    new Option('--resume', 'resume interrupted work from the runs kept in DIR.partial of --out DIR'),
  quiet: () => new Option('--quiet', 'write nothing about progress on standard error'),
  constraint: () =>
    new Option(
      '--constraint <limit>',
      "limit on a figure, such as 'latency_p99 <= 300ms', in addition to the scenario's slo:; repeatable",
    ).argParser(collected),
};

/** The options of every command that answers a study. */
const studyOptionsCommand = (written: string) =>
  new Command()
    .addOption(OPTIONS.workers())
    .addOption(OPTIONS.cluster())
    .addOption(OPTIONS.resume())
    .addOption(OPTIONS.out(written))
    .addOption(OPTIONS.parquet())
    .addOption(OPTIONS.md())
    .addOption(OPTIONS.set())
    .addOption(OPTIONS.json())
    .addOption(OPTIONS.quiet());

/** The options that {@link studyOptions} adds. */
export type StudyOptions = OptionsOf<typeof studyOptionsCommand>;

/**
 * Adds the options of every command that answers a study.
 * @param written the files of `--out`, in words
 */
export function studyOptions<Args extends unknown[], Options extends OptionValues>(
  command: Command<Args, Options>,
  written: string,
): Command<Args, Options & StudyOptions> {
  refuseAlone(refuseTwoForms(command), { parquet: ['out'] });
  return withOptionsOf(command, studyOptionsCommand(written));
}

/** Adds these options and the confidence of intervals. @param written as of {@link studyOptions} */
export function manyRuns<Args extends unknown[], Options extends OptionValues>(
  command: Command<Args, Options>,
  written: string,
): Command<Args, Options & StudyOptions & ConfidenceOption> {
  return studyOptions(withOptionsOf(command, confidenceCommand()), written);
}

const confidenceCommand = () => new Command().addOption(OPTIONS.confidence());
type ConfidenceOption = OptionsOf<typeof confidenceCommand>;

/** Adds the options of one command to another. */
export function withOptionsOf<
  Args extends unknown[],
  Options extends OptionValues,
  Further extends OptionValues,
>(command: Command<Args, Options>, source: Command<[], Further>): Command<Args, Options & Further> {
  for (const option of source.options) command.addOption(option);
  return command as unknown as Command<Args, Options & Further>;
}

/** Refuses two forms on one standard output. */
export function refuseTwoForms<Args extends unknown[], Options extends OptionValues>(
  command: Command<Args, Options>,
): Command<Args, Options> {
  return command.hook('preAction', (called) => {
    const { json, md } = called.opts() as { readonly json?: boolean; readonly md?: string };
    if (json !== true || md !== '-') return;
    called.error(
      'error: --json and --md - both write to standard output; give --md a file, or drop one of them',
    );
  });
}

/**
 * Refuses options that have no effect without another.
 * @param needs by option, the options it needs one of, by their names in code
 */
export function refuseAlone<Args extends unknown[], Options extends OptionValues>(
  command: Command<Args, Options>,
  needs: Readonly<Record<string, readonly string[]>>,
): Command<Args, Options> {
  return command.hook('preAction', (called) => {
    for (const [name, others] of Object.entries(needs)) {
      if (!isGiven(called, name) || others.some((other) => isGiven(called, other))) continue;
      const flags = others.map((other) => flagOf(called, other)).join(' or ');
      called.error(
        `error: ${flagOf(called, name)} has no effect without ${flags}; add it, or leave the option out`,
      );
    }
  });
}

/** Whether an option was typed. @param name in code */
export function isGiven(command: CommandUnknownOpts, name: string): boolean {
  return command.getOptionValueSource(name) === 'cli';
}

/** How the help writes an option. @param name in code */
export function flagOf(command: CommandUnknownOpts, name: string): string {
  return command.options.find((option) => option.attributeName() === name)?.flags ?? name;
}

/** The options that choose the executor of runs. */
export type MakerOptions = Partial<Pick<StudyOptions, 'workers' | 'cluster'>>;

/** The executor of runs: threads of this process, or a cluster. */
export function madeWhere({
  workers = 1,
  cluster: url,
}: MakerOptions): Pick<WorkOptions, 'workers' | 'cluster'> {
  if (url === undefined) return { workers };
  const cluster: ClusterOptions = {
    url,
    notice: (text) => process.stderr.write(`neap: ${text}\n`),
  };
  return { workers, cluster };
}
