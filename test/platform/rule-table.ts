import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import type { StoryWorld } from './story-world.js';

/**
 * One step of a story: time passes, a call is made, its answer is checked. A step with a `rule` begins a test of that
 * name; the steps after it belong to the same test.
 */
const STEP = z.strictObject({
  rule: z.string().optional(),
  /** Time that passes before the call, such as `5m`. */
  after: z.string().optional(),
  /** Real time that passes before the call, in ms. */
  real_ms: z.number().optional(),
  /** Headers of the request, and the address that it comes from. */
  headers: z.record(z.string(), z.string()).default({}),
  from: z.string().optional(),
  /** The name of a key; Ada's by default. */
  as: z.string().default('ada'),
  /** `METHOD /path` of the management API, or of the control routes below `/_neap`; or `platform` and a method of it. */
  call: z.string().optional(),
  /** The body of the request (a string is sent unchanged), or the arguments of the platform's method. */
  body: z.unknown().optional(),
  /** Repetitions of the step; `{n}` counts from 1. */
  times: z.int().default(1),
  /** The status, or two: under the specification's and the platform's current rules; any success by default. */
  answer: z.union([z.int(), z.tuple([z.int(), z.int()])]).optional(),
  /** Status, code and message of a refusal, such as `404 branch not found`, which must change nothing. */
  refused: z.string().optional(),
  /** Part of the answer; arrays must have the same length. */
  shows: z.unknown().optional(),
  /** Headers of the answer; `null` for an absent one. */
  shows_headers: z.record(z.string(), z.string().nullable()).default({}),
  /** Action and status of each operation in the answer. */
  operations: z.array(z.string()).optional(),
  /** Names for later steps, each with its place in the answer, such as `branch.id`. */
  names: z.record(z.string(), z.string()).default({}),
  /** States of computes, by name: the current one, and `then` the pending one. */
  states: z.record(z.string(), z.string()).default({}),
});

const TABLE = z.strictObject({
  about: z.string(),
  /** Steps that come first in each story. */
  setup: z.array(STEP).default([]),
  stories: z.array(
    z.strictObject({
      story: z.string(),
      /** Options of the platform, or of the emulator. */
      given: z.record(z.string(), z.unknown()).default({}),
      /** Settings of the existing project; `none` for no project. */
      project: z.union([z.literal('none'), z.record(z.string(), z.unknown())]).default({}),
      steps: z.array(STEP).min(1),
    }),
  ),
});

export type Step = z.output<typeof STEP>;
export type Story = z.output<typeof TABLE>['stories'][number];

/**
 * Registers the tests of a table, each story in the world that `begin` makes for it.
 * @param file a path, or the name of a file in `rules/`
 */
export function describeTable(file: string, begin: (story: Story) => Promise<StoryWorld>): void {
  const { about, setup, stories } = readTable(file);
  describe(about, () => {
    for (const story of stories) {
      let world: Promise<StoryWorld> | undefined;
      const [first, ...others] = testsOf(story.steps);
      const started = async () => {
        world ??= begin(story);
        return world;
      };
      const run = async (steps: readonly Step[]) => {
        const { take } = await started();
        for (const step of steps) await take(step);
      };
      const name = first![0]!.rule;
      test(name === undefined ? story.story : `${story.story}: ${name}`, () => run([...setup, ...first!]));
      for (const steps of others) test(`${story.story}: ${steps[0]!.rule}`, () => run(steps));
    }
  });
}

export function readTable(file: string) {
  const path = resolve(import.meta.dirname, 'rules', file);
  const { data, error } = TABLE.safeParse(parse(readFileSync(path, 'utf8')));
  if (data === undefined) throw new Error(`${file}: ${z.prettifyError(error)}`);
  return data;
}

export function testsOf(steps: readonly Step[]): readonly (readonly Step[])[] {
  const found: Step[][] = [];
  for (const step of steps) {
    if (step.rule !== undefined || found.length === 0) found.push([]);
    found.at(-1)!.push(step);
  }
  return found;
}

/** Replaces `{name}` by an earlier value, and `{x*65}` by a repeated text. */
export function fill(value: unknown, names: ReadonlyMap<string, unknown>): unknown {
  if (Array.isArray(value)) return value.map((each) => fill(each, names));
  if (value !== null && typeof value === 'object') {
    const parts = Object.entries(value).map(([name, part]) => [fill(name, names), fill(part, names)]);
    return Object.fromEntries(parts);
  }
  if (typeof value !== 'string') return value;
  const whole = /^\{(\w+)\}$/.exec(value)?.[1];
  if (whole !== undefined && names.has(whole)) return names.get(whole);
  return value
    .replaceAll(/\{(\w+)\}/g, (text, name: string) => String(names.get(name) ?? text))
    .replaceAll(/\{(.{1,2})\*(\d+)\}/gu, (_, text: string, count) => text.repeat(Number(count)));
}

const PLACEHOLDERS: Readonly<Record<string, unknown>> = {
  '<absent>': undefined,
  '<text>': expect.any(String),
  '<whole>': expect.toSatisfy(Number.isInteger, 'a whole number'),
  '<flag>': expect.any(Boolean),
  '<moment>': expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
  '<uuid>': expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/),
};

/** Replaces the placeholders of an expectation by matchers: `<text>`, `<not VALUE>`, or `/a regular expression/`. */
export function matcher(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(matcher);
  if (value !== null && typeof value === 'object') {
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, matcher(part)]));
  }
  if (typeof value !== 'string') return value;
  if (value in PLACEHOLDERS) return PLACEHOLDERS[value];
  const not = /^<not (.+)>$/.exec(value)?.[1];
  if (not !== undefined) return expect.toSatisfy((found) => found !== not, `not ${not}`);
  const pattern = /^\/(.+)\/$/.exec(value)?.[1];
  return pattern === undefined ? value : expect.stringMatching(new RegExp(pattern));
}

/** Adds `undefined` to an answer for attributes that the expectation requires to be absent. */
export function pad(body: unknown, subset: unknown): unknown {
  if (Array.isArray(body) && Array.isArray(subset)) return body.map((each, at) => pad(each, subset[at]));
  if (Object.getPrototypeOf(subset ?? 0) !== Object.prototype || typeof body !== 'object') return body;
  const parts = Object.entries(subset as object).map(([name, part]) => [
    name,
    pad(Reflect.get(body as object, name), part),
  ]);
  return { ...body, ...Object.fromEntries(parts) };
}
