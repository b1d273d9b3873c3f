import { FIGURE_LABELS, type FigureName } from '../../../../figures/run-figures.js';
import type { SweepAxis } from '../../../../planner/compare/sweep-axis.js';
import { figureText, figureWithSpread } from '../../../figures/named-figure.js';
import { capitalised } from '../../../text/verdict.js';
import { figureWords } from '../../../verdict/figure-words.js';
import { settingName, valueWords } from '../../../verdict/setting-words.js';
import { type HeatCell, heatMap } from '../../charts/heat-map.js';
import { type StepCurve, stepCurves } from '../../charts/step-curves.js';
import { type Content, htmlLine, type Markup } from '../../markup/markup.js';
import { type Section, section } from '../../markup/section.js';
import { type CandidateView, type Judged, limitsOn } from './candidate-view.js';

/** Fewer values than this make no curve. */
const FEWEST = 2;

/**
 * What each setting does: cost and latency over one setting, over two as a field, through the best one where there are
 * more; no section where nothing was varied.
 */
export function settingsSection(
  judged: Judged,
  axes: readonly SweepAxis[],
  best: CandidateView | undefined,
): readonly Section[] {
  const varied = axes.filter(({ values }) => values.length >= FEWEST);
  const through = best ?? judged.views[0];
  if (varied.length === 0 || through === undefined) return [];
  const figures = [judged.cost, ...(judged.against === undefined ? [] : [judged.against])];
  const [first, second] = varied;
  const fields =
    second === undefined ? [] : figures.map((figure) => field(judged, figure, first!, second, through, best));
  const curves = varied.map((axis) => curvesOver(judged, figures, axis, through, best));
  // Of a single candidate there is nothing to draw.
  if (fields.length === 0 && curves.every((curve) => curve === null)) return [];
  const content: readonly Content[] = [
    varied.length > 1 &&
      htmlLine`<p>${best === undefined ? 'Where a picture leaves settings out, they are those of the cheapest candidate.' : 'Where a picture leaves settings out, they are those of the best candidate.'}</p>`,
    fields,
    curves,
  ];
  return [section('settings', 'Settings', 'What each setting does', content)];
}

/** A candidate with the settings of another but for some. */
function sibling(
  { views }: Judged,
  { candidate }: CandidateView,
  changed: Readonly<Record<string, string>>,
): CandidateView | undefined {
  const wanted = { ...candidate.settings, ...changed };
  return views.find(
    ({ comparable, candidate: { settings } }) =>
      comparable && Object.entries(wanted).every(([path, value]) => settings[path] === value),
  );
}

function curvesOver(
  judged: Judged,
  figures: readonly FigureName[],
  { path, values }: SweepAxis,
  through: CandidateView,
  best: CandidateView | undefined,
): Markup | null {
  const found = values.map((value) => sibling(judged, through, { [path]: value }));
  const shown = values.flatMap((value, index) =>
    found[index] === undefined ? [] : [{ value, view: found[index] }],
  );
  if (shown.length < FEWEST) return null;
  const name = settingName(path);
  const curves = figures.map((figure): StepCurve => {
    return {
      kind: figure === judged.cost ? 'cost' : 'latency',
      label: FIGURE_LABELS[figure],
      text: (value) => figureText(figure, value),
      values: shown.map(({ view }) => measured(view, figure)),
      limits: limitsOn(judged, figure),
    };
  });
  const at = shown.findIndex(({ view }) => view === best);
  return stepCurves({
    id: `setting-${path.replaceAll(/[^\w-]/g, '-')}`,
    title: `${capitalised(figures.map(figureWords).join(' and '))} by ${name.label.replace(/, CU$/, '').toLowerCase()}`,
    label: name.label,
    steps: shown.map(({ value }) => valueWords(path, value)),
    curves,
    marked:
      at < 0 ? [] : [{ step: at, text: best!.candidate.remark === '' ? 'best' : best!.candidate.remark }],
  });
}

function measured({ candidate }: CandidateView, figure: FigureName) {
  const interval = candidate.figures[figure];
  return interval && Number.isFinite(interval.mean) ? interval : undefined;
}

function field(
  judged: Judged,
  figure: FigureName,
  across: SweepAxis,
  down: SweepAxis,
  through: CandidateView,
  best: CandidateView | undefined,
): Markup | null {
  const at = (row: string, column: string) =>
    sibling(judged, through, { [down.path]: row, [across.path]: column });
  // A value that is allowed with no other has nothing to show.
  const rows = down.values.filter((row) => across.values.some((column) => at(row, column) !== undefined));
  const columns = across.values.filter((column) => down.values.some((row) => at(row, column) !== undefined));
  if (rows.length < FEWEST || columns.length < FEWEST) return null;
  const named = ({ path }: SweepAxis, values: readonly string[]) => ({
    label: settingName(path).label,
    values: values.map((value) => valueWords(path, value)),
  });
  return heatMap({
    id: `field-${figure}`,
    title: FIGURE_LABELS[figure],
    across: named(across, columns),
    down: named(down, rows),
    cells: rows.map((row) =>
      columns.map((column) => {
        const view = at(row, column);
        return view === undefined ? null : cellOf(view, figure, view === best);
      }),
    ),
  });
}

function cellOf(view: CandidateView, figure: FigureName, best: boolean): HeatCell | null {
  const value = measured(view, figure);
  if (value === undefined) return null;
  return {
    value: value.mean,
    text: figureText(figure, value.mean),
    full: [
      `${view.number}: ${view.name}`,
      `${FIGURE_LABELS[figure]} ${figureWithSpread(figure, value)}`,
      ...(view.missed.length > 0 ? [`misses ${view.missed.join(', ')}`] : []),
    ].join('\n'),
    missed: view.missed.length > 0,
    remark: best ? view.candidate.remark || 'best' : '',
  };
}
