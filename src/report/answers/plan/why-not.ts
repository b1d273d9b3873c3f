import type { PlanCandidate, PlanResult } from '../../../study/plan/plan-result.js';
import { counted, percent } from '../../figures/figure-text.js';
import { figureWithSpread } from '../../figures/named-figure.js';
import { joined } from '../../text/verdict.js';
import { figureWords, limitWords } from '../../verdict/figure-words.js';
import { settingsWords } from '../../verdict/setting-words.js';

/** Why a candidate with a better mean was not chosen. */
export function whyNot(candidate: PlanCandidate, plan: PlanResult): string {
  const { safety, selection, objective } = plan;
  const { constraints, replications, fate, reason } = candidate;
  const runs = counted(replications, 'run');
  // Means over fewer replications use different random numbers: in those runs the recommendation did as well.
  if (fate === 'worse' && reason !== null)
    return `${reasonText(reason, plan)}; its own figures are of ${runs}, those of the recommendation of ${counted(plan.replications, 'run')}`;
  const missed = constraints.filter(({ met }) => !met);
  const sure = missed.filter(({ clear }) => clear);
  const reached = (list: typeof constraints) =>
    joined(list.map((each) => `${limitWords(each)} (${figureWithSpread(each.figure, each.value)})`));
  if (sure.length > 0) return `breaks ${reached(sure)}`;
  if (missed.length > 0) return `seems to break ${reached(missed)}, after ${runs}`;
  const doubtful = constraints.filter(({ probability }) => probability === null || probability < safety);
  if (doubtful.length > 0) {
    const chances = doubtful.map(
      ({ probability, ...limit }) =>
        `${limitWords(limit)} with a probability of ${probability === null ? 'not known' : percent(probability)}`,
    );
    return `meets ${joined(chances)}; ${percent(safety)} is asked for, after ${runs}`;
  }
  if (fate === 'kept' && selection.undecided.includes(candidate.name))
    return `undecided: the difference in ${figureWords(objective.figure)} may be due to chance, after ${runs}`;
  return `better by less than ${percent(selection.indifference)}, or by no more than chance explains, after ${runs}`;
}

/** A reason with settings and figures as people call them. */
function reasonText(reason: string, { candidates, objective }: PlanResult): string {
  // Longer names first: one may begin with another.
  const named = candidates.toSorted((a, b) => b.name.length - a.name.length);
  return named
    .reduce((text, { name, settings }) => text.replaceAll(name, settingsWords(settings) || name), reason)
    .replaceAll(objective.figure, figureWords(objective.figure));
}
