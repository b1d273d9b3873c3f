import { packageVersion } from '../../files/package-version.js';
import { scenarioFindings } from '../../findings/catalogue.js';
import { githubAnnotations } from '../../report/findings/github-annotations.js';
import { type PlacedFinding, placedFindings } from '../../report/findings/placed-finding.js';
import { sarifLog } from '../../report/findings/sarif.js';
import { readScenarioDocument } from '../../scenario/document/scenario-document.js';
import {
  type Diagnostic,
  parseScenario,
  readScenarioText,
  renderDiagnostic,
  ScenarioError,
} from '../../scenario/load-scenario.js';
import type { Scenario } from '../../scenario/scenario.js';
import { scenarioLine } from '../../scenario/scenario-line.js';
import { EXIT } from '../shared/exit-code.js';
import type { OptionsOf } from '../shared/options.js';
import { printJson } from '../shared/print-table.js';
import type { validateCommand } from './validate.js';

type ValidateOptions = OptionsOf<typeof validateCommand>;

/** What `neap validate --json` prints of a file. */
interface Verdict {
  readonly file: string;
  readonly ok: boolean;
  /** What was understood, in one line; absent when the file is wrong. */
  readonly summary?: string;
  readonly warnings: readonly string[];
  readonly errors: readonly Diagnostic[];
  /** With --advise: what is worth a look. */
  readonly findings?: readonly PlacedFinding[];
}

/**
 * Checks files one after the other and prints a verdict for each.
 * @returns the exit code: 2 when any of them is wrong
 */
export async function validateFiles(files: readonly string[], options: ValidateOptions): Promise<number> {
  const verdicts: Verdict[] = [];
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

async function judge(file: string, { set, advise, ignore = [] }: ValidateOptions): Promise<Verdict> {
  let scenario: Scenario;
  let text: string;
  try {
    text = await readScenarioText(file);
    scenario = await parseScenario(text, { file, set });
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error;
    return { file, ok: false, warnings: [], errors: error.diagnostics };
  }
  const verdict = {
    file,
    ok: true,
    summary: scenarioLine(scenario),
    warnings: scenario.warnings,
    errors: [],
  };
  if (advise !== true) return verdict;
  const found = scenarioFindings(scenario).filter(({ id }) => !ignore.includes(id));
  const document = readScenarioDocument(text, file, set ?? []);
  return { ...verdict, findings: placedFindings(file, document, found) };
}

function print(verdict: Verdict, format: ValidateOptions['format']): void {
  for (const warning of verdict.warnings) process.stderr.write(`${verdict.file}: warning: ${warning}\n`);
  for (const error of verdict.errors) process.stderr.write(`${renderDiagnostic(error)}\n`);
  // Other forms are printed whole, for a program to read.
  if (format !== 'text') return;
  for (const { line, column, path, message, id } of verdict.findings ?? []) {
    const place = line === undefined ? verdict.file : `${verdict.file}:${line}:${column ?? 1}`;
    process.stdout.write(`${place}: finding: ${path === '' ? '' : `${path}: `}${message} (${id})\n`);
  }
  if (verdict.ok) process.stdout.write(`${verdict.file}: ok: ${verdict.summary}\n`);
}
