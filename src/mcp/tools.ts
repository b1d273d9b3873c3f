import { z } from 'zod';
import { FIGURE_NAMES } from '../figures/run-figures.js';
import { SCENARIO_INPUT, word, words } from './asked-source.js';
import { MAX_TEXT_BYTES, MAX_WORD } from './limits.js';
import type { Tool } from './tool.js';

const figure = z.enum(FIGURE_NAMES as [string, ...string[]]);

/** Plans of an assistant are to end while somebody waits; `neap plan` searches longer. */
const DEFAULT_BUDGET_EVENTS = 20e6;
const MAX_BUDGET_EVENTS = 320e6;

/** Every tool, in the order of the list. */
export const TOOLS: readonly Tool[] = [
  {
    name: 'schema',
    title: 'What a scenario may hold',
    description:
      'Tells the keys of a neap scenario, and the JSON Schema below one of them. Read this before writing a scenario.',
    input: z.strictObject({
      path: z
        .string()
        .max(MAX_WORD)
        .describe('Keys joined by dots, such as load.query or computes; left out: the keys of the file.')
        .optional(),
    }),
    answer: async (...asked) => (await import('./answers/answer-schema.js')).answerSchema(asked[0]),
  },
  {
    name: 'validate',
    title: 'Check a scenario',
    description:
      'Checks a neap scenario without running it: every error with line and column, what was understood, and what is worth a look though it is valid.',
    input: z.strictObject(SCENARIO_INPUT),
    answer: async (...asked) => (await import('./answers/answer-validate.js')).answerValidate(...asked),
  },
  {
    name: 'run',
    title: 'Simulate a scenario',
    description:
      'Simulates a scenario of a serverless Postgres: cost, latency, wakes, errors, availability, objectives, findings. The same scenario and seed give the same result. The figures are estimates that rest on the assumptions named.',
    input: z.strictObject({
      ...SCENARIO_INPUT,
      replications: z
        .int()
        .min(1)
        .max(200)
        .default(1)
        .describe('Runs with independent random numbers; from 2 on the figures have confidence intervals.'),
    }),
    answer: async (...asked) => (await import('./answers/answer-run.js')).answerRun(...asked),
  },
  {
    name: 'compare',
    title: 'Compare settings',
    description:
      'Runs a scenario as it is and under each of some changes, with the same random numbers, and tells the differences with confidence intervals and which are significant.',
    input: z.strictObject({
      ...SCENARIO_INPUT,
      variants: z
        .array(
          z.strictObject({
            name: z.string().min(1).max(200).describe('What tells it from the others.'),
            set: words()
              .min(1)
              .describe(
                'Changes as path=value; min, max, timeout, pooling, replicas and policy stand for the settings of every compute, such as max=4.',
              ),
          }),
        )
        .min(1)
        .max(20)
        .describe('What to compare with the scenario as it is.'),
      replications: z.int().min(2).max(200).default(10).describe('Runs of each variant.'),
      figures: z.array(figure).min(1).max(FIGURE_NAMES.length).describe('Figures to compare.').optional(),
    }),
    answer: async (...asked) => (await import('./answers/answer-compare.js')).answerCompare(...asked),
  },
  {
    name: 'plan',
    title: 'Find the best settings',
    description:
      "Searches the settings that minimise a figure within constraints, and tells what they save against today's, what the next best are, and why.",
    input: z.strictObject({
      ...SCENARIO_INPUT,
      minimise: figure
        .default('cost_usd')
        .describe('Figure to minimise, or to maximise where more is better.'),
      constraints: words().default([]).describe('Limits on figures, such as latency_p99 <= 300ms.'),
      slo: z.boolean().default(true).describe("Whether the scenario's own objectives count as well."),
      vary: words()
        .default([])
        .describe(
          'What to search: min, max, timeout, pooling, replicas, policy, or path=values; left out: min, max and timeout.',
        ),
      compute: z
        .string()
        .min(1)
        .max(200)
        .describe('The one compute to plan for; all, unless given.')
        .optional(),
      at_load: z
        .array(z.number().positive().max(1000))
        .max(5)
        .default([])
        .describe('Multiples of the load to plan for as well.'),
      sensitivity: z.boolean().default(false).describe('Whether to try other values of the assumptions.'),
      budget_events: z
        .int()
        .min(1000)
        .max(MAX_BUDGET_EVENTS)
        .default(DEFAULT_BUDGET_EVENTS)
        .describe('Events to simulate in total; the answer says what there was no room for.'),
    }),
    answer: async (...asked) => (await import('./answers/answer-plan.js')).answerPlan(...asked),
  },
  {
    name: 'explain',
    title: 'Explain a result',
    description:
      'Explains the result of a run: what each figure is and how it is computed, which objectives are met, what is worth a look and what to do about it, and every assumption with its source and confidence.',
    input: z.strictObject({
      summary: z
        .record(z.string(), z.unknown())
        .describe('A result, as the tool "run" or "neap run --json" gives it.')
        .optional(),
      file: word()
        .describe(
          `In its place the summary.json of a result folder in an allowed folder, of at most ${MAX_TEXT_BYTES} bytes.`,
        )
        .optional(),
      figures: words()
        .describe('Names of figures to explain; those that objectives are about, unless given.')
        .optional(),
    }),
    answer: async (...asked) => (await import('./answers/answer-explain.js')).answerExplain(...asked),
  },
];
