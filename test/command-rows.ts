import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test, vi } from 'vitest';
import { parse } from 'yaml';
import { called } from './cli/command.js';
import { expected } from './expected.js';
import { LONG } from './long-suite.js';
import { temporaryFolder } from './temporary-folder.js';

/** Commands that show one rule. */
interface CommandTable {
  /** A sentence: the names of its tests are the sentence and the command. */
  readonly rule: string;
  /** The files of the folder of its commands, by name; those of the table before by default. */
  readonly files?: Readonly<Record<string, string>>;
  /** Commands whose files each of its commands finds. */
  readonly setup?: readonly string[];
  readonly rows: readonly CommandRow[];
}

/** A command, and what is correct of its answer. */
interface CommandRow {
  /** The command line after `neap`. Single quotes group words; files are those of the table, or of the project. */
  readonly run: string;
  /** Files that this row adds to those of the table and of its setup, or changes. */
  readonly files?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  /** Parts of the error output of a call that exits with 2, prints no answer and changes no file. */
  readonly refused?: Texts;
  /** The lines of the error output of such a call. */
  readonly errors?: readonly string[];
  /** Exit code; 0 if left out. */
  readonly exit?: number;
  /** Parts of standard output and of standard error, on one line: a text, or a pattern between slashes. */
  readonly shows?: Texts;
  readonly warns?: Texts;
  /** Texts in neither output. */
  readonly hides?: Texts;
  /**
   * Values of the JSON answer by path, such as `total.queries.failed`. `list[name=web]` is the entry of a list with
   * that value, and `list[].name` has the values of all entries.
   */
  readonly figures?: Readonly<Record<string, unknown>>;
  /** Files of the folder after the call, besides those before it. */
  readonly leaves?: readonly string[];
  /** Parts of files after the call, with their line breaks. */
  readonly writes?: Readonly<Record<string, Texts>>;
  /** A row of the long suite. */
  readonly slow?: boolean;
}

type Texts = string | readonly string[];

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const FILE = /^[^-'].*\.(yaml|json|csv|md|html|xlsx|mjs|png)$|^out(\/[\w-]+)?$/;

/** Makes a test of each row of a YAML file that belongs to the suite at work. */
export function testCommands(path: URL): void {
  let files: CommandTable['files'] = {};
  for (const table of parse(readFileSync(path, 'utf8')) as readonly CommandTable[]) {
    files = table.files ?? files;
    // As deep as the folder of a row, so that relative paths are the same there.
    const prepared = startingFolder(temporaryFolder(), { ...table, files });
    for (const row of table.rows.filter(({ slow }) => LONG === (slow === true))) {
      const name = [table.rule, `neap ${row.run}`, ...(row.errors ?? [])].join(': ');
      test(name, async () => checkRow(row, await prepared()));
    }
  }
}

/** Fills the folder that each row of a table begins with a copy of, when the first one asks for it. */
function startingFolder(
  folder: string,
  { files, setup = [] }: Omit<CommandTable, 'rows'>,
): () => Promise<string> {
  let filled: Promise<string> | undefined;
  const fill = async () => {
    writeFiles(folder, files);
    for (const line of setup) expect(await callIn(folder, line), line).toMatchObject({ status: 0 });
    return folder;
  };
  return () => (filled ??= fill());
}

const callIn = (folder: string, line: string) => called(wordsOf(line).map((word) => placed(word, folder)));

async function checkRow(row: CommandRow, start: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'neap-row-'));
  try {
    cpSync(start, folder, { recursive: true });
    writeFiles(folder, row.files);
    const before = contents(folder);
    const { errors, refused = errors, exit = refused === undefined ? 0 : 2, figures, env = {} } = row;
    for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
    const answer = await callIn(folder, figures === undefined ? row.run : `${row.run} --json`);
    const { status } = answer;
    const [stdout, stderr] = [answer.stdout, answer.stderr].map((text) =>
      [folder, start].reduce((left, each) => left.replaceAll(`${each}/`, ''), text),
    ) as [string, string];
    expect(status, stderr).toBe(exit);
    if (refused !== undefined) {
      expect(stdout).toBe('');
      expect(contents(folder)).toEqual(before);
      expectTexts(stderr, refused);
      expect(stderr).not.toMatch(/^ +at |bug in neap/m);
      if (errors !== undefined) expect(stderr.trimEnd().split('\n')).toEqual(errors);
    }
    const added = Object.keys(contents(folder)).filter((name) => !(name in before));
    if (row.leaves !== undefined) expect(added.sort()).toEqual([...row.leaves].sort());
    expectTexts(stdout, row.shows);
    expectTexts(stderr, row.warns);
    for (const text of listOf(row.hides)) expect(oneLine(stdout + stderr)).not.toContain(oneLine(text));
    if (figures !== undefined) expectFigures(JSON.parse(stdout), figures);
    for (const [name, parts] of Object.entries(row.writes ?? {})) {
      expectTexts(readFileSync(join(folder, name), 'utf8'), parts, (text) => text);
    }
  } finally {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  }
}

function writeFiles(folder: string, files: CommandTable['files'] = {}): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

const wordsOf = (line: string) =>
  [...line.matchAll(/'([^']*)'|\S+/g)].map(([word, quoted]) => quoted ?? word);

function placed(word: string, folder: string): string {
  const inFolder = join(folder, word);
  if (word !== '' && existsSync(inFolder)) return inFolder;
  if (!FILE.test(word)) return word;
  return existsSync(join(ROOT, word)) ? join(ROOT, word) : inFolder;
}

function contents(folder: string): Readonly<Record<string, string>> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
  return Object.fromEntries(
    files.map(({ parentPath, name }) => {
      const path = join(parentPath, name);
      return [path.slice(folder.length + 1), readFileSync(path, 'latin1')];
    }),
  );
}

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ');
const listOf = (texts: Texts = []) => (typeof texts === 'string' ? [texts] : texts);

function expectTexts(text: string, parts: Texts | undefined, asCompared = oneLine): void {
  for (const part of listOf(parts)) {
    const [, pattern] = /^\/(.*)\/$/s.exec(part) ?? [];
    if (pattern === undefined) expect(asCompared(text)).toContain(asCompared(part).trim());
    else expect(text).toMatch(new RegExp(pattern, 'm'));
  }
}

/** Compares figures of an answer, by path, with their values in a table. */
export function expectFigures(answer: unknown, figures: Readonly<Record<string, unknown>>): void {
  const found = Object.keys(figures).map((path) => [path, figureAt(answer, path)]);
  expect(Object.fromEntries(found)).toMatchObject(expected(figures) as object);
}

export function figureAt(answer: unknown, path: string): unknown {
  const steps = path.match(/[^.[\]]+|\[[^\]]*\]/g)!;
  return steps.reduce<unknown>((value, step) => {
    if (step === '[]') return value;
    const [, key, wanted] = /^\[(\w+)=(.*)\]$/.exec(step) ?? [];
    if (key !== undefined)
      return (value as Record<string, unknown>[]).find((each) => String(each[key]) === wanted);
    const name = step.replaceAll(/[[\]]/g, '');
    if (Array.isArray(value) && !/^\d+$/.test(name)) {
      return value.map((each?: Record<string, unknown>) => each?.[name]);
    }
    return (value as Record<string, unknown> | undefined)?.[name];
  }, answer);
}
