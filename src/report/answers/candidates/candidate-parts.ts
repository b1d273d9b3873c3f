import { FIGURE_LABELS, FIGURE_UNITS, type FigureName } from '../../../figures/run-figures.js';
import { isBeyond } from '../../../study/replicate/constraint.js';
import { figureColumn } from '../../document/column.js';
import { endsOf, type Mark, type Panel } from '../../document/plot.js';
import { type Part, table } from '../../document/report.js';
import type { Candidate } from '../../figures/candidate.js';
import { counted } from '../../figures/figure-text.js';
import { figureText, figureWithSpread } from '../../figures/named-figure.js';
import { notesOn } from '../../text/text-report.js';
import { when } from '../../text/when.js';
import { type CandidateView, isMeasured, type Judged, limitsOn, nameOf } from './judged-candidates.js';

/** More settings than this are not shown side by side. */
const MAX_BARS = 12;
/** Figures of the table besides the cost and what is limited, if they were measured. */
const SHOWN: readonly FigureName[] = [
  'latency_p99',
  'latency_p50',
  'delayed_probability',
  'success_rate',
  'cost_usd',
  'cu_hours',
  'wakes',
  'resizes',
];

/** Where a candidate's figure stands in the JSON of its command. */
export type FigurePath = (candidate: number, name: FigureName) => string;

/** All candidates with their figures, the cheapest first; then those that were not run, with the reason. */
export function candidatesParts(
  list: readonly Candidate[],
  judged: Judged,
  path: FigurePath,
): readonly Part[] {
  const { views, cost, constraints } = judged;
  const refused = list.filter(({ invalid }) => invalid !== null);
  const shown = [...new Set<FigureName>([cost, ...constraints.map(({ figure }) => figure), ...SHOWN])];
  const texts = [
    `${counted(views.length, 'setting')} run${refused.length > 0 ? `, ${refused.length} not run` : ''}; the cheapest comes first`,
    ...when(
      views.some(({ comparable }) => !comparable),
      'settings with fewer runs are only roughly comparable with the others',
    ),
  ];
  return [
    {
      kind: 'notes',
      id: 'candidates',
      title: 'Candidates',
      behind: true,
      in: ['page'],
      notes: notesOn('Order', texts),
    },
    table<CandidateView>({
      id: 'candidates-table',
      caption: 'Candidates and their figures',
      in: ['page'],
      rows: views,
      searched: 'candidates',
      columns: [
        {
          name: 'candidate',
          head: 'Candidate',
          of: ({ number, name, candidate: { remark }, front }) => ({
            name,
            number,
            tags: [...remark.split(', ').filter((word) => word !== ''), ...when(front, 'on the front')],
          }),
        },
        ...when(
          views.some(({ missed }) => missed.length > 0),
          {
            name: 'missed',
            head: 'Misses',
            unit: 'missed' as const,
            of: ({ missed }: CandidateView) => missed.join(', '),
          },
        ),
        ...shown
          .filter((name) => isMeasured(list, name))
          .map((name) =>
            figureColumn<CandidateView>(name, ({ candidate }) => withoutUnknown(candidate.figures[name]), {
              path: ({ index }) => path(index, name),
            }),
          ),
        ...when(
          views.some(({ candidate }) => candidate.runs !== undefined),
          {
            name: 'runs',
            head: 'Runs',
            unit: 'count' as const,
            of: ({ candidate }: CandidateView) => candidate.runs,
          },
        ),
      ],
    }),
    table<Candidate>({
      id: 'refused',
      title: 'Settings that were not run',
      appendix: true,
      in: ['page'],
      rows: refused,
      columns: [
        { name: 'candidate', head: 'Candidate', of: (each) => ({ name: nameOf(each) }) },
        { name: 'reason', head: 'Reason', of: ({ invalid }) => invalid },
      ],
    }),
  ];
}

/** Nothing is known of the spread of a single run: its figures stand alone. */
function withoutUnknown(interval: Candidate['figures'][FigureName]) {
  return interval && !Number.isFinite(interval.half_width) ? { ...interval, half_width: 0 } : interval;
}

/**
 * Some candidates side by side: cost, what users feel, and what is limited.
 * @param shown the one to compare with first
 */
export function sideBySideParts(
  judged: Judged,
  shown: readonly CandidateView[],
  best: CandidateView | undefined,
  path: FigurePath,
): readonly Part[] {
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
  return [
    {
      kind: 'plot',
      id: 'beside',
      title: 'Side by side',
      in: ['page'],
      plot: {
        id: 'before-after',
        title: shown.map(titleOf).join(', '),
        keys: [
          ...when(best !== undefined, { kind: 'part-growing', text: best?.candidate.remark || 'best' }),
          ...when(
            shown.some(({ missed }) => missed.length > 0),
            { kind: 'cell-missed', text: 'misses the objective' },
          ),
        ],
        panels: panels.map((figure) => barPanel(judged, shown, best, figure, panels)),
      },
    },
    table<FigureName>({
      id: 'beside-table',
      caption: 'Side by side, in figures',
      in: ['page'],
      rows: panels,
      columns: [
        { name: 'figure', head: 'Figure', of: (figure) => FIGURE_LABELS[figure] },
        ...shown.map((view, index) =>
          figureColumn<FigureName>('cost_usd', (figure) => view.candidate.figures[figure], {
            name: `candidate_${index}`,
            head: titleOf(view),
            unit: (figure) => FIGURE_UNITS[figure],
            path: (figure) => path(view.index, figure),
          }),
        ),
      ],
    }),
  ];
}

function titleOf({ candidate: { remark }, name }: CandidateView): string {
  return remark === '' ? name : remark;
}

function barPanel(
  judged: Judged,
  shown: readonly CandidateView[],
  best: CandidateView | undefined,
  figure: FigureName,
  panels: readonly FigureName[],
): Panel {
  const marks = shown.map((view, y): Mark => {
    const interval = view.candidate.figures[figure];
    const ends = interval && endsOf(interval);
    const isMissed = missesIn(view, figure, judged, panels);
    return {
      x: interval?.mean ?? 0,
      y,
      ...(ends && { x_ends: [Math.max(0, ends[0]), ends[1]] as const }),
      names: [figureWithSpread(figure, interval)],
      kinds: [...when(view === best, 'best'), ...when(isMissed, 'missed')],
    };
  });
  return {
    x: { label: '', text: (value) => figureText(figure, value) },
    y: { label: FIGURE_LABELS[figure], text: String, names: shown.map(titleOf) },
    layers: [
      ...limitsOn(judged, figure).map(({ value, text }) => ({
        as: 'limit' as const,
        on: 'x' as const,
        at: value,
        text,
      })),
      { as: 'bar', kind: 'bar-part', marks },
    ],
  };
}

/** Whether a bar shows what its setting misses: in the panel of that figure, or in all of them if it has none. */
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
