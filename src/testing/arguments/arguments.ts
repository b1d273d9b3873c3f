import { z } from 'zod';
import { RULE_BOOKS } from '../../compute/rule-book.js';
import { checkArgument } from '../../server/http/validation.js';
import { FUNCTION } from '../../server/suite-emulator.js';
import { PLAN_NAMES } from '../../vendors/plan-limits.js';

const COUNT = z.int().min(0);
const POSITIVE = z.number().gt(0);
const PLAN = z.enum(PLAN_NAMES);
const BOOK = z.enum(RULE_BOOKS);
const PART = z.looseObject({});

/** An object that has certain properties. */
function objectWith(names: readonly PropertyKey[], what: string) {
  return z.custom(
    (value) => typeof value === 'object' && value !== null && names.every((name) => name in value),
    what,
  );
}

/** The arguments of this library's functions, by name. */
const ARGUMENTS = {
  test: FUNCTION,
  check: FUNCTION,
  still_fails: FUNCTION,
  documents: objectWith(['generate'], 'an arbitrary of scenario documents'),
  commands: objectWith([Symbol.iterator], 'a sequence of commands'),
  document: PART,
  compiled: objectWith(['computes', 'load', 'slo'], 'a compiled scenario; recordDocument takes a document'),
  run: objectWith(
    ['scenario', 'observations', 'decisions', 'timeline'],
    'a run that recordRun or recordDocument recorded',
  ),
  row: z.looseObject({ decision: z.string(), cu_before: z.number() }),
  replication: COUNT,
  objectives: z.array(z.string()),
  usd: z.number().min(0),
  plan: PLAN,
  rules: BOOK,
  scale: z.looseObject({ duration_seconds: POSITIVE, queries: z.number().min(0) }),
  scenario: z.looseObject({
    plan: PLAN,
    rules: BOOK.optional(),
    duration_seconds: POSITIVE,
    most: COUNT.optional(),
  }),
  computes: z.array(z.string()).min(1),
  compute_documents: z.array(PART).min(1),
  duration_seconds: z.number().min(0.002),
  tenants: z.int().min(1),
  longest_ms: COUNT,
  at_least_one: z.int().min(1),
  most: COUNT,
  open: z.boolean(),
  platform: z.looseObject({ adapter: z.looseObject({ createProject: FUNCTION }) }),
  constraints: z
    .strictObject({
      computes: z.int().min(1),
      loads: z.int().min(1),
      queries: z.number().min(0),
      events: COUNT,
      faults: COUNT,
      open: z.boolean(),
      plans: z.array(PLAN).min(1),
    })
    .partial(),
  options: z
    .strictObject({
      most_commands: COUNT,
      computes: z.array(PART).min(1),
      waits_ms: z.array(z.number().min(0)).min(1),
      most_tries: COUNT,
      seed: z.int(),
      path: z.string(),
      numRuns: z.int().min(1),
      failures: z.string(),
      replication: COUNT,
      document: z.unknown(),
    })
    .partial(),
} satisfies Record<string, z.ZodType>;

/** Checks the arguments of a function, by name. @throws TypeError */
export function checkArguments(
  caller: string,
  given: { readonly [Name in keyof typeof ARGUMENTS]?: unknown },
): void {
  for (const [name, value] of Object.entries(given)) {
    checkArgument(`${caller}: ${name}`, ARGUMENTS[name as keyof typeof ARGUMENTS], value);
  }
}
