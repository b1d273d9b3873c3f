import type { Comparison } from '../../planner/compare/comparison.js';
import type { SourcedVariant } from '../../planner/runs/scenario-source.js';
import { runVariant } from '../../planner/runs/variant.js';
import type { RecordedVariant } from '../../report/page/recorded/recorded-variant.js';
import { betterVariant, mostUnlike } from '../../report/verdict/comparison-verdict.js';

/**
 * Runs the first replication of the baseline and of the variant that is better, or else of the one whose cost differs most,
 * once more, and keeps their courses for the page.
 * @throws the signal's reason; InvariantError, PolicyError as a run does
 */
export async function recordedPair(
  comparison: Comparison,
  variants: readonly SourcedVariant[],
  signal: AbortSignal | undefined,
): Promise<readonly RecordedVariant[]> {
  const { RecordedVariant } = await import('../../report/page/recorded/recorded-variant.js');
  const recorded: RecordedVariant[] = [];
  const chosen = betterVariant(comparison) ?? mostUnlike(comparison);
  const pair = variants.filter(({ name }, index) => index === 0 || name === chosen?.name);
  for (const variant of pair) {
    const course = new RecordedVariant(variant.name, variant.scenario);
    await runVariant(variant, {
      observer: course.observer,
      async progress() {
        // So that somebody who asks to stop is heard.
        await new Promise((next) => setImmediate(next));
        signal?.throwIfAborted();
      },
    });
    recorded.push(course);
  }
  return recorded;
}
