import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { parse, stringify } from 'yaml';
import { type Diagnostic, parseScenario } from '../../src/scenario/load-scenario.js';
import type { Scenario } from '../../src/scenario/scenario.js';
import { problems } from './example.js';

/** The scenario that the cases of the tables change; each key is one line. */
const BASE: Readonly<Record<string, string>> = {
  name: 'example',
  duration: '1d',
  plan: 'scale',
  computes: '[{ name: primary, autoscaling_limit_min_cu: 1, autoscaling_limit_max_cu: 2 }]',
  load: '[{ name: web, compute: primary, rate: 1/s, query: { cpu: 1ms } }]',
};

const FOLDER = join(import.meta.dirname, 'cases');
/** The traces that cases name. */
const FILES = join(FOLDER, 'files');
/** The example as read. */
export const EXAMPLE = join(FOLDER, 'example.yaml');

/** Stands for a value that the example has and the scenario has not. */
const ABSENT = 'absent';

/** One row of a table. */
export interface Case {
  /** Keys that replace those of the example; `null` leaves a key out. */
  readonly given: Readonly<Record<string, unknown>>;
  /** Overrides as --set takes them. */
  readonly set?: readonly string[];
  /** `path: message` of each problem. */
  readonly refused?: readonly string[];
  /** Everything that differs from the example as read, by its path. */
  readonly reads?: Readonly<Record<string, unknown>>;
}

/** Reads the example with the keys of a case. */
export async function readCase({ given, set }: Pick<Case, 'given' | 'set'>): Promise<Case> {
  const lines = { ...BASE };
  for (const [key, value] of Object.entries(given)) {
    if (value === null) delete lines[key];
    else lines[key] = flow(value);
  }
  const text = textOf(lines);
  const asked = { given, ...(set && { set }) };
  const options = { directory: FILES, ...(set && { set }) };
  const found = await problems(text, options);
  if (found.length > 0) {
    return {
      given,
      refused: found.map(lineOf),
    };
  }
  const reads: Record<string, unknown> = {};
  compare(await exampleFacts(), facts(await parseScenario(text, options)), '', reads);
  const isGone = (path: string) => path.startsWith('assumptions.') && reads[path] === ABSENT;
  const gone = Object.keys(reads).filter(isGone);
  for (const path of gone) delete reads[path];
  if (gone.length > 0) reads['assumptions without'] = gone.map((path) => path.replace('assumptions.', ''));
  return { ...asked, reads };
}

function lineOf({ source, line, column, path, message }: Diagnostic): string {
  const file = source === 'scenario' ? '' : `${basename(source)}:`;
  const place = line === undefined ? source : `${file}${line}:${column ?? 1}`;
  return `${place} ${path}: ${message.replace(FILES, '.')}`;
}

/** All tables, by their files. */
export function readTables(): readonly { readonly path: string; readonly cases: readonly Case[] }[] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith('.yaml') && file !== basename(EXAMPLE))
    .map((file) => join(FOLDER, file))
    .map((path) => ({ path, cases: parse(readFileSync(path, 'utf8')) as readonly Case[] }));
}

/** The example with the keys of a case, as plain data. */
export function plainCase({ given }: Pick<Case, 'given'>): object {
  const base = Object.entries(BASE).map(([key, value]): [string, unknown] => [key, parse(value)]);
  const entries = Object.entries({ ...Object.fromEntries(base), ...given });
  return Object.fromEntries(entries.filter(([, value]) => value !== null));
}

export async function exampleFacts(): Promise<object> {
  return facts(await parseScenario(textOf(BASE)));
}

function textOf(lines: Readonly<Record<string, string>>): string {
  const each = Object.entries(lines).map(([key, value]) => `${key}: ${value}\n`);
  return each.join('');
}

/** The scenario as plain data, each assumption on one line by its name. */
function facts({ assumptions, data, ...rest }: Scenario): object {
  const lines = [...assumptions, ...data.assumptions].map(({ name, value, confidence }) => [
    name,
    `${value} (${confidence})`,
  ]);
  const plain = { ...rest, data: { ...data, assumptions: undefined } };
  return { ...plainData(plain), assumptions: Object.fromEntries(lines) };
}

function plainData(value: object): object {
  const text = JSON.stringify(value, (_key, each: unknown) => {
    if (ArrayBuffer.isView(each)) return [...(each as unknown as Iterable<number>)];
    return each === Number.POSITIVE_INFINITY ? 'Infinity' : each;
  });
  return JSON.parse(text) as object;
}

function compare(before: unknown, after: unknown, path: string, found: Record<string, unknown>): void {
  if (isDeepStrictEqual(before, after)) return;
  if (!isContainer(before) || !isContainer(after) || before['kind'] !== after['kind']) {
    found[path] = after === undefined ? ABSENT : after;
    return;
  }
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    compare(before[key], after[key], path === '' ? key : `${path}.${key}`, found);
  }
}

function isContainer(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object';
}

/** A value as YAML on one line. */
export function flow(value: unknown): string {
  return stringify(value, { collectionStyle: 'flow', lineWidth: 0 }).trim();
}

export function tableText(cases: readonly Case[]): string {
  return cases.map(rowText).join('');
}

function rowText({ given, set, refused, reads = {} }: Case): string {
  const values = Object.entries(reads).map(([path, value]) => `    ${flow(path)}: ${flow(value)}\n`);
  const problemLines = (refused ?? []).map((one) => `    - ${flow(one)}\n`);
  const outcome = refused === undefined ? ['  reads:', ...values] : ['  refused:', ...problemLines];
  const asked = set === undefined ? '' : `  set: ${flow(set)}\n`;
  return `- given: ${flow(given)}\n${asked}${outcome[0]}${outcome.length === 1 ? ' {}' : ''}\n${outcome.slice(1).join('')}`;
}

/** The example as read, as the text of its file. */
export function exampleText(example: object): string {
  const lines = Object.entries(example).map(([key, value]: [string, unknown]) =>
    isContainer(value) && !Array.isArray(value) && Object.keys(value).length > 4
      ? `${key}:\n${Object.entries(value)
          .map(([name, each]) => `  ${flow(name)}: ${flow(each)}\n`)
          .join('')}`
      : `${key}: ${flow(value)}\n`,
  );
  return lines.join('');
}
