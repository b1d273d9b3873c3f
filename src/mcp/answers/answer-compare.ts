import type { z } from 'zod';
import { compareReport } from '../../report/answers/compare/compare.js';
import { BaselineRuns } from '../../report/findings/baseline-runs.js';
import { markdownText } from '../../report/forms/markdown.js';
import { compareStudy } from '../../study/compare/comparison.js';
import { namedVariants } from '../../study/compare/named-variants.js';
import { answer } from '../../study/engine/engine.js';
import { refuseLongWork } from '../allowed-work.js';
import { askedSource } from '../asked-source.js';
import { CONFIDENCE } from '../limits.js';
import type { ToolAnswer, ToolWork } from '../tool.js';
import type { COMPARE_INPUT } from '../tool-inputs.js';

/** Compares a scenario with variants of it as `neap compare --variant` does. */
export async function answerCompare(
  input: z.infer<typeof COMPARE_INPUT>,
  work: ToolWork,
): Promise<ToolAnswer> {
  const { replications, figures } = input;
  const source = await askedSource(input, work.access);
  const asked = input.variants.map(({ name, set }) => ({ name, changes: set }));
  const { variants, not_allowed } = await namedVariants(source, asked, 'variants');
  for (const { scenario } of variants) {
    refuseLongWork(scenario, replications * variants.length, work.limits);
  }
  const baseline = new BaselineRuns(variants[0]!, CONFIDENCE);
  const plan = { replications, confidence: CONFIDENCE, figures, not_allowed };
  const study = function* () {
    const comparison = yield* compareStudy(variants, plan);
    return { comparison, summary: yield* baseline.summary() };
  };
  const { comparison, summary } = await answer(study(), {
    progress: ({ done, runs }) => work.progress(done, runs),
    made: (made) => baseline.add(made),
  });
  const report = compareReport(comparison, { variants, baseline: summary });
  return { text: markdownText(report), value: { ...comparison } };
}
