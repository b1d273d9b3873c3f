import type { FigureName } from '../../../figures/run-figures.js';
import { type Column, column, figureColumn } from '../../document/column.js';
import { MAX_VISIBLE_ITEMS, notesOn, notesPart, type Part, table } from '../../document/report.js';
import { type Candidate, isMeasured } from '../../figures/candidate.js';
import { counted } from '../../figures/figure-text.js';
import { when } from '../../text/when.js';
import { namedSettings } from '../../verdict/setting-words.js';
import { type CandidateView, type Judged, mergedViews } from './judged-candidates.js';

/** Figures of the table in addition to the cost and the limited figures, if they were measured. */
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

/** Rows of a table on a screen and in Markdown. */
const MAX_ROWS = { screen: 10, markdown: 10 };

/**
 * All candidates with their figures: those that stand out, then the cheapest; then those that miss a limit, and those that
 * were not run, with the reason.
 * @param figures those that a screen and Markdown have; a page has more
 */
export function candidatesParts(
  list: readonly Candidate[],
  judged: Judged,
  figures: readonly FigureName[],
): readonly Part[] {
  const { views, cost, constraints } = judged;
  const refused = list.filter(({ invalid }) => invalid !== null);
  const shown = [
    ...new Set<FigureName>([...figures, cost, ...constraints.map(({ figure }) => figure), ...SHOWN]),
  ];
  const rows = mergedViews(views);
  const [missing, leading] = [true, false].map((is) =>
    rows
      .filter(({ missed, candidate }) => (missed.length > 0 && candidate.remark === '') === is)
      .toSorted((a, b) => standing(a) - standing(b)),
  ) as [CandidateView[], CandidateView[]];
  const columns = [
    ...candidateColumns(judged, shown, figures),
    ...when(
      views.some(({ candidate }) => candidate.runs !== undefined),
      column<CandidateView>('runs', 'Runs', 'count', ({ candidate }) => candidate.runs, { in: ['page'] }),
    ),
  ];
  const texts = [
    `${counted(views.length, 'setting')} run${refused.length > 0 ? `, ${refused.length} not run` : ''}; those that stand out come first, then the cheapest; drawings have the same numbers`,
    ...when(rows.length < views.length, 'settings with equal figures share a row'),
    ...when(
      views.some(({ comparable }) => !comparable),
      'settings with fewer runs are only roughly comparable with the others',
    ),
  ];
  return [
    notesPart('candidates', notesOn('Order', texts), { title: 'Candidates', behind: true, in: ['page'] }),
    table<CandidateView>({
      id: 'candidates-table',
      caption: 'Candidates and their figures',
      folded: leading.length > MAX_VISIBLE_ITEMS,
      in: ['screen', 'markdown', 'page'],
      rows: leading,
      max_rows: MAX_ROWS,
      searched: 'candidates',
      columns,
    }),
    table<CandidateView>({
      id: 'missing-table',
      caption: `${counted(missing.length, 'other misses', 'others miss')} a limit`,
      appendix: true,
      folded: true,
      in: ['screen', 'markdown', 'page'],
      rows: missing,
      max_rows: MAX_ROWS,
      columns,
    }),
    table<Candidate>({
      id: 'refused',
      title: 'Settings that were not run',
      appendix: true,
      in: ['page'],
      rows: refused,
      columns: [
        { name: 'candidate', head: 'Candidate', of: (each) => ({ name: namedSettings(each) }) },
        { name: 'reason', head: 'Reason', of: ({ invalid }) => invalid },
      ],
    }),
  ];
}

/** The answer comes first, then others that have a role. */
function standing({ candidate: { remark, leads } }: CandidateView): number {
  return leads ? 0 : remark === '' ? 2 : 1;
}

/** The names of candidates, the limits that they miss, and their measured figures. @param everywhere those of every form */
function candidateColumns(
  { views }: Judged,
  figures: readonly FigureName[],
  everywhere: readonly FigureName[],
): readonly Column<CandidateView>[] {
  const list = views.map(({ candidate }) => candidate);
  return [
    {
      name: 'candidate',
      head: 'Candidate',
      of: ({ number, name, candidate: { remark }, front }) => ({
        name,
        number,
        tags: [...remark.split(', ').filter((word) => word !== ''), ...when(front, 'on the front')],
      }),
      // Only a page draws the front.
      text: ({ name, candidate: { remark } }) => (remark === '' ? name : `${name} (${remark})`),
    },
    ...when(
      views.some(({ missed }) => missed.length > 0),
      // A screen and a comment have no room for the names of limits.
      column<CandidateView>('met', 'Limits', 'met', ({ missed }) => missed.length === 0, {
        in: ['screen', 'markdown'],
      }),
      column<CandidateView>('missed', 'Misses', 'missed', ({ missed }) => missed.join(', '), {
        in: ['page'],
      }),
    ),
    ...figures
      .filter((name) => list.some(({ figures }) => isMeasured(figures[name])))
      .map((name) =>
        figureColumn<CandidateView>(
          name,
          ({ candidate }) => withoutUnknown(candidate.figures[name]),
          everywhere.includes(name) ? {} : { in: ['page'] },
        ),
      ),
  ];
}

/** A single run has no interval: its figures stay without ±. */
function withoutUnknown(interval: Candidate['figures'][FigureName]) {
  return interval && !Number.isFinite(interval.half_width) ? { ...interval, half_width: 0 } : interval;
}
