import { FIGURE_LABELS, type FigureName } from '../../../../figures/run-figures.js';
import type { Candidate } from '../../../figures/candidate.js';
import { counted } from '../../../figures/figure-text.js';
import { meanElement } from '../../markup/figure.js';
import { type Content, html, htmlLine, named } from '../../markup/markup.js';
import { type Section, section } from '../../markup/section.js';
import { figures, type TableColumn, table, words } from '../../markup/table.js';
import { type CandidateView, isMeasured, type Judged, nameOf } from './candidate-view.js';

/** Figures of the table besides the cost and what is limited, where they were measured. */
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
/** Rows of it on paper. */
const PAPER_ROWS = 15;

/** Where a candidate's figure stands in the JSON of its command. */
export type FigurePath = (candidate: number, name: FigureName) => string;

/** All candidates with their figures; then those that were not run, with the reason. */
export function candidatesSection(list: readonly Candidate[], judged: Judged, path: FigurePath): Section {
  const { views } = judged;
  const refused = list.filter(({ invalid }) => invalid !== null);
  const counts = [
    `${counted(views.length, 'setting')} run`,
    ...(refused.length > 0
      ? [`${counted(refused.length, 'more', 'more')} not run, with the reasons below`]
      : []),
  ];
  return section('candidates', 'Candidates', 'Candidates', [
    htmlLine`<p>${counts.join('; ')}. The cheapest comes first; a heading sorts.${
      views.some(({ comparable }) => !comparable) &&
      ' Figures of settings with fewer runs are means of those runs alone, and only roughly comparable with the others.'
    }</p>`,
    table('Candidates and their figures', columnsOf(list, judged, path), views, {
      quiet: true,
      sortable: true,
      ...(views.length > 8 ? { searched: 'candidates' } : {}),
      paper_rows: PAPER_ROWS,
    }),
    refusedTable(refused),
  ]);
}

function columnsOf(
  list: readonly Candidate[],
  { cost, constraints, views }: Judged,
  path: FigurePath,
): readonly TableColumn<CandidateView>[] {
  const shown = [...new Set<FigureName>([cost, ...constraints.map(({ figure }) => figure), ...SHOWN])];
  const measured = shown
    .filter((name) => isMeasured(list, name))
    .map((name) =>
      figures<CandidateView>(FIGURE_LABELS[name], ({ candidate, index }) =>
        meanElement(path(index, name), name, withoutUnknown(candidate.figures[name])),
      ),
    );
  const misses = words<CandidateView>(
    'Misses',
    ({ missed }) => html`<span class="verdict bad">${missed.join(', ')}</span>`,
  );
  const runs = figures<CandidateView>('Runs', ({ candidate }) => String(candidate.runs ?? ''));
  return [
    words<CandidateView>('Candidate', nameCell, ({ number }) => number),
    ...(views.some(({ missed }) => missed.length > 0) ? [misses] : []),
    ...measured,
    ...(views.some(({ candidate }) => candidate.runs !== undefined) ? [runs] : []),
  ];
}

/** Of a single run nothing is known of the spread: its figures stand alone. */
function withoutUnknown(interval: Candidate['figures'][FigureName]) {
  return interval && !Number.isFinite(interval.half_width) ? { ...interval, half_width: 0 } : interval;
}

/** The number, the settings in words, and what they stand out by. */
function nameCell({ number, name, candidate, front }: CandidateView): Content {
  const chips = [
    ...candidate.remark.split(', ').filter((word) => word !== ''),
    ...(front ? ['on the front'] : []),
  ];
  return [
    html`<span class="number">${number}</span> `,
    named(name),
    chips.map((chip) => html` <span class="chip ${chip.replaceAll(' ', '-')}">${chip}</span>`),
  ];
}

function refusedTable(rows: readonly Candidate[]): Content {
  if (rows.length === 0) return null;
  const columns = [
    words<Candidate>('Candidate', (each) => named(nameOf(each))),
    words<Candidate>('Why it was not run', ({ invalid }) => invalid),
  ];
  return htmlLine`<details><summary>Settings that were not run (${rows.length})</summary>
${table('Settings that were not run', columns, rows, { quiet: true, sortable: true })}</details>`;
}
