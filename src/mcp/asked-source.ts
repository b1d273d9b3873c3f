import { open, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { z } from 'zod';
import { accessProblem, type FileAccess } from '../files/file-access.js';
import { noteInput } from '../files/input-files.js';
import { refusal } from '../scenario/document/diagnostic.js';
import type { ScenarioSource } from '../study/runs/scenario-source.js';
import { MAX_TEXT_BYTES, MAX_WORD, MAX_WORDS } from './limits.js';

/** A word of an argument, such as a path. */
export const word = () => z.string().min(1).max(MAX_WORD);

/** A list of words of an argument. */
export const words = () => z.array(word()).max(MAX_WORDS);

/** The arguments of every tool that takes a scenario. */
export const SCENARIO_INPUT = {
  scenario: z
    .string()
    .min(1)
    .max(MAX_TEXT_BYTES)
    .describe('The scenario as YAML or JSON text; the tool "schema" describes its keys.')
    .optional(),
  file: word()
    .describe(
      'A scenario file in an allowed folder, instead of its text; relative paths start at the first allowed folder.',
    )
    .optional(),
  set: words()
    .describe('Changes of the scenario as path=value, such as computes.primary.autoscaling_limit_max_cu=4.')
    .optional(),
  seed: z.string().min(1).max(200).describe("Replaces the scenario's seed.").optional(),
} as const;

/** A scenario in a tool's arguments. */
export type AskedScenario = z.infer<z.ZodObject<typeof SCENARIO_INPUT>>;

/** The file name in messages for a scenario that is passed as text. */
const UNNAMED = 'scenario';

/**
 * The source of the scenario in a tool's arguments.
 * @throws ScenarioError if none or both of text and file are given, or if the file is not allowed or cannot be read
 */
export async function askedSource(
  { scenario, file, set = [], seed }: AskedScenario,
  access: FileAccess,
): Promise<ScenarioSource> {
  if ((scenario === undefined) === (file === undefined)) {
    throw refusal('arguments', 'expected either scenario, the text of one, or file, its path');
  }
  const directory = resolve(access.folders[0] ?? '.');
  if (scenario !== undefined) return { text: scenario, file: UNNAMED, directory, set, seed, access };
  const path = resolve(directory, file!);
  const text = await allowedText(file!, path, access);
  return { text, file: path, directory: resolve(path, '..'), set, seed, access };
}

/**
 * Reads a file in an allowed folder.
 * @param named the path as the caller wrote it
 * @throws ScenarioError if it is not allowed, cannot be read or is too long
 */
export async function allowedText(named: string, path: string, access: FileAccess): Promise<string> {
  const refuse = (reason: string): never => {
    throw refusal(shortened(named), reason);
  };
  const problem = await accessProblem(path, access);
  if (problem !== undefined) refuse(problem);
  try {
    // Only regular files: reading a pipe or a device may never end.
    if (!(await stat(path)).isFile()) refuse('this is not a file');
    const file = await open(path);
    try {
      const { size } = await file.stat();
      if (size > MAX_TEXT_BYTES) refuse(`it has ${size} bytes; expected at most ${MAX_TEXT_BYTES}`);
      noteInput(path);
      return await file.readFile('utf8');
    } finally {
      await file.close();
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error) return refuse(`cannot be read: ${String(error.code)}`);
    throw error;
  }
}

function shortened(text: string): string {
  const visible = text.replaceAll(/\p{Cc}/gu, '?');
  return visible.length > 200 ? `${visible.slice(0, 200)}…` : visible;
}
