import { FIGURE_LABELS, type FigureName } from '../../../figures/run-figures.js';
import type { PlanResult } from '../../../study/plan/plan-result.js';
import { isBeyond } from '../../../study/replicate/constraint.js';
import { endsOf, type Mark, type Panel } from '../../document/plot.js';
import type { Fact, Part } from '../../document/report.js';
import { isMeasured } from '../../figures/candidate.js';
import { figureText, figureWithSpread } from '../../figures/named-figure.js';
import { when } from '../../text/when.js';
import { type CandidateView, type Judged, limitLayers } from '../candidates/judged-candidates.js';
import { planFigures } from './plan-tables.js';

/** A setting of the comparison: today's, the recommended one or the next best. */
interface Lead extends CandidateView {
  readonly role: string;
}

/** Today's settings, the recommendation or the closest candidate, and the next best, side by side. */
export function beforeAfterParts(plan: PlanResult, judged: Judged): readonly Part[] {
  const { candidates, recommendation, infeasibility, next_best } = plan;
  const names = [
    candidates.find(({ today }) => today)?.name,
    recommendation ?? infeasibility?.closest,
    next_best?.candidate,
  ];
  const found = [...new Set(names)].flatMap((wanted) =>
    judged.views
      .filter(({ index }) => candidates[index]!.name === wanted)
      .map((view): Lead => ({ ...view, role: view.candidate.remark || 'closest' })),
  );
  // A next best with the figures of the recommendation shows nothing.
  const leads = found.filter(
    ({ candidate, role }) =>
      role !== 'next best' ||
      found.every((other) => other.role === role || !isSame(candidate, other.candidate)),
  );
  const figures = planFigures(plan).filter((figure) =>
    leads.some(({ candidate }) => isMeasured(candidate.figures[figure])),
  );
  if (figures.length === 0) return [];
  const [only] = leads;
  if (leads.length === 1 && only !== undefined) {
    const { candidate } = only;
    const facts = figures.map((figure): Fact => {
      const parts = [figureWithSpread(figure, candidate.figures[figure])];
      return { label: FIGURE_LABELS[figure], parts, tile: true };
    });
    return [{ kind: 'facts', id: 'before-after', title: 'The figures', in: ['page'], facts }];
  }
  const isMissed = leads.some(({ missed }) => missed.length > 0);
  return [
    {
      kind: 'plot',
      id: 'before-after',
      title: 'Before and after',
      in: ['page'],
      plot: {
        id: 'before-after',
        title: leads.map(({ role }) => role).join(', '),
        keys: [
          ...when(recommendation !== null, { kind: 'part-growing', text: 'recommended' }),
          ...when(isMissed, { kind: 'cell-missed', text: 'misses the objective' }),
        ],
        panels: figures.map((figure) => barPanel(judged, leads, figure)),
      },
    },
  ];
}

function isSame(one: CandidateView['candidate'], other: CandidateView['candidate']): boolean {
  return JSON.stringify(one.figures) === JSON.stringify(other.figures);
}

function barPanel(judged: Judged, leads: readonly Lead[], figure: FigureName): Panel {
  const marks = leads.map(({ candidate, role }, y): Mark => {
    const interval = candidate.figures[figure];
    const ends = interval && endsOf(interval);
    const isMissed = judged.constraints.some(
      (each) => each.figure === figure && isBeyond(each, interval?.mean),
    );
    return {
      x: interval?.mean ?? 0,
      y,
      ...(ends && { x_ends: [Math.max(0, ends[0]), ends[1]] as const }),
      names: [figureWithSpread(figure, interval)],
      kinds: [...when(role.includes('recommended'), 'best'), ...when(isMissed, 'missed')],
    };
  });
  return {
    x: { label: '', text: (value) => figureText(figure, value) },
    y: { label: FIGURE_LABELS[figure], text: String, names: leads.map(({ role }) => role) },
    layers: [...limitLayers(judged, figure, 'x'), { as: 'bar', kind: 'bar-part', marks }],
  };
}
