import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { Command, InvalidArgumentError } from '@commander-js/extra-typings';
import { WALL_CLOCK } from '../../adapter/wall-clock.js';
import { reasonOf } from '../../files/result-directory.js';
import { isSystemError } from '../../files/system-error.js';
import { writeNewFile } from '../../files/write-new-file.js';
import { DAY_SECONDS } from '../../kernel/units.js';
import { commandLine } from '../../report/text/command-line.js';
import { parseScenario, ScenarioError } from '../../scenario/load-scenario.js';
import { initFrom } from '../init/init-from.js';
import { INIT_QUESTIONS, type InitAnswers, type InitOptions } from '../init/init-questions.js';
import { scenarioText } from '../init/init-text.js';
import { EXIT } from '../shared/exit-code.js';
import { path } from '../shared/option-values.js';

/** Makes `neap init`. */
export function declare(): Command<[string], InitOptions> {
  const command: Command<[string], InitOptions> = new Command('init')
    .description(
      'Writes a commented scenario that can be run at once. On a terminal, without options, it asks; ' +
        'otherwise options and defaults apply. An existing file is kept unless --force is given.',
    )
    .argument('[file]', 'file to write', 'scenario.yaml');
  for (const [key, { text, fallback, problem }] of Object.entries(INIT_QUESTIONS)) {
    command.option(
      `--${key} <value>`,
      `${text.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase())} (default: ${fallback})`,
      (answer) => {
        const wrong = problem(answer);
        if (wrong !== undefined) throw new InvalidArgumentError(wrong);
        return answer;
      },
    );
  }
  return command
    .option('--from <file>', 'build the scenario from recorded traffic, as neap import does', path)
    .option('--force', 'overwrite the file if it exists')
    .addHelpText(
      'after',
      `
Examples:
  $ neap init
  $ neap init my-app.yaml --rate 40/s --cpu 4ms --max 4
  $ neap init api.yaml --plan scale --timeout 1m
  $ neap init shop.yaml --from requests.csv`,
    );
}

/** Exit code of a command that the user interrupted. */
const INTERRUPTED = 130;

/** Writes a first scenario, by options or by asking. */
export async function act(file: string, options: InitOptions): Promise<number> {
  const { force = false, from, ...given } = options;
  if (from !== undefined) return initFrom(file, from);
  if (!force && existsSync(file)) return refuse([exists(file)]);
  const ask = process.stdin.isTTY === true && Object.keys(given).length === 0;
  const answers = ask ? await askAll() : answersFrom(given);
  if (answers === undefined) {
    process.stderr.write('\nneap init: interrupted; no file was written\n');
    return INTERRUPTED;
  }
  const text = scenarioText(answers, nextMonday(WALL_CLOCK.epochMs()));
  try {
    await parseScenario(text);
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error;
    return refuse(error.diagnostics.map(({ path, message }) => `${optionOf(path)}: ${message}`));
  }
  try {
    if (!(await writeNewFile(file, text, force))) return refuse([exists(file)]);
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

/** The scenario with every answer at its default. */
export function firstScenario(epoch_ms: number): string {
  return scenarioText(answersFrom({}), nextMonday(epoch_ms));
}

/** The first Monday after the day of a time (UTC), as `2026-01-05`. */
export function nextMonday(epoch_ms: number): string {
  const days = 7 - ((new Date(epoch_ms).getUTCDay() + 6) % 7);
  return new Date(epoch_ms + 1000 * DAY_SECONDS * days).toISOString().slice(0, 10);
}

function refuse(problems: readonly string[]): number {
  for (const problem of problems) process.stderr.write(`neap init: ${problem}\n`);
  return EXIT.input;
}

function exists(file: string): string {
  return `${file} exists already; give another name, or --force to overwrite it`;
}

function answersFrom(given: Partial<InitAnswers>): InitAnswers {
  const entries = Object.entries(INIT_QUESTIONS).map(([key, question]) => [
    key,
    given[key as keyof InitAnswers] ?? question.fallback,
  ]);
  return Object.fromEntries(entries) as InitAnswers;
}

/** Asks every question, again while the answer is invalid; `undefined` when the user aborts. */
async function askAll(): Promise<InitAnswers | undefined> {
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
    return answers as unknown as InitAnswers;
  } catch (error) {
    if (broken.signal.aborted) return undefined;
    throw error;
  } finally {
    terminal.close();
  }
}
