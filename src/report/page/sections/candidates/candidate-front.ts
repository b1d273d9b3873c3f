import { FIGURE_LABELS, FIGURE_UNITS, type FigureName } from '../../../../figures/run-figures.js';
import { AGAINST } from '../../../../planner/plan/plan-fronts.js';
import { counted } from '../../../figures/figure-text.js';
import { figureText, figureWithSpread } from '../../../figures/named-figure.js';
import { key } from '../../charts/drawing.js';
import { type ScatterAxis, type ScatterPoint, scatter } from '../../charts/scatter.js';
import { htmlLine, type Markup, note } from '../../markup/markup.js';
import { type Section, section } from '../../markup/section.js';
import { type CandidateView, type Judged, limitsOn, onFront } from './candidate-view.js';

/** What more money buys: candidates by their cost against what users feel. */
export function frontSection(judged: Judged): Section {
  const charts = AGAINST.map((name) => frontChart(judged, name)).filter((chart) => chart !== null);
  const numbers = note('Numbers are those of the table of candidates, which begins with the cheapest.');
  const none = htmlLine`<p>Cost and latency were not both measured.</p>`;
  return section('front', 'Front', 'What more money buys', charts.length > 0 ? [charts, numbers] : none);
}

/** Candidates as points of cost and another figure, with the front, the limits and the intervals. */
function frontChart(judged: Judged, against: FigureName): Markup | null {
  const { views, cost } = judged;
  const measured = views.filter(
    ({ candidate: { figures } }) =>
      Number.isFinite(figures[cost]?.mean) && Number.isFinite(figures[against]?.mean),
  );
  const comparable = measured.filter((view) => view.comparable);
  const front = onFront(comparable, cost, against);
  const axis = (figure: FigureName): ScatterAxis => ({
    label: FIGURE_LABELS[figure],
    text: (value) => figureText(figure, value),
    most: FIGURE_UNITS[figure] === 'share' ? 1 : undefined,
    limits: limitsOn(judged, figure),
  });
  return scatter({
    id: `front-${against}`,
    title: `${FIGURE_LABELS[against]} against ${FIGURE_LABELS[cost].toLowerCase()}`,
    across: axis(cost),
    up: axis(against),
    points: measured.map((view) => pointOf(view, cost, against, front.has(view))),
    keys:
      comparable.length < measured.length ? key('dot-apart', 'run less often: only roughly placed') : null,
  });
}

function pointOf(
  { candidate, number, name, missed, comparable }: CandidateView,
  cost: FigureName,
  against: FigureName,
  front: boolean,
): ScatterPoint {
  const { figures, remark } = candidate;
  const remarkable = remark !== '';
  const [x, y] = [figures[cost]!, figures[against]!];
  return {
    x: x.mean,
    y: y.mean,
    x_half: x.half_width,
    y_half: y.half_width,
    names:
      !comparable && !remarkable
        ? []
        : [
            ...(remarkable ? [`${remark}: ${name}`, `${number} ${remark}`] : front ? [name] : []),
            String(number),
          ],
    lines: [
      remarkable ? `${number}: ${name} (${remark})` : `${number}: ${name}`,
      `${FIGURE_LABELS[cost]} ${figureWithSpread(cost, x)}`,
      `${FIGURE_LABELS[against]} ${figureWithSpread(against, y)}`,
      ...(missed.length > 0 ? [`misses ${missed.join(', ')}`] : []),
      ...(comparable ? [] : [`after ${counted(candidate.runs ?? 0, 'run')}: only roughly placed`]),
    ],
    front,
    remarkable,
    missed: missed.length > 0,
    apart: !comparable,
  };
}
