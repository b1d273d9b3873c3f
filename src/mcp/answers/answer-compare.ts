import type { z } from 'zod';
import { compareReport } from '../../report/answers/compare/compare.js';
import { UseOfVariants } from '../../report/figures/candidates-of.js';
import { textReport } from '../../report/forms/text.js';
import { reportMarkdown } from '../../report/text/text-report.js';
import { COMPARED_FIGURES, compare } from '../../study/compare/comparison.js';
import { namedVariants } from '../../study/compare/named-variants.js';
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
  const { replications, figures = COMPARED_FIGURES } = input;
  const source = await askedSource(input, work.access);
  const asked = input.variants.map(({ name, set }) => ({ name, changes: set }));
  const variants = await namedVariants(source, asked, 'variants');
  for (const { scenario } of variants) {
    refuseLongWork(scenario, replications * variants.length, work.limits);
  }
  const uses = new UseOfVariants();
  const comparison = await compare(
    variants,
    { replications, confidence: CONFIDENCE, figures },
    {
      progress: ({ done, runs }) => work.progress(done, runs),
      made: (made) => uses.add(made),
    },
  );
  const report = compareReport(comparison, variants, uses.list());
  return { text: reportMarkdown(textReport(report, 'markdown')), value: { ...comparison } };
}
