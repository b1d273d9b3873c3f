import { refusal, ScenarioError } from '../../scenario/document/diagnostic.js';
import { combinations, type SweepAxis } from './sweep-axis.js';

/** A combination of settings: what was made of it, or why the size table, the plan or the scenario forbids it. */
export interface TriedCombination<Made> {
  readonly settings: Readonly<Record<string, string>>;
  readonly made: Made | undefined;
  /** In words; `null` where nothing forbids it. */
  readonly reason: string | null;
}

/**
 * Tries every combination of some axes.
 * @param make compiles one; throws ScenarioError for one that is not allowed
 * @throws ScenarioError for more than `most`, and the first problem where none is allowed: a path that is wrong is
 *   wrong in every combination, and told as any override that cannot be applied
 */
export async function triedCombinations<Made>(
  axes: readonly SweepAxis[],
  most: number,
  make: (settings: Readonly<Record<string, string>>, index: number) => Promise<Made>,
): Promise<readonly TriedCombination<Made>[]> {
  const count = axes.reduce((product, { values }) => product * values.length, 1);
  if (count > most) {
    const message = `${count} combinations are more than ${most}; vary fewer values`;
    throw refusal('--vary', message);
  }
  const tried: TriedCombination<Made>[] = [];
  let broken: ScenarioError | undefined;
  for (const settings of combinations(axes)) {
    try {
      tried.push({ settings, made: await make(settings, tried.length), reason: null });
    } catch (error) {
      if (!(error instanceof ScenarioError)) throw error;
      broken ??= error;
      const reasons = new Set(error.diagnostics.map(({ message }) => message));
      tried.push({ settings, made: undefined, reason: [...reasons].join('; ') });
    }
  }
  if (broken !== undefined && tried.every(({ made }) => made === undefined)) throw broken;
  return tried;
}
