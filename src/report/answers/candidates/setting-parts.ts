import { FIGURE_LABELS, type FigureName } from '../../../figures/run-figures.js';
import type { SweepAxis } from '../../../study/compare/sweep-axis.js';
import type { Mark, Plot, PlotAxis } from '../../document/plot.js';
import { notesOn, notesPart, type Part } from '../../document/report.js';
import { flatAxes, isMeasured, MIN_DIFFERENCE } from '../../figures/candidate.js';
import { percent } from '../../figures/figure-text.js';
import { figureText, figureWithSpread } from '../../figures/named-figure.js';
import { capitalised } from '../../text/verdict.js';
import { when } from '../../text/when.js';
import { figureWords } from '../../verdict/figure-words.js';
import { settingName, valueWords } from '../../verdict/setting-words.js';
import { curvePanel } from './curve-panel.js';
import { type CandidateView, type Judged, limitLayers } from './judged-candidates.js';

/** Minimum number of values for a curve, and per axis for a field of cells. */
const MIN_VALUES = { curve: 3, field: 2 };

/**
 * The effect of each setting: cost and latency over one setting; over two as a field. The others are those of the best
 * candidate, or of the cheapest.
 */
export function settingParts(
  judged: Judged,
  axes: readonly SweepAxis[],
  best: CandidateView | undefined,
): readonly Part[] {
  const varied = axes.filter(({ values }) => values.length > 1);
  const through = best ?? judged.views[0];
  if (through === undefined) return [];
  const figures = [judged.cost, ...(judged.against === undefined ? [] : [judged.against])];
  const alongside = ({ path, values }: SweepAxis) =>
    values.flatMap((value) => sibling(judged, through, { [path]: value })?.candidate ?? []);
  const flat = varied.filter((axis) => flatAxes([axis], alongside(axis), figures).length > 0);
  const informative = varied.filter((axis) => !flat.includes(axis));
  const [first, second] = informative;
  const fields =
    second === undefined
      ? []
      : figures.map((figure) => field(judged, figure, [first!, second], through, best));
  const curves = informative.map((axis) => axisCurves(judged, figures, axis, through, best));
  const plots = [...fields, ...curves].filter((plot) => plot !== undefined);
  if (plots.length + flat.length === 0) return [];
  const others = `those that a picture leaves out are of the ${best === undefined ? 'cheapest' : 'best'} candidate`;
  return [
    notesPart(
      'settings',
      [
        ...flat.map(({ path }) => ({
          about: settingName(path).label.replace(/, CU$/, ''),
          text: `changes ${figures.map(figureWords).join(' and ')} by less than ${percent(MIN_DIFFERENCE)}`,
        })),
        ...notesOn('Settings', when(varied.length > 1 && plots.length > 0, others)),
      ],
      { title: 'What each setting does', short: 'Settings', behind: true, in: ['page'] },
    ),
    ...plots.map((plot): Part => ({ kind: 'plot', id: plot.id, in: ['page'], plot })),
  ];
}

/** A candidate with the settings of another, except for some. */
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

function axisCurves(
  judged: Judged,
  figures: readonly FigureName[],
  { path, values }: SweepAxis,
  through: CandidateView,
  best: CandidateView | undefined,
): Plot | undefined {
  const shown = values.flatMap((value) => {
    const view = sibling(judged, through, { [path]: value });
    return view === undefined ? [] : [{ value, view }];
  });
  if (shown.length < MIN_VALUES.curve) return undefined;
  const { label } = settingName(path);
  const x: PlotAxis = { label, text: String, names: shown.map(({ value }) => valueWords(path, value)) };
  const at = shown.findIndex(({ view }) => view === best);
  const remark = best?.candidate.remark || 'best';
  return {
    id: `setting-${path.replaceAll(/[^\w-]/g, '-')}`,
    title: `${capitalised(figures.map(figureWords).join(' and '))} by ${label.replace(/, CU$/, '').toLowerCase()}`,
    keys: when(at >= 0, { kind: 'band', text: remark }),
    panels: figures.map((figure) => {
      const points = shown.map(({ view }, index) => {
        return { x: index, at: `${label} ${x.names![index]}`, value: view.candidate.figures[figure] };
      });
      return curvePanel(figure, x, points, {
        kind: figure === judged.cost ? 'cost' : 'latency',
        below: [
          ...when(at >= 0, { as: 'band' as const, on: 'x' as const, at, text: remark }),
          ...limitLayers(judged, figure, 'y'),
        ],
      });
    }),
  };
}

function field(
  judged: Judged,
  figure: FigureName,
  [across, down]: readonly [SweepAxis, SweepAxis],
  through: CandidateView,
  best: CandidateView | undefined,
): Plot | undefined {
  const at = (row: string, column: string) =>
    sibling(judged, through, { [down.path]: row, [across.path]: column });
  // A value that is allowed with no other has nothing to show.
  const rows = down.values.filter((row) => across.values.some((column) => at(row, column) !== undefined));
  const columns = across.values.filter((column) => down.values.some((row) => at(row, column) !== undefined));
  if (rows.length < MIN_VALUES.field || columns.length < MIN_VALUES.field) return undefined;
  const axis = ({ path }: SweepAxis, values: readonly string[]): PlotAxis => ({
    label: settingName(path).label,
    text: String,
    names: values.map((value) => valueWords(path, value)),
  });
  const marks = rows.flatMap((row, y) =>
    columns.map((column, x): Mark => {
      const view = at(row, column);
      return { x, y, ...(view === undefined ? { names: ['–'] } : cellOf(view, figure, view === best)) };
    }),
  );
  const remark = best?.candidate.remark || 'best';
  const known = marks.flatMap(({ value }) => (value === undefined ? [] : [value]));
  const doubt = judged.views.map(({ candidate }) => candidate.figures[figure]?.half_width ?? 0);
  const isChance = Math.max(...known) - Math.min(...known) <= Math.max(...doubt.filter(Number.isFinite));
  return {
    id: `field-${figure}`,
    title: FIGURE_LABELS[figure],
    keys: [
      {
        text: isChance
          ? 'one shade: the differences are within the interval of a mean'
          : 'the darker, the more; shades are spaced logarithmically',
      },
      ...when(best !== undefined, { kind: 'cell-best', text: remark }),
      ...when(
        marks.some(({ kinds = [] }) => kinds.includes('missed')),
        { kind: 'cell-missed', text: 'misses an objective' },
      ),
      ...when(
        marks.some(({ value }) => value === undefined),
        { text: '–: not allowed' },
      ),
    ],
    panels: [
      {
        x: axis(across, columns),
        y: axis(down, rows),
        layers: [{ as: 'cell', kind: 'cell', marks: isChance ? marks.map(evenly) : marks }],
      },
    ],
  };
}

/** A cell in the shade of all others. */
function evenly(mark: Mark): Mark {
  return mark.value === undefined ? mark : { ...mark, value: 1 };
}

function cellOf(view: CandidateView, figure: FigureName, isBest: boolean): Partial<Mark> {
  const value = view.candidate.figures[figure];
  if (!isMeasured(value)) return { names: [''] };
  return {
    value: value.mean,
    names: [figureText(figure, value.mean)],
    tip: [
      `${view.number}: ${view.name}`,
      `${FIGURE_LABELS[figure]} ${figureWithSpread(figure, value)}`,
      ...when(view.missed.length > 0, `misses ${view.missed.join(', ')}`),
    ],
    kinds: [...when(view.missed.length > 0, 'missed'), ...when(isBest, 'best')],
  };
}
