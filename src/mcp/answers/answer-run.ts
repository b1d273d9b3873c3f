import type { z } from 'zod';
import { runMarkdown } from '../../report/answers/run/run-markdown.js';
import { SlicedRun } from '../../simulation/fleet/fleet-simulation.js';
import { SLICE_EVENTS } from '../../simulation/simulation.js';
import { replicate } from '../../study/replicate/replications.js';
import { Replications } from '../../study/run/replicated-summary.js';
import { type Summary, summarise } from '../../study/run/summary.js';
import { compileVariant, type SourcedVariant } from '../../study/runs/scenario-source.js';
import { refuseLongWork } from '../allowed-work.js';
import { askedSource } from '../asked-source.js';
import { CONFIDENCE } from '../limits.js';
import type { ToolAnswer, ToolWork } from '../tool.js';
import type { RUN_INPUT } from '../tool-inputs.js';

/** Runs a scenario as `neap run` does, once or several times. */
export async function answerRun(input: z.infer<typeof RUN_INPUT>, work: ToolWork): Promise<ToolAnswer> {
  const { replications } = input;
  const variant = await compileVariant(await askedSource(input, work.access));
  refuseLongWork(variant.scenario, replications, work.limits);
  const summary = replications === 1 ? once(variant, work) : await often(variant, replications, work);
  const spare = ['computes', 'fleet', 'loads', 'ci'];
  return { text: runMarkdown(summary), value: { ...summary }, spare };
}

function once({ scenario }: SourcedVariant, { progress }: ToolWork): Summary {
  const run = new SlicedRun(scenario);
  while (!run.advance(SLICE_EVENTS)) progress(run.now_seconds / scenario.duration_seconds, 1);
  return summarise(scenario, run.observations());
}

async function often(variant: SourcedVariant, replications: number, work: ToolWork): Promise<Summary> {
  const all = new Replications(variant.scenario, CONFIDENCE);
  const done = await replicate(
    variant,
    { replications, confidence: CONFIDENCE },
    { progress: ({ done, runs }) => work.progress(done, runs) },
    ({ observations }) => all.add(observations),
  );
  return all.summary(done);
}
