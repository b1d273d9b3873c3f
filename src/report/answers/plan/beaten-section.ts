import { FIGURE_LABELS, moreIsBetter } from '../../../figures/run-figures.js';
import type { PlanCandidate, PlanResult } from '../../../study/plan/plan-result.js';
import { counted, percent } from '../../figures/figure-text.js';
import { figureWithSpread } from '../../figures/named-figure.js';
import { html, htmlLine, named } from '../../page/markup/markup.js';
import { type Section, section } from '../../page/markup/section.js';
import { figures, table, words } from '../../page/markup/table.js';
import { joined } from '../../text/verdict.js';
import { figureWords, limitWords } from '../../verdict/figure-words.js';
import { settingsWords } from '../../verdict/setting-words.js';
import type { CandidateView, Judged } from '../candidates/judged-candidates.js';

/**
 * Candidates that look better than the recommendation by their mean, each with the reason why it is not recommended; no
 * section where there are none.
 */
export function beatenSection(plan: PlanResult, { views }: Judged): readonly Section[] {
  const { objective, recommendation } = plan;
  const best = plan.candidates.find(({ name }) => name === recommendation);
  const own = best?.figures[objective.figure]?.mean;
  if (own === undefined) return [];
  const sign = moreIsBetter(objective.figure) ? -1 : 1;
  const rows = views.filter(({ index }) => {
    const mean = plan.candidates[index]!.figures[objective.figure]?.mean;
    return mean !== undefined && sign * mean < sign * own;
  });
  if (rows.length === 0) return [];
  const title = `Why not one with ${objective.sense === 'least' ? 'less' : 'more'} ${figureWords(objective.figure)}?`;
  const candidateOf = ({ index }: CandidateView): PlanCandidate => plan.candidates[index]!;
  return [
    section('beaten', 'Why not', title, [
      htmlLine`<p>${counted(rows.length, 'setting looks', 'settings look')} better than the recommendation by the mean alone.</p>`,
      table(
        title,
        [
          words<CandidateView>(
            'Candidate',
            ({ number, name }) => html`<span class="number">${number}</span> ${named(name)}`,
            ({ number }) => number,
          ),
          figures<CandidateView>(
            FIGURE_LABELS[objective.figure],
            (view) => figureWithSpread(objective.figure, candidateOf(view).figures[objective.figure]),
            (view) => candidateOf(view).figures[objective.figure]?.mean ?? null,
          ),
          words<CandidateView>('Why it is not recommended', (view) => whyNot(candidateOf(view), plan)),
        ],
        rows,
        { quiet: true, sortable: true, paper_rows: 12, window_rows: 15 },
      ),
    ]),
  ];
}

/** Why a candidate with a better mean was not chosen. */
function whyNot(candidate: PlanCandidate, plan: PlanResult): string {
  const { safety, selection, objective } = plan;
  const { constraints, replications, fate, reason } = candidate;
  // A mean of fewer runs is of other weather: in those runs the recommendation has done as well.
  if (fate === 'worse' && reason !== null)
    return `${reasonWords(reason, plan)}; its own figures are of ${counted(replications, 'run')}, those of the recommendation of ${counted(plan.replications, 'run')}`;
  const missed = constraints.filter(({ met }) => !met);
  const sure = missed.filter(({ clear }) => clear);
  const reached = (list: typeof constraints) =>
    joined(list.map((each) => `${limitWords(each)} (${figureWithSpread(each.figure, each.value)})`));
  if (sure.length > 0) return `breaks ${reached(sure)}`;
  if (missed.length > 0) return `seems to break ${reached(missed)}, after ${counted(replications, 'run')}`;
  const doubtful = constraints.filter(({ probability }) => probability === null || probability < safety);
  if (doubtful.length > 0) {
    const chances = doubtful.map(
      ({ probability, ...limit }) =>
        `${limitWords(limit)} with a probability of ${probability === null ? 'not known' : percent(probability)}`,
    );
    return `meets ${joined(chances)}; ${percent(safety)} is asked for, after ${counted(replications, 'run')}`;
  }
  if (fate === 'kept' && selection.undecided.includes(candidate.name))
    return `undecided: the difference in ${figureWords(objective.figure)} may be due to chance, after ${counted(replications, 'run')}`;
  return `better by less than ${percent(selection.indifference)}, or by no more than chance explains, after ${counted(replications, 'run')}`;
}

/** A reason with settings and figures as people call them. */
function reasonWords(reason: string, { candidates, objective }: PlanResult): string {
  // Longer names first: one may begin with another.
  const named = candidates.toSorted((a, b) => b.name.length - a.name.length);
  const words = named.reduce(
    (text, { name, settings }) =>
      Object.keys(settings).length === 0 ? text : text.replaceAll(name, settingsWords(settings)),
    reason,
  );
  return words.replaceAll(objective.figure, figureWords(objective.figure));
}
