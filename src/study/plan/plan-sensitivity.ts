import { ScenarioError } from '../../scenario/document/diagnostic.js';
import type { ScenarioAssumption } from '../../scenario/scenario.js';
import { prepare, type Study } from '../engine/study.js';
import { hasScale } from '../replicate/constraint.js';
import { tooSlow } from '../replicate/too-slow.js';
import { compileVariant } from '../runs/scenario-source.js';
import { alternativesOf } from './assumption-alternatives.js';
import { Contender, firstItem } from './contender.js';
import type { Sensitivity, SensitivityEffect } from './plan-result.js';
import { type Measurement, onceEach } from './plan-runs.js';
import { furtherFidelity, limitOf, type PlanWork } from './plan-work.js';
import type { RaceRules } from './race-rules.js';
import { judged, meets, objectiveGap, signedObjective } from './race-verdict.js';
import { wholePilot } from './screening.js';

/** The effects of other values of the assumptions. */
export interface Doubts {
  /** By descending swing. */
  readonly sensitivity: readonly Sensitivity[];
  /** Assumptions that were not varied because the budget was used up. */
  readonly left_out: readonly string[];
}

/** One other value of one assumption, and the candidates under it. */
interface Trial {
  readonly assumption: ScenarioAssumption;
  readonly side: 'low' | 'high';
  readonly value: string;
  /** The recommendation first; `undefined` if the value is not allowed. */
  readonly contenders: readonly Contender[] | undefined;
  readonly refused: string | null;
}

/** Whole runs of each candidate under each value, at most. */
const REPLICATIONS = 4;
/** The least certain first: the budget may not be enough for all. */
const UNCERTAIN: readonly ScenarioAssumption['confidence'][] = ['low', 'medium', 'yours', 'high', 'measured'];

/**
 * The effect of other values of each assumption on the recommendation: how the objective changes, which constraints break,
 * and whether one of its rivals would be recommended instead. Every value is tried alone, on the whole horizon with the
 * same random numbers as the assumed one; if the budget ends, rivals are left out first, and then whole assumptions.
 * A value that leaves every figure of every first run unchanged is not run again.
 *
 * @param contenders the recommendation first, then its rivals
 */
export function* planSensitivity(contenders: readonly Contender[], work: PlanWork): Study<Doubts> {
  const { rules, runs } = work;
  const limit = limitOf(work, 'sensitivity');
  const fidelity = furtherFidelity(work);
  const assumptions = assumptionsOf(contenders);
  const sides = otherValues(assumptions);
  const until = tooSlow(rules.constraints, contenders[0]!.whole.first?.arrived ?? 0);
  const how = { fidelity, until };
  const room = (limit - runs.work) / runs.workOf(contenders[0]!.copy(fidelity));
  const among = room >= (sides.length + 1) * contenders.length ? contenders : contenders.slice(0, 1);
  const replications = Math.max(
    1,
    Math.min(REPLICATIONS, rules.replications, Math.floor(room / ((sides.length + 1) * among.length))),
  );
  const assumed = among.map((contender) => wholePilot(contender) ?? contender.copy(fidelity, until));
  // Baseline runs are useless without runs that vary an assumption both ways.
  const pairs = Math.floor((room / replications / among.length - 1) / 2);
  const most = (of: readonly Contender[]) => of.map((contender) => ({ contender, replications }));
  if (pairs > 0) yield* runs.measure(most(assumed), limit);
  const trials: Trial[] = [];
  const wanted = sides.toSorted(
    (a, b) => UNCERTAIN.indexOf(a.assumption.confidence) - UNCERTAIN.indexOf(b.assumption.confidence),
  );
  const all: Measurement[] = [];
  for (const one of wanted) {
    const trial = yield* prepare(() => trialOf(one, among, assumed, how));
    trials.push(trial);
    all.push(...most(trial.contenders ?? []));
  }
  const affordable = all
    .slice(0, Math.max(0, 2 * pairs * among.length))
    .filter(({ contender }) => !assumed.includes(contender));
  yield* runs.measure(onceEach(affordable.map(({ contender }) => contender)), limit);
  const without = new Set(trials.filter((trial) => hasNoEffect(trial, assumed)));
  const open = new Set(trials.flatMap((trial) => (without.has(trial) ? [] : (trial.contenders ?? []))));
  yield* runs.measure(
    affordable.filter(({ contender }) => open.has(contender)),
    limit,
  );
  const isMade = (trial: Trial) =>
    without.has(trial) || (trial.contenders?.every(({ whole }) => whole.n === replications) ?? true);
  const asked = assumptions
    .map((assumption) => ({ assumption, own: trials.filter((trial) => trial.assumption === assumption) }))
    .filter(({ own }) => own.length > 0);
  const made = asked.filter(({ own }) => own.every(isMade));
  const sensitivity = made.map(({ assumption: { name, value, confidence }, own }): Sensitivity => {
    const effects = own.map((trial) => ({
      ...trial,
      ...effectOf(trial, assumed, rules, without.has(trial)),
    }));
    const of = (side: Trial['side']) => effects.find((each) => each.side === side)?.effect ?? null;
    const swing = Math.max(0, ...effects.map((each) => each.swing));
    return { assumption: name, value, confidence, low: of('low'), high: of('high'), swing };
  });
  return {
    sensitivity: sensitivity.sort((a, b) => b.swing - a.swing),
    left_out: asked.filter((each) => !made.includes(each)).map(({ assumption }) => assumption.name),
  };
}

