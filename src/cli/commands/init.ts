import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { InvalidArgumentError } from '@commander-js/extra-typings';
import { WALL_CLOCK } from '../../adapter/wall-clock.js';
import { reasonOf } from '../../files/result-directory.js';
import { isSystemError } from '../../files/system-error.js';
import { writeNewFile } from '../../files/write-new-file.js';
import { scenarioName } from '../../ingest/scenario/write-imported.js';
import { commandLine } from '../../report/text/command-line.js';
import { firstScenarioText } from '../../scenario/document/first-scenario.js';
import { parseScenario, ScenarioError } from '../../scenario/load-scenario.js';
import { initFromRecording } from '../init/init-from.js';
import { DEFAULTS, INIT_QUESTIONS } from '../init/init-questions.js';
import { EXIT } from '../shared/exit-code.js';
import { commandOf, type OptionRow, type OptionsOf, value } from '../shared/option-table.js';
import { path } from '../shared/option-values.js';

type InitKey = keyof typeof INIT_QUESTIONS;

const INIT_OPTIONS = {
  ...(Object.fromEntries(
    Object.entries(INIT_QUESTIONS).map(([key, { text, fallback, problem }]) => {
      const help = text.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());
      return [`--${key} <value>`, value(checked(problem), `${help} (default: ${fallback})`)];
    }),
  ) as Record<`--${InitKey} <value>`, OptionRow<string | undefined>>),
  '--from <file>': value(path, 'build the scenario from recorded traffic, as neap import does'),
};

/** Makes `neap init`. */
export const declare = () =>
  commandOf('init', {
    about:
      'Writes a commented scenario that can be run at once. On a terminal, without options, it asks; ' +
      'otherwise options and defaults apply. An existing file is kept.',
    argument: ['[file]', 'file to write; its name is that of the scenario', 'scenario.yaml'],
    options: INIT_OPTIONS,
    help: `Examples:
  $ neap init
  $ neap init my-app.yaml --rate 40/s --cpu 4ms --max 4 --timeout 1m
  $ neap init shop.yaml --from requests.csv`,
  });

function checked(problem: (text: string) => string | undefined): (text: string) => string {
  return (text) => {
    const wrong = problem(text);
    if (wrong !== undefined) throw new InvalidArgumentError(wrong);
    return text;
  };
}

/** Exit code of a command that the user interrupted. */
const INTERRUPTED = 130;

/** Writes a first scenario, by options or by asking. */
export async function act(file: string, options: OptionsOf<typeof INIT_OPTIONS>): Promise<number> {
  const { from, ...given } = options;
  if (from !== undefined) return initFromRecording(file, from);
  if (existsSync(file)) return refuse([exists(file)]);
  const ask = process.stdin.isTTY === true && Object.keys(given).length === 0;
  const answers = ask ? await askAll() : { ...DEFAULTS, ...given };
  if (answers === undefined) {
    process.stderr.write('\nneap init: interrupted; no file was written\n');
    return INTERRUPTED;
  }
  const text = firstScenarioText(scenarioName(file), answers, WALL_CLOCK.epochMs());
  try {
    await parseScenario(text);
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error;
    return refuse(error.diagnostics.map(({ path, message }) => `${optionOf(path)}: ${message}`));
  }
  try {
    if (!(await writeNewFile(file, text, false))) return refuse([exists(file)]);
  } catch (error) {
    if (!isSystemError(error)) throw error;
    return refuse([`${file} cannot be written: ${reasonOf(error)}; name another file`]);
  }
  process.stdout.write(`wrote ${file}; next: ${commandLine(['run', file])}\n`);
  return EXIT.done;
}

/** The option that a value of the scenario comes from. */
function optionOf(path: string): string {
  const [, option] = OPTIONS_BY_PATH.find(([end]) => path.endsWith(end)) ?? [];
  return option ?? path;
}

const OPTIONS_BY_PATH = [
  ['autoscaling_limit_min_cu', '--min'],
  ['autoscaling_limit_max_cu', '--max'],
  ['suspend_timeout_seconds', '--timeout'],
  ['duration', '--duration'],
  ['rate.base', '--rate'],
  ['cpu.lognormal.mean', '--cpu'],
] as const;

function refuse(problems: readonly string[]): number {
  for (const problem of problems) process.stderr.write(`neap init: ${problem}\n`);
  return EXIT.input;
}

function exists(file: string): string {
  return `${file} exists already; give another name, or remove it first`;
}

/** Asks every question, again while the answer is invalid; `undefined` when the user aborts. */
async function askAll(): Promise<typeof DEFAULTS | undefined> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const broken = new AbortController();
  terminal.on('SIGINT', () => broken.abort());
  terminal.on('close', () => broken.abort());
  const answers: Record<string, string> = {};
  try {
    for (const [key, { text, fallback, problem }] of Object.entries(INIT_QUESTIONS)) {
      while (answers[key] === undefined) {
        const answer = await terminal.question(`${text} [${fallback}]: `, { signal: broken.signal });
        const value = answer.trim() || fallback;
        const wrong = problem(value);
        if (wrong === undefined) answers[key] = value;
        else process.stderr.write(`  ${wrong}\n`);
      }
    }
    return { ...DEFAULTS, ...answers };
  } catch (error) {
    if (broken.signal.aborted) return undefined;
    throw error;
  } finally {
    terminal.close();
  }
}
