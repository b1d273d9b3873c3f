import type { z } from 'zod';
import { planJson, planReport } from '../../report/answers/plan/plan.js';
import { withTodaysRun } from '../../report/findings/todays-run.js';
import { markdownText } from '../../report/forms/markdown.js';
import { answer } from '../../study/engine/engine.js';
import { planStudy } from '../../study/plan/plan.js';
import { parseConstraint } from '../../study/replicate/constraint.js';
import { compileVariant } from '../../study/runs/scenario-source.js';
import { refuseLongWork } from '../allowed-work.js';
import { askedSource } from '../asked-source.js';
import { CONFIDENCE } from '../limits.js';
import type { ToolAnswer, ToolWork } from '../tool.js';
import type { PLAN_INPUT } from '../tool-inputs.js';

/** Searches the best settings as `neap plan` does. */
export async function answerPlan(input: z.infer<typeof PLAN_INPUT>, work: ToolWork): Promise<ToolAnswer> {
  const source = await askedSource(input, work.access);
  const today = await compileVariant(source);
  refuseLongWork(today.scenario, 1, work.limits);
  const question = {
    objective: input.minimise,
    constraints: input.constraints.map(parseConstraint),
    vary: input.vary,
    growth: input.at_load,
    sensitivity: input.sensitivity,
    confidence: CONFIDENCE,
    safety: CONFIDENCE,
    budget: { queries: input.max_queries, replications: undefined },
  };
  const { planned, summary } = await answer(withTodaysRun(planStudy(source, question), today), {
    progress: ({ done, runs }) => work.progress(done, runs),
  });
  return {
    text: markdownText(planReport(planned, { today, summary })),
    value: { ...planJson(planned) },
    spare: ['candidates', 'sensitivity', 'growth'],
  };
}
