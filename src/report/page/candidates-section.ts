import type { FigureName } from '../../planner/run-figures.js';
import { type Candidate, type Candidates, paretoFront } from '../candidate.js';
import { figureText } from '../named-figure.js';
import { figure } from './figure.js';
import { frontChart } from './front-chart.js';
import { type Content, html, named } from './markup.js';
import { type Section, type TableColumn, table } from './section.js';

/** What candidates are drawn over: cost across, one of the others up. */
const COST: readonly FigureName[] = ['cost_usd_per_month', 'cost_usd'];
const AGAINST: readonly FigureName[] = ['latency_p99', 'delayed_probability'];

/** Figures of the table, where they were measured. */
const SHOWN: readonly FigureName[] = [
  'cost_usd_per_month',
  'cost_usd',
  'cu_hours',
  'latency_mean',
  'latency_p50',
  'latency_p99',
  'delayed_probability',
  'wake_probability',
  'success_rate',
  'availability_time',
  'wakes',
  'resizes',
];

/** Where a candidate's figure stands in the JSON of its command. */
export type FigurePath = (candidate: number, name: FigureName) => string;

/** The Pareto front: what more money buys. */
export function frontSection({ list }: Candidates): Section {
  const cost = COST.find((name) => isMeasured(list, name));
  const charts =
    cost === undefined
      ? []
      : AGAINST.map((name) => frontChart(list, cost, name)).filter((chart) => chart !== null);
  const words = html`<p>A candidate is on the Pareto front if no other is as good in both figures and better in one; means are held against each other, not their intervals.</p>
`;
  return {
    id: 'front',
    short: 'Front',
    title: 'What more money buys',
    content:
      charts.length > 0
        ? [words, ...charts]
        : html`<p>Cost and latency were not both measured.</p>
`,
  };
}

/** All candidates with their figures; then those that were not run, with the reason. */
export function candidatesSection(candidates: Candidates, path: FigurePath): Section {
  const { list } = candidates;
  const rows = list
    .map((candidate, index) => ({ candidate, index }))
    .filter(({ candidate }) => candidate.invalid === null);
  return {
    id: 'candidates',
    short: 'Candidates',
    title: 'Candidates',
    content: [
      table('Candidates and their figures', columnsOf(list, path), rows, { quiet: true }),
      refused(list),
    ],
  };
}

interface Row {
  readonly candidate: Candidate;
  readonly index: number;
}

function columnsOf(list: readonly Candidate[], path: FigurePath): readonly TableColumn<Row>[] {
  const settings = [...new Set(list.flatMap((candidate) => Object.keys(candidate.settings)))];
  const names: readonly TableColumn<Row>[] =
    settings.length === 0
      ? [{ head: 'Candidate', words: true, cell: ({ candidate }) => named(candidate.name) }]
      : settings.map((setting) => ({
          head: html`<code>${setting}</code>`,
          words: true,
          cell: ({ candidate }) => named(candidate.settings[setting] ?? ''),
        }));
  const cost = COST.find((name) => isMeasured(list, name)) ?? 'cost_usd';
  const front = paretoFront(list, cost, 'latency_p99');
  const optional: readonly (readonly [boolean, TableColumn<Row>])[] = [
    [
      list.some(({ remark }) => remark !== ''),
      { head: 'Remark', words: true, cell: ({ candidate }) => candidate.remark },
    ],
    [
      front.some((each) => each),
      { head: 'Front', words: true, cell: ({ index }) => (front[index] === true ? 'on the front' : '') },
    ],
    [
      list.some(({ missed }) => missed.length > 0),
      { head: 'Misses', words: true, cell: ({ candidate }) => candidate.missed.join(', ') },
    ],
  ];
  return [
    ...names,
    ...SHOWN.filter((name) => isMeasured(list, name)).map((name) => ({
      head: name,
      cell: ({ candidate, index }: Row) => {
        const interval = candidate.figures[name];
        return figure(path(index, name), interval?.mean, (value) => figureText(name, value), interval);
      },
    })),
    ...optional.filter(([wanted]) => wanted).map(([, column]) => column),
  ];
}

function refused(list: readonly Candidate[]): Content {
  const rows = list.filter(({ invalid }) => invalid !== null);
  if (rows.length === 0) return null;
  return table(
    'Not run',
    [
      { head: 'Candidate', words: true, cell: ({ name }) => named(name) },
      { head: 'Why', words: true, cell: ({ invalid }) => invalid },
    ],
    rows,
  );
}

function isMeasured(list: readonly Candidate[], name: FigureName): boolean {
  return list.some(({ figures }) => figures[name] !== null && figures[name] !== undefined);
}
