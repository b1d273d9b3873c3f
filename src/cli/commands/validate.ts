import { packageVersion } from '../../files/package-version.js';
import { githubAnnotations } from '../../report/findings/github-annotations.js';
import { sarifLog } from '../../report/findings/sarif.js';
import { type ScenarioVerdict, scenarioVerdict } from '../../report/findings/scenario-verdict.js';
import { brokenText } from '../../report/text/broken-text.js';
import { readScenarioText, renderDiagnostics } from '../../scenario/load-scenario.js';
import { EXIT } from '../shared/exit-code.js';
import { commandOf, flag, type OptionsOf, oneOf } from '../shared/option-table.js';
import { OPTIONS } from '../shared/options.js';
import { printJson } from '../terminal/print-table.js';
import { columnsOf } from '../terminal/screen-width.js';

const VALIDATE_OPTIONS = {
  ...OPTIONS.set,
  ...OPTIONS.json,
  '--advise': flag('print findings too: valid settings that deserve attention'),
  '--format <form>': oneOf(
    ['text', 'github', 'sarif'],
    'print findings as text, as annotations of GitHub, or as a SARIF log',
    { default: 'text', conflicts: ['json'], needs: ['advise'] },
  ),
};

/** Makes `neap validate`. */
export const declare = () =>
  commandOf('validate', {
    about:
      'Reads scenario files with their traces and prints one line per file with what was understood, or every ' +
      'error with its file, line and column. Runs nothing and writes nothing.',
    argument: ['<file...>', 'scenario files, YAML or JSON'],
    options: VALIDATE_OPTIONS,
    help: `Examples:
  $ neap validate scenarios/*.yaml --json
  $ neap validate scenario.yaml --advise --set 'ignore_findings=[crons_share_a_minute]'
  $ neap validate scenario.yaml --advise --format sarif > findings.sarif

A finding is not an error: the scenario may be intended as it is.
docs/findings.md lists the rules; ignore_findings in the scenario switches them
off permanently. neap run lists the same findings, and those that need a run.`,
  });

type ValidateOptions = OptionsOf<typeof VALIDATE_OPTIONS>;

/**
 * Checks files one after the other and prints a verdict for each.
 * @returns the exit code: 2 when any of them is wrong
 */
export async function act(files: readonly string[], options: ValidateOptions): Promise<number> {
  const verdicts: ScenarioVerdict[] = [];
  for (const file of files) {
    const verdict = await judge(file, options);
    verdicts.push(verdict);
    if (options.json !== true) print(verdict, options.format);
  }
  if (options.json === true) printJson({ files: verdicts });
  else if (options.format !== 'text') {
    const found = verdicts.flatMap(({ findings = [] }) => findings);
    if (options.format === 'github') process.stdout.write(githubAnnotations(found));
    else printJson(sarifLog(found, packageVersion()));
  }
  return verdicts.every((verdict) => verdict.ok) ? EXIT.done : EXIT.input;
}

function judge(file: string, { set, advise }: ValidateOptions): Promise<ScenarioVerdict> {
  return scenarioVerdict(() => readScenarioText(file), { file, set }, { advise: advise === true });
}

function print(verdict: ScenarioVerdict, format: ValidateOptions['format']): void {
  for (const warning of verdict.warnings) process.stderr.write(`${verdict.file}: warning: ${warning}\n`);
  for (const line of renderDiagnostics(verdict.errors)) process.stderr.write(`${line}\n`);
  // Other forms are printed whole, for a program to read.
  if (format !== 'text') return;
  for (const { line, column, path, message, id } of verdict.findings ?? []) {
    const place = line === undefined ? verdict.file : `${verdict.file}:${line}:${column ?? 1}`;
    report(`${place}: finding: ${path === '' ? '' : `${path}: `}${message} (${id})`);
  }
  if (verdict.ok) report(`${verdict.file}: ok: ${verdict.summary}`);
}

/** Prints a message that begins with its place; further lines are indented. */
function report(message: string): void {
  const indent = '  ';
  const lines = brokenText(message, columnsOf(process.stdout) - indent.length);
  process.stdout.write(`${lines.join(`\n${indent}`)}\n`);
}
