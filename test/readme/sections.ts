import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseScenario } from '../../src/scenario/load-scenario.js';
import { simulate } from '../../src/simulation/simulation.js';
import { meanInterval } from '../../src/statistics/confidence-interval.js';
import { neap } from '../cli/built-cli.js';
import { publishedQueues, type QueueingCase, theoryQueues } from '../theory/queues.js';
import { publishedScaleToZero, theoryScaleToZero } from '../theory/scale-to-zero.js';
import { runPicture } from './run-picture.js';

/** The project's folder. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The scenarios whose summaries the README shows. */
const EXAMPLE = 'scenarios/weekday-saas.yaml';
const FLEET = 'scenarios/fleet.yaml';

/** What `neap run` prints for a fleet. */
export function fleetExample(): string {
  return shown(['run', FLEET]);
}

/** The picture of the worked example, relative to the project's folder. */
export const PICTURE = 'scenarios/weekday-saas.svg';

/** What `neap run` prints for the worked example, and the picture of the same run. */
export function workedExample(): { readonly screen: string; readonly picture: string } {
  const folder = mkdtempSync(join(tmpdir(), 'neap-readme-'));
  try {
    const screen = shown(['run', EXAMPLE, '--out', folder]);
    const timeline = readFileSync(join(folder, 'timeline.csv'), 'utf8');
    const title =
      'A week of the worked example: queries per second, and the size of the compute that follows them';
    return {
      screen,
      picture: runPicture(timeline, title),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function shown(command: readonly string[]): string {
  const { stdout, stderr, status } = neap(command, ROOT);
  if (status !== 0) throw new Error(stderr);
  return ['```text', stdout.trimEnd(), '```'].join('\n');
}

/** The shipped scenarios, each with the first paragraph of its comment and what comes out of it. */
export function scenarioTable(): string {
  const files = readdirSync(`${ROOT}/scenarios`).filter((name) => name.endsWith('.yaml'));
  const rows = files.sort().map((name) => {
    const paragraphs = leadingComment(readFileSync(`${ROOT}/scenarios/${name}`, 'utf8'));
    const [teaches, result] = [paragraphs[0] ?? '', paragraphs.at(-1) ?? ''];
    return `| [${name.replace('.yaml', '')}](scenarios/${name}) | ${teaches} | ${result} |`;
  });
  return ['| scenario | what it shows | what comes out |', '|---|---|---|', ...rows].join('\n');
}

/** Paragraphs of the comment a file begins with, each as one line. */
function leadingComment(text: string): readonly string[] {
  const lines = text.split('\n');
  const end = lines.findIndex((line) => !line.startsWith('#'));
  const comment = lines.slice(0, end).map((line) => line.replace(/^# ?/, ''));
  return comment
    .join('\n')
    .split('\n\n')
    .map((paragraph) => paragraph.replaceAll('\n', ' ').trim());
}

/** The cases of the validation table: a few of each family, by the beginning of their names. */
const VALIDATED = [
  'A1',
  'A3',
  'A5',
  'B1',
  'B5',
  'B7',
  'B9',
  'C1',
  'C3',
  'C5',
  'D1',
  'D3',
  'D5',
  'D7',
  'E1 ',
  'E5',
  'E7',
  'E11',
  'E17',
  'published M/M/1 at 0.9',
  'published M/M/10',
  'published M/G/1, lognormal',
  'published default curve, 2 ',
  'published default curve, 20 ',
];

/** Theory against simulation, with the 99 % confidence interval of the simulated figure. */
export async function validationTable(): Promise<string> {
  const cases = [...theoryQueues, ...publishedQueues, ...theoryScaleToZero, ...publishedScaleToZero].filter(
    ({ name }) => VALIDATED.some((beginning) => name.startsWith(beginning)),
  );
  const rows: string[] = [];
  for (const one of cases) rows.push(...(await validationRows(one)));
  return ['| case | figure | theory | simulated | 99 % interval |', '|---|---|--:|--:|--:|', ...rows].join(
    '\n',
  );
}

async function validationRows(one: QueueingCase): Promise<readonly string[]> {
  const scenario = await parseScenario(JSON.stringify(one.scenario));
  const runs = Array.from({ length: one.replications }, (_, replication) => {
    return simulate(scenario, { replication }).computes[0]!;
  });
  return one.figures.slice(0, 2).map(({ name, of, expected }) => {
    const { mean, half_width } = meanInterval(runs.map(of), 0.99);
    return `| ${one.name} | ${name} | ${figure(expected)} | ${figure(mean)} | ± ${percent(half_width / expected)} |`;
  });
}

function figure(value: number): string {
  return String(Number(value.toPrecision(5)));
}

function percent(share: number): string {
  return `${(100 * share).toFixed(2)} %`;
}
