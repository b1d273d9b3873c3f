import type { Scenario } from '../../scenario/scenario.js';
import type { Contender } from '../plan/contender.js';
import type { PlanResult } from '../plan/plan-result.js';
import type { World } from './draw-worlds.js';
import type { Judged } from './judged-run.js';
import type {
  BrokenInWorlds,
  CandidateOverWorlds,
  PlanOverWorlds,
  WorldOutcome,
} from './plan-worlds-result.js';
import { type Regrets, regretsOf } from './regret.js';
import type { WorldRuns } from './world-runs.js';
import { figureOverWorlds, spreadOf } from './world-spread.js';

export interface WorldsRecord {
  readonly scenario: Scenario;
  readonly result: PlanResult;
  readonly worlds: readonly World[];
  /** All candidates, in tie-break order. */
  readonly order: readonly Contender[];
}

/** The choice of least regret, and the results of the other candidates. */
export function planOverWorlds(record: WorldsRecord, runs: WorldRuns): PlanOverWorlds {
  const { scenario, result, worlds, order } = record;
  const looked = order.filter((each) => runs.isComplete(each));
  const judged = looked.map((each) => worlds.map((_, world) => runs.judged(each, world)));
  const regrets = regretsOf(judged, result.safety);
  const sign = result.objective.sense === 'most' ? -1 : 1;
  const shown = regrets.choice ?? looked.findIndex((each) => each.today);
  const { inputs, chance, rows } = figureOverWorlds(
    scenario,
    worlds,
    judged[shown]!.map(({ objective }) => sign * objective),
  );
  const found = looked.map((each, index) =>
    candidateOf(each, { own: judged[index]!, index, sign }, regrets, result),
  );
  const unseen = order
    .filter((each) => !runs.isComplete(each))
    .map((each): CandidateOverWorlds => ({ ...aboutIt(each, result), ...UNSEEN }));
  return {
    worlds: worlds.length,
    possible_worlds: regrets.possible,
    least_worlds_met: regrets.least_met,
    choice: regrets.choice === undefined ? null : looked[regrets.choice]!.name,
    looked_at: looked.length,
    candidates_allowed: order.length,
    candidates: [...inOrderOfRegret(found), ...unseen],
    inputs,
    chance,
    outcomes: rows.map(({ world, inputs: drawn }, index): WorldOutcome => {
      const { best, choice } = regrets;
      const winner = best[index];
      const objective = (candidate: number | undefined) =>
        candidate === undefined ? null : sign * judged[candidate]![index]!.objective;
      return {
        world,
        inputs: drawn,
        best: winner === undefined ? null : looked[winner]!.name,
        best_objective: objective(winner),
        choice_objective: objective(choice),
        choice_regret: choice === undefined ? null : regrets.regrets[choice]!.by_world[index]!,
      };
    }),
    fidelity: runs.fidelity,
    runs: runs.runs,
    queries: Math.round(runs.work),
  };
}

const UNSEEN = {
  fate: 'not_looked_at',
  worlds_met: null,
  regret: null,
  objective: null,
  broken: [],
} as const;

function aboutIt(
  { name, settings, today }: Contender,
  { recommendation }: PlanResult,
): Pick<CandidateOverWorlds, 'name' | 'settings' | 'today' | 'best_of_middle'> {
  return { name, settings, today, best_of_middle: name === recommendation };
}

function candidateOf(
  contender: Contender,
  { own, index, sign }: { readonly own: readonly Judged[]; readonly index: number; readonly sign: number },
  { regrets, choice, least_met, possible }: Regrets,
  result: PlanResult,
): CandidateOverWorlds {
  const regret = regrets[index]!;
  const isChoice = index === choice;
  const isRefused = possible === 0 || regret.met < least_met;
  return {
    ...aboutIt(contender, result),
    fate: isChoice ? 'least_regret' : isRefused ? 'refused' : 'more_regret',
    worlds_met: own.filter(({ met }) => met).length,
    regret: possible === 0 ? null : { mean: regret.mean, greatest: regret.greatest, world: regret.at + 1 },
    objective: spreadOf(own.map(({ objective }) => sign * objective)),
    broken: brokenConstraints(own),
  };
}

function brokenConstraints(own: readonly Judged[]): readonly BrokenInWorlds[] {
  const found = new Map<string, BrokenInWorlds & { readonly excess: number }>();
  own.forEach(({ broken }, index) => {
    for (const { constraint, value, excess } of broken) {
      const { text, figure } = constraint;
      const before = found.get(text);
      const isWorse = before === undefined || excess > before.excess;
      found.set(text, {
        constraint: text,
        figure,
        worlds: (before?.worlds ?? 0) + 1,
        worst: isWorse ? value : before.worst,
        worst_world: isWorse ? index + 1 : before.worst_world,
        excess: isWorse ? excess : before.excess,
      });
    }
  });
  return [...found.values()].sort((a, b) => b.worlds - a.worlds).map(({ excess: _, ...broken }) => broken);
}

/** The choice, then the other feasible candidates by regret, then the others by the number of worlds they meet. */
function inOrderOfRegret(candidates: readonly CandidateOverWorlds[]): readonly CandidateOverWorlds[] {
  const rank = { least_regret: 0, more_regret: 1, refused: 2, not_looked_at: 3 } as const;
  const size = ({ regret }: CandidateOverWorlds) => regret?.mean ?? 0;
  return candidates.toSorted((a, b) => {
    const fate = rank[a.fate] - rank[b.fate];
    if (fate !== 0) return fate;
    const met = a.fate === 'refused' ? (b.worlds_met ?? 0) - (a.worlds_met ?? 0) : 0;
    return met || size(a) - size(b);
  });
}
