import type { FigureName } from '../../../figures/run-figures.js';
import { type Candidate, type Candidates, paretoFront } from '../../figures/candidate.js';
import { figureText } from '../../figures/named-figure.js';
import { figureElement } from '../markup/figure.js';
import { type Content, html, named } from '../markup/markup.js';
import { figures, type Section, section, type TableColumn, table, words } from '../markup/section.js';
import { frontChart } from './front-chart.js';

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
  const rule = html`<p>A candidate is on the Pareto front if no other is as good in both figures and better in one; means are compared, not their intervals.</p>
`;
  const none = html`<p>Cost and latency were not both measured.</p>
`;
  return section('front', 'Front', 'What more money buys', charts.length > 0 ? [rule, ...charts] : none);
}

/** All candidates with their figures; then those that were not run, with the reason. */
export function candidatesSection(candidates: Candidates, path: FigurePath): Section {
  const { list } = candidates;
  const rows = list
    .map((candidate, index) => ({ candidate, index }))
    .filter(({ candidate }) => candidate.invalid === null);
  const shown = table('Candidates and their figures', columnsOf(list, path), rows, { quiet: true });
  return section('candidates', 'Candidates', 'Candidates', [shown, refused(list)]);
}

interface Row {
  readonly candidate: Candidate;
  readonly index: number;
}

function columnsOf(list: readonly Candidate[], path: FigurePath): readonly TableColumn<Row>[] {
  const settings = [...new Set(list.flatMap((candidate) => Object.keys(candidate.settings)))];
  const names =
    settings.length === 0
      ? [words<Row>('Candidate', ({ candidate }) => named(candidate.name))]
      : settings.map((setting) =>
          words<Row>(html`<code>${setting}</code>`, ({ candidate }) =>
            named(candidate.settings[setting] ?? ''),
          ),
        );
  const cost = COST.find((name) => isMeasured(list, name)) ?? 'cost_usd';
  const front = paretoFront(list, cost, 'latency_p99');
  const measured = SHOWN.filter((name) => isMeasured(list, name)).map((name) =>
    figures<Row>(name, ({ candidate, index }) => {
      const interval = candidate.figures[name];
      return figureElement(path(index, name), interval?.mean, (value) => figureText(name, value), interval);
    }),
  );
  const on = ({ index }: Row) => (front[index] === true ? 'on the front' : '');
  const remarks = [words<Row>('Remark', ({ candidate }) => candidate.remark)];
  const places = [words<Row>('Front', on)];
  const misses = [words<Row>('Misses', ({ candidate }) => candidate.missed.join(', '))];
  return [
    ...names,
    ...measured,
    ...(list.some(({ remark }) => remark !== '') ? remarks : []),
    ...(front.some((each) => each) ? places : []),
    ...(list.some(({ missed }) => missed.length > 0) ? misses : []),
  ];
}

function refused(list: readonly Candidate[]): Content {
  const rows = list.filter(({ invalid }) => invalid !== null);
  if (rows.length === 0) return null;
  const name = words<Candidate>('Candidate', (each) => named(each.name));
  return table('Not run', [name, words<Candidate>('Why', ({ invalid }) => invalid)], rows);
}

function isMeasured(list: readonly Candidate[], name: FigureName): boolean {
  return list.some(({ figures }) => figures[name] !== null && figures[name] !== undefined);
}
