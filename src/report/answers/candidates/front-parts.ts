import { FIGURE_LABELS, FIGURE_UNITS, type FigureName } from '../../../figures/run-figures.js';
import { getOrCreate } from '../../../kernel/get-or-create.js';
import { endsOf, type Mark, type PlotAxis } from '../../document/plot.js';
import type { Part } from '../../document/report.js';
import { isMeasured } from '../../figures/candidate.js';
import { counted } from '../../figures/figure-text.js';
import { figureText, figureWithSpread } from '../../figures/named-figure.js';
import { when } from '../../text/when.js';
import { FRONT_KEY, figureAxis, frontPanel, MIN_POINTS } from './curve-panel.js';
import { type CandidateView, type Judged, limitLayers } from './judged-candidates.js';

/** Candidates whose two figures read the same: one point. */
interface Place {
  readonly views: readonly CandidateView[];
  readonly front: boolean;
}

/** The return on more money: candidates by their cost against a figure that users notice. */
export function frontParts(judged: Judged): readonly Part[] {
  const { views, cost, against } = judged;
  if (against === undefined) return [];
  const measured = views.filter(
    ({ candidate: { figures } }) => isMeasured(figures[cost]) && isMeasured(figures[against]),
  );
  const places = placesOf(measured, cost, against);
  if (places.length < MIN_POINTS) return [];
  // Marked points are drawn last, on top of the others.
  const marks = places.map((place) => markOf(place, cost, against)).toSorted((a, b) => rank(a) - rank(b));
  const rough = measured.some(({ comparable }) => !comparable);
  return [
    {
      kind: 'plot',
      id: 'front',
      title: 'What more money buys',
      short: 'Front',
      behind: true,
      in: ['page'],
      plot: {
        id: `front-${against}`,
        title: `${FIGURE_LABELS[against]} against ${FIGURE_LABELS[cost].toLowerCase()}`,
        keys: [
          FRONT_KEY,
          ...when(
            places.some((each) => !each.front),
            { kind: 'dot-plain', text: 'others' },
          ),
          ...when(marks.some(misses), { kind: 'dot-missed', text: 'misses an objective' }),
          ...when(rough, { kind: 'dot-faint', text: 'fewer runs: only roughly placed' }),
        ],
        panels: [
          frontPanel(axisOf(cost), axisOf(against), marks, [
            ...limitLayers(judged, cost, 'x'),
            ...limitLayers(judged, against, 'y'),
          ]),
        ],
      },
    },
  ];
}

function placesOf(views: readonly CandidateView[], cost: FigureName, against: FigureName): readonly Place[] {
  const groups = new Map<string, CandidateView[]>();
  for (const view of views) {
    const { figures } = view.candidate;
    const key = [
      figureText(cost, figures[cost]!.mean),
      figureText(against, figures[against]!.mean),
      view.comparable,
    ].join();
    const group = getOrCreate(groups, key, () => []);
    // A marked point determines the name.
    if (view.candidate.remark !== '' && group[0]?.candidate.remark === '') group.unshift(view);
    else group.push(view);
  }
  return [...groups.values()].map((group) => ({ views: group, front: group.some(({ front }) => front) }));
}

function axisOf(figure: FigureName): PlotAxis {
  return figureAxis(figure, { max: FIGURE_UNITS[figure] === 'share' ? 1 : undefined });
}

function markOf({ views, front }: Place, cost: FigureName, against: FigureName): Mark {
  const [first, ...others] = views as [CandidateView, ...CandidateView[]];
  const { candidate, number, name, missed, comparable } = first;
  const { figures, remark } = candidate;
  const [x, y] = [figures[cost]!, figures[against]!];
  const isRemarkable = remark !== '';
  const more = others.length === 0 ? '' : ` and ${counted(others.length, 'more', 'more')}`;
  const short = `${number}${others.length === 0 ? '' : '…'}`;
  const isNamed = isRemarkable || front;
  const [x_ends, y_ends] = isRemarkable ? [endsOf(x), endsOf(y)] : [undefined, undefined];
  return {
    x: x.mean,
    y: y.mean,
    ...(x_ends && { x_ends }),
    ...(y_ends && { y_ends }),
    names: !comparable && !isRemarkable ? [] : [...namesOf(first, isNamed, more), short],
    kinds: [
      ...when(front, 'front'),
      ...when(isRemarkable, 'remarkable'),
      ...when(missed.length > 0, 'missed'),
      ...when(!comparable, 'faint'),
    ],
    tip: [
      `${number}: ${name}${isRemarkable ? ` (${remark})` : ''}${more}`,
      `${FIGURE_LABELS[cost]} ${figureWithSpread(cost, x)}`,
      `${FIGURE_LABELS[against]} ${figureWithSpread(against, y)}`,
      ...when(missed.length > 0, `misses ${missed.join(', ')}`),
      ...when(!comparable, `after ${counted(candidate.runs ?? 0, 'run')}: only roughly placed`),
    ],
  };
}

function namesOf({ candidate: { remark }, number, name }: CandidateView, isNamed: boolean, more: string) {
  if (remark !== '') return [`${remark}: ${name}${more}`, `${remark}: ${name}`, `${number} ${remark}`];
  return isNamed ? [`${name}${more}`] : [];
}

function misses({ kinds = [] }: Mark): boolean {
  return kinds.includes('missed');
}

function rank({ kinds = [] }: Mark): number {
  return (kinds.includes('front') ? 1 : 0) + (kinds.includes('remarkable') ? 2 : 0);
}
