import { ScenarioError } from '../scenario/diagnostic.js';
import type { Assumption } from '../scenario/scenario.js';
import { alternativesOf } from './assumption-alternatives.js';
import { type Contender, contenderOf } from './contender.js';
import type { Sensitivity, SensitivityEffect } from './plan-result.js';
import { emptySample, type PlanRuns } from './plan-runs.js';
import { feasibility, type RaceRules, signedObjective } from './race-verdict.js';
import type { Stretch } from './stretch.js';
import type { StretchSample } from './stretch-sample.js';

/** One other value of one assumption, and the candidates under it. */
interface Trial {
  readonly assumption: Assumption;
  readonly side: 'low' | 'high';
  readonly value: string;
  /** The recommendation first; `undefined` where the value is not allowed. */
  readonly contenders: readonly Contender[] | undefined;
  readonly refused: string | null;
}

/**
 * What other values of each assumption do to the recommendation: how the objective changes, which constraints break,
 * and whether one of its rivals would be recommended instead. Every value is tried alone, on the same stretch with
 * the same random numbers as the assumed one.
 *
 * @param contenders the recommendation first, then its rivals
 * @returns by descending swing, those without another value left out
 */
export async function planSensitivity(
  assumptions: readonly Assumption[],
  contenders: readonly Contender[],
  stretch: Stretch,
  rules: RaceRules,
  runs: PlanRuns,
): Promise<readonly Sensitivity[]> {
  const assumed = contenders.map((contender) => sampledCopy(contender, stretch));
  const trials: Trial[] = [];
  for (const assumption of assumptions) {
    const others = alternativesOf(assumption);
    for (const side of ['low', 'high'] as const) {
      const value = others?.[side];
      if (value !== undefined) trials.push(await trialOf(assumption, side, value, contenders, stretch));
    }
  }
  const all = [assumed, ...trials.flatMap((trial) => trial.contenders ?? [])].flat();
  await runs.measure(
    all.map((contender) => ({ contender, sample: contender.sampled!, blocks: stretch.blocks.length })),
  );
  return assumptions
    .flatMap((assumption): readonly Sensitivity[] => {
      const of = (side: 'low' | 'high') => {
        const trial = trials.find((each) => each.assumption === assumption && each.side === side);
        return trial === undefined ? null : effectOf(trial, assumed, rules);
      };
      const [low, high] = [of('low'), of('high')];
      if (low === null && high === null) return [];
      const { name, value, confidence } = assumption;
      const swing = Math.max(0, ...[low, high].map((effect) => effect?.swing ?? 0));
      return [
        { assumption: name, value, confidence, low: low?.effect ?? null, high: high?.effect ?? null, swing },
      ];
    })
    .map((sensitivity, index) => ({ sensitivity, index }))
    .sort((a, b) => b.sensitivity.swing - a.sensitivity.swing || a.index - b.index)
    .map(({ sensitivity }) => sensitivity);
}

/** The assumptions that any of the contenders rests on, in the order of the scenario. */
export function assumptionsOf(contenders: readonly Contender[]): readonly Assumption[] {
  const all = new Map<string, Assumption>();
  for (const { scenario } of contenders) {
    for (const assumption of scenario.assumptions) {
      if (!all.has(assumption.name)) all.set(assumption.name, assumption);
    }
  }
  return [...all.values()];
}

function sampledCopy(contender: Contender, stretch: Stretch): Contender {
  const copy = contender.copy();
  copy.sampled = emptySample(copy, stretch);
  return copy;
}

async function trialOf(
  assumption: Assumption,
  side: 'low' | 'high',
  value: string,
  contenders: readonly Contender[],
  stretch: Stretch,
): Promise<Trial> {
  const changed: Contender[] = [];
  try {
    for (const contender of contenders) {
      const { name, settings, source } = contender;
      const set = [...source.set, `${assumption.name}=${value}`];
      const other = await contenderOf(name, settings, contender, { ...source, set });
      other.sampled = emptySample(other, stretch);
      changed.push(other);
    }
    return { assumption, side, value, contenders: changed, refused: null };
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error;
    const refused = error.diagnostics[0]!.message;
    return { assumption, side, value, contenders: undefined, refused };
  }
}

function effectOf(
  { value, contenders, refused }: Trial,
  assumed: readonly Contender[],
  rules: RaceRules,
): { readonly effect: SensitivityEffect; readonly swing: number } {
  if (contenders === undefined) {
    return {
      effect: { value, objective: null, relative: null, breaks: [], instead: null, refused },
      swing: 0,
    };
  }
  const { figure } = rules.objective;
  const [before, after] = [assumed[0]!.sampled!, contenders[0]!.sampled!];
  const objective = before.difference(after, figure, rules.confidence);
  const base = before.value(figure);
  const relative = base === null || base === 0 || objective === null ? null : objective.mean / Math.abs(base);
  const limits = rules.constraints.map((constraint) => {
    const [was, is] = [before.judge(constraint, rules.confidence), after.judge(constraint, rules.confidence)];
    return { broken: was.met && !is.met, moved: Math.abs((is.excess ?? 0) - (was.excess ?? 0)), constraint };
  });
  const breaks = limits.filter(({ broken }) => broken).map(({ constraint }) => constraint.text);
  const swing = Math.max(Math.abs(relative ?? 0), ...limits.map(({ moved }) => moved));
  return {
    effect: { value, objective, relative, breaks, instead: instead(contenders, assumed, rules), refused },
    swing: Number.isFinite(swing) ? swing : 0,
  };
}

/** Who would be recommended among those tried, where that is another than as assumed on the same stretch. */
function instead(
  contenders: readonly Contender[],
  assumed: readonly Contender[],
  rules: RaceRules,
): string | null {
  const [now, then] = [preferred(assumed, rules), preferred(contenders, rules)];
  return then === undefined || now?.name === then.name ? null : then.name;
}

/** The best feasible one; the recommendation where another is better by no more than what is indifferent. */
function preferred(contenders: readonly Contender[], rules: RaceRules): Contender | undefined {
  const feasible = contenders.filter(({ sampled }) => feasibility(sampled!, rules).met);
  const objective = (sample: StretchSample) => signedObjective(sample, rules.objective);
  return feasible.reduce<Contender | undefined>((best, each) => {
    if (best === undefined) return each;
    const gain = objective(best.sampled!) - objective(each.sampled!);
    return gain > rules.indifference * Math.abs(objective(best.sampled!)) ? each : best;
  }, undefined);
}
