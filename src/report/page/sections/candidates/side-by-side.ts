import { FIGURE_LABELS, type FigureName } from '../../../../figures/run-figures.js';
import { isBeyond } from '../../../../planner/replicate/constraint.js';
import { figureWithSpread } from '../../../figures/named-figure.js';
import { barPanels } from '../../charts/bar-panels.js';
import { key } from '../../charts/drawing.js';
import { meanElement } from '../../markup/figure.js';
import { named } from '../../markup/markup.js';
import { type Section, section } from '../../markup/section.js';
import { figures, table, words } from '../../markup/table.js';
import { type CandidateView, isMeasured, type Judged, limitsOn } from './candidate-view.js';
import type { FigurePath } from './candidates-table.js';

/** More settings than this are not laid side by side. */
const MAX_BARS = 12;

/** Whether a bar shows what its setting misses: in the panel of that figure; in all of them where it has none. */
function missesIn(
  { candidate, missed }: CandidateView,
  figure: FigureName,
  { constraints }: Judged,
  panels: readonly FigureName[],
): boolean {
  if (missed.length === 0) return false;
  const broken = constraints.filter((each) => isBeyond(each, candidate.figures[each.figure]?.mean));
  const shown = broken.filter((each) => panels.includes(each.figure));
  return shown.length === 0 || shown.some((each) => each.figure === figure);
}

/**
 * Some candidates beside each other: cost, what users feel, and what is limited.
 * @param shown the one to compare with first
 */
export function sideBySideSection(
  judged: Judged,
  shown: readonly CandidateView[],
  best: CandidateView | undefined,
  path: FigurePath,
): readonly Section[] {
  if (shown.length < 2 || shown.length > MAX_BARS) return [];
  const list = shown.map(({ candidate }) => candidate);
  const wanted = new Set<FigureName>([
    judged.cost,
    'latency_p99',
    ...judged.constraints.map(({ figure }) => figure),
    'delayed_probability',
  ]);
  const panels = [...wanted].filter((figure) => isMeasured(list, figure));
  if (panels.length === 0) return [];
  const drawn = barPanels({
    id: 'before-after',
    title: shown.map(({ candidate, name }) => candidate.remark || name).join(', '),
    keys: [
      best === undefined ? null : key('part-growing', best.candidate.remark || 'best'),
      shown.some(({ missed }) => missed.length > 0) ? key('cell-missed', 'misses the objective') : null,
    ],
    panels: panels.map((figure) => ({
      label: FIGURE_LABELS[figure],
      limits: limitsOn(judged, figure),
      bars: shown.map((view) => {
        const interval = view.candidate.figures[figure];
        const { remark } = view.candidate;
        return {
          name: remark === '' ? view.name : remark,
          value: interval?.mean ?? null,
          half_width: interval?.half_width ?? 0,
          text: figureWithSpread(figure, interval),
          best: view === best,
          missed: missesIn(view, figure, judged, panels),
        };
      }),
    })),
    table: table(
      'The same in figures',
      [
        words<FigureName>('Figure', (figure) => FIGURE_LABELS[figure]),
        ...shown.map((view) =>
          figures<FigureName>(named(view.candidate.remark || view.name), (figure) =>
            meanElement(path(view.index, figure), figure, view.candidate.figures[figure]),
          ),
        ),
      ],
      panels,
      { quiet: true },
    ),
  });
  return [section('beside', 'Side by side', 'Side by side', drawn)];
}
