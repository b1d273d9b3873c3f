import { z } from 'zod';
import { FIGURE_NAMES, type FigureName } from '../figures/run-figures.js';
import { SCENARIO_INPUT, word, words } from './asked-source.js';
import { MAX_TEXT_BYTES, MAX_WORD } from './limits.js';

const figure = z.enum(FIGURE_NAMES as [FigureName, ...FigureName[]]);

/** An assistant's plans end while a user waits; `neap plan` searches longer. */
const DEFAULT_MAX_QUERIES = 10e6;
const MAX_QUERIES = 160e6;

export const SCHEMA_INPUT = z.strictObject({
  path: z
    .string()
    .max(MAX_WORD)
    .describe('Keys joined by dots, such as load.query or computes; by default the keys of the file.')
    .optional(),
});

export const RUN_INPUT = z.strictObject({
  ...SCENARIO_INPUT,
  replications: z
    .int()
    .min(1)
    .max(200)
    .default(1)
    .describe('Runs with independent random numbers; from 2 on the figures have confidence intervals.'),
});

export const COMPARE_INPUT = z.strictObject({
  ...SCENARIO_INPUT,
  variants: z
    .array(
      z.strictObject({
        name: z.string().min(1).max(200).describe('A unique name.'),
        set: words()
          .min(1)
          .describe(
            'Changes as path=value; min, max, timeout, pooling, replicas and policy are short for the settings of every compute, such as max=4.',
          ),
      }),
    )
    .min(1)
    .max(20)
    .describe('Variants to compare with the unchanged scenario.'),
  replications: z.int().min(2).max(200).default(10).describe('Runs of each variant.'),
  figures: z.array(figure).min(1).max(FIGURE_NAMES.length).describe('Figures to compare.').optional(),
});

export const PLAN_INPUT = z.strictObject({
  ...SCENARIO_INPUT,
  minimise: figure.default('cost_usd').describe('Figure to minimise, or to maximise if more is better.'),
  constraints: words().default([]).describe('Limits on figures, such as latency_p99 <= 300ms.'),
  vary: words()
    .default([])
    .describe(
      'What to search: min, max, timeout, pooling, replicas, policy, or path=values; by default min, max and timeout.',
    ),
  at_load: z
    .array(z.number().positive().max(1000))
    .max(5)
    .default([])
    .describe('Further multiples of the load to plan for.'),
  sensitivity: z.boolean().default(false).describe('Whether to try other values of the assumptions.'),
  max_queries: z
    .int()
    .min(1000)
    .max(MAX_QUERIES)
    .default(DEFAULT_MAX_QUERIES)
    .describe('Total work, in simulated queries; the answer lists what did not fit.'),
});

export const EXPLAIN_INPUT = z.strictObject({
  summary: z
    .record(z.string(), z.unknown())
    .describe('A result of the tool "run" or of "neap run --json".')
    .optional(),
  file: word()
    .describe(
      `The summary.json of a result folder in an allowed folder, instead of summary; at most ${MAX_TEXT_BYTES} bytes.`,
    )
    .optional(),
  figures: words().describe('Names of figures to explain; by default those of objectives.').optional(),
});
