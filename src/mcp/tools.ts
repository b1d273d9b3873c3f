import { z } from 'zod';
import { SCENARIO_INPUT } from './asked-source.js';
import type { Tool } from './tool.js';
import { COMPARE_INPUT, EXPLAIN_INPUT, PLAN_INPUT, RUN_INPUT, SCHEMA_INPUT } from './tool-inputs.js';

/** Every tool, in the order of the list. */
export const TOOLS: readonly Tool[] = [
  {
    name: 'schema',
    title: 'Describe the keys of a scenario',
    description:
      'Lists the keys of a neap scenario, and the JSON Schema below one of them. Read this before writing a scenario.',
    input: SCHEMA_INPUT,
    answer: async (...asked) => (await import('./answers/answer-schema.js')).answerSchema(asked[0]),
  },
  {
    name: 'validate',
    title: 'Check a scenario',
    description:
      'Checks a neap scenario without running it: every error with line and column, a summary of the scenario, and findings.',
    input: z.strictObject(SCENARIO_INPUT),
    answer: async (...asked) => (await import('./answers/answer-validate.js')).answerValidate(...asked),
  },
  {
    name: 'run',
    title: 'Simulate a scenario',
    description:
      'Simulates a scenario of a serverless Postgres: cost, latency, wakes, errors, availability, objectives, findings. The same scenario and seed give the same result. The figures are estimates that depend on the listed assumptions.',
    input: RUN_INPUT,
    answer: async (...asked) => (await import('./answers/answer-run.js')).answerRun(...asked),
  },
  {
    name: 'compare',
    title: 'Compare settings',
    description:
      'Runs a scenario as it is and with each of several changes, using the same random numbers, and returns the differences with confidence intervals and significance.',
    input: COMPARE_INPUT,
    answer: async (...asked) => (await import('./answers/answer-compare.js')).answerCompare(...asked),
  },
  {
    name: 'plan',
    title: 'Find the best settings',
    description:
      "Searches for the settings that minimise a figure within constraints, and returns the saving compared with today's settings, the runners-up, and the reasons.",
    input: PLAN_INPUT,
    answer: async (...asked) => (await import('./answers/answer-plan.js')).answerPlan(...asked),
  },
  {
    name: 'explain',
    title: 'Explain a result',
    description:
      'Explains the result of a run: the definition of each figure, which objectives are met, findings with their remedies, and every assumption with its source and confidence.',
    input: EXPLAIN_INPUT,
    answer: async (...asked) => (await import('./answers/answer-explain.js')).answerExplain(...asked),
  },
];