/** The values that are tried instead of those assumed; those that a vendor sets replace any other. */
export function otherValues(
  assumptions: readonly ScenarioAssumption[],
): readonly Pick<Trial, 'assumption' | 'side' | 'value'>[] {
  const varied = assumptions.filter(({ set_by }) => set_by !== 'vendor');
  return varied.flatMap((assumption) => {
    const others = alternativesOf(assumption);
    return (['low', 'high'] as const).flatMap((side) => {
      const value = others?.[side];
      return value === undefined ? [] : [{ assumption, side, value }];
    });
  });
}

/** The assumptions that any of the contenders rests on, in the order of the scenario. */
function assumptionsOf(contenders: readonly Contender[]): readonly ScenarioAssumption[] {
  const all = new Map<string, ScenarioAssumption>();
  for (const { scenario } of contenders) {
    for (const assumption of scenario.assumptions) {
      if (!all.has(assumption.name)) all.set(assumption.name, assumption);
    }
  }
  return [...all.values()];
}

async function trialOf(
  one: Pick<Trial, 'assumption' | 'side' | 'value'>,
  contenders: readonly Contender[],
  assumed: readonly Contender[],
  { fidelity, until }: Pick<Contender, 'fidelity' | 'until'>,
): Promise<Trial> {
  const changed: Contender[] = [];
  try {
    for (const [index, contender] of contenders.entries()) {
      const { name, settings, source, scenario } = contender;
      if (!scenario.assumptions.some((each) => each.name === one.assumption.name)) {
        // No run of it reads the assumption.
        changed.push(assumed[index]!);
        continue;
      }
      const set = [...source.set, `${one.assumption.name}=${one.value}`];
      const variant = await compileVariant({ ...source, set }, name);
      changed.push(new Contender(variant, settings, contender, fidelity, until));
    }
    return { ...one, contenders: changed, refused: null };
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error;
    return { ...one, contenders: undefined, refused: error.diagnostics[0]!.message };
  }
}

/** Whether a value changes nothing in the first run of anybody. */
function hasNoEffect({ contenders }: Trial, assumed: readonly Contender[]): boolean {
  if (contenders === undefined) return false;
  return contenders.every(({ looked, whole }, index) => {
    const before = assumed[index]!.whole;
    // A run that ended early has no figures.
    const isWhole = looked && before.n > 0 && whole.value('cost_usd') !== null;
    return isWhole && JSON.stringify(whole.first?.figures) === JSON.stringify(before.first?.figures);
  });
}

function effectOf(
  { value, contenders, refused }: Trial,
  assumed: readonly Contender[],
  rules: RaceRules,
  nothing: boolean,
): { readonly effect: SensitivityEffect; readonly swing: number } {
  if (contenders === undefined || nothing) {
    const relative = nothing ? 0 : null;
    return {
      effect: { value, objective: null, relative, limit: null, breaks: [], instead: null, refused },
      swing: 0,
    };
  }
  const { figure } = rules.objective;
  const [before, after] = [assumed[0]!.whole, contenders[0]!.whole];
  const objective = before.difference(after, figure, rules.confidence);
  const [base, other] = [before.value(figure), after.value(figure)];
  const relative = base === null || base === 0 || other === null ? null : (other - base) / Math.abs(base);
  const now = judged(after, rules);
  const limits = judged(before, rules).map((was, index) => {
    const is = now[index]!;
    const moved = hasScale(was) ? (is.excess ?? 0) - (was.excess ?? 0) : 0;
    return { broken: was.met && !is.met, moved, text: was.constraint };
  });
  const breaks = limits.filter(({ broken }) => broken).map(({ text }) => text);
  const swing = Math.max(Math.abs(relative ?? 0), ...limits.map(({ moved }) => Math.abs(moved)));
  const most = limits.toSorted((a, b) => Math.abs(b.moved) - Math.abs(a.moved))[0];
  return {
    effect: {
      value,
      objective,
      relative,
      limit: most === undefined || most.moved === 0 ? null : { constraint: most.text, change: most.moved },
      breaks,
      instead: instead(contenders, assumed, breaks, rules),
      refused,
    },
    swing: Number.isFinite(swing) ? swing : 0,
  };
}

/**
 * Which rival would be recommended then: one whose means meet the constraints with this value, where the recommendation
 * breaks one or is worse by more than what is indifferent. A rival that looks so in the same runs with the assumed value
 * does so by chance.
 */
function instead(
  [own, ...rivals]: readonly Contender[],
  [assumed, ...others]: readonly Contender[],
  breaks: readonly string[],
  rules: RaceRules,
): string | null {
  const gain = (rival: Contender, than: Contender): number =>
    -objectiveGap(rival.whole, than.whole, rules.objective) /
    Math.max(1e-12, Math.abs(signedObjective(than.whole, rules.objective)));
  const better = rivals.filter((rival, index) => {
    const before = others[index]!;
    if (!meets(rival.whole, rules)) return false;
    if (breaks.length > 0) return true;
    const was = meets(before.whole, rules) && gain(before, assumed!) > rules.indifference;
    return !was && gain(rival, own!) > rules.indifference;
  });
  return (
    firstItem(better, (one, other) => objectiveGap(one.whole, other.whole, rules.objective) < 0)?.name ?? null
  );
}
