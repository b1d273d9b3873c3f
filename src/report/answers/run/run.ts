import { LATENCY_PARTS } from '../../../figures/latency.js';
import { confidenceText } from '../../../scenario/model/assumption.js';
import { partName } from '../../../study/run/latency-quantiles.js';
import type { Summary } from '../../../study/run/summary.js';
import type { Series } from '../../course/course-data.js';
import { column } from '../../document/column.js';
import {
  type Fact,
  type Note,
  notesOn,
  notesPart,
  type Part,
  type Report,
  table,
} from '../../document/report.js';
import { duration, money, number, percent } from '../../figures/figure-text.js';
import { figureAt, summaryFigure } from '../../figures/headline-figures.js';
import { leadingAssumptions } from '../../figures/leading-assumptions.js';
import { monthBasis, priceWords } from '../../figures/month-basis.js';
import type { SavedSummary } from '../../figures/saved-summary.js';
import { type FindingCard, findingCards } from '../../findings/finding-card.js';
import { utcText } from '../../text/iso-time.js';
import { resampled, sparkline } from '../../text/sparkline.js';
import { when } from '../../text/when.js';
import type { AskedScenario } from '../../verdict/asked-scenario.js';
import type { ChangeLimit } from '../../verdict/change-limit.js';
import { runVerdict } from '../../verdict/run-verdict.js';
import { causeParts } from './run-causes.js';
import { computeParts, figuresTable, monthsTable, objectivesTable } from './run-computes.js';
import { errorParts } from './run-errors.js';
import { runFacts } from './run-facts.js';
import { fleetParts } from './run-fleet.js';

/** Maximum number of findings and warnings, and of characters of each; the rest is counted. */
const MAX_LISTED = 10;
const MAX_TEXT = 500;
const SPARKLINE_BARS = 24;

export interface RunContext {
  /** An earlier run to compare with in Markdown. */
  readonly baseline?: SavedSummary | undefined;
  /** The question, for commands that continue from it. */
  readonly asked?: AskedScenario | undefined;
  /** How much figures may change against the earlier run. */
  readonly limits?: readonly ChangeLimit[];
  /** Load and size over the run, which a screen shows with everything that the figures rest on. */
  readonly verbose?: RunCourse | undefined;
  /** Parts for pages only. */
  readonly drawn?: DrawnParts;
}

/** Load and size over a run, all computes together. */
export interface RunCourse {
  /** Width of an interval. */
  readonly width_seconds: number;
  readonly series: Readonly<Record<'queries' | 'size', Series>>;
}

/** Parts of a run for pages only, by their places. */
export type DrawnParts = Readonly<Record<'course' | 'fleet' | 'latency' | 'decisions', readonly Part[]>>;

/** A run: what it costs and why, then what happened. */
export function runReport(summary: Summary, context: RunContext = {}): Report {
  const { asked, verbose, drawn } = context;
  const { start, fleet } = summary;
  const verdict = runVerdict(summary, asked);
  const cards = findingCards(summary, asked, verdict);
  return {
    ...headOf(summary),
    verdict,
    headline: costTitle(summary),
    ...(summary.ci !== undefined && { remark: replicationsRemark(summary) }),
    warnings: shortened(summary.warnings),
    prices_checked_until: summary.prices_checked_until,
    start,
    parts: [
      ...firstParts(summary, cardsParts('findings', cards), drawn),
      // A page has nothing to say of a run without queries.
      ...when(
        drawn === undefined || summary.total.queries.arrived > 0,
        ...fleetParts(summary),
        ...when(fleet !== undefined, ...(drawn?.course ?? [])),
        ...computeParts(summary),
        ...causeParts(summary),
        monthsTable(summary),
        percentilesTable(summary),
        ...(drawn?.latency ?? []),
        ...errorParts(summary),
        figuresTable(summary),
        ...(drawn?.decisions ?? []),
        ...basisParts(summary, verbose),
      ),
    ],
  };
}

/** The parts to see at once: on a page the first plot comes before anything that takes more room. */
function firstParts(summary: Summary, cards: readonly Part[], drawn?: DrawnParts): readonly Part[] {
  const facts = runFacts(summary);
  const objectives = when(summary.slo.length > 0, objectivesTable(summary.slo));
  const headline = { kind: 'facts', id: 'headline', title: 'Headline', facts } as const;
  if (drawn === undefined) return [...cards, ...objectives, headline];
  const [tiles, others] = [true, false].map((set_off) =>
    facts.filter(({ tile = false }) => tile === set_off),
  ) as [Fact[], Fact[]];
  return [
    { ...headline, facts: tiles },
    ...cards,
    ...drawn.fleet,
    ...when(summary.fleet === undefined && summary.total.queries.arrived > 0, ...drawn.course),
    ...objectives,
    {
      kind: 'facts',
      id: 'happened',
      title: 'Events and troubles',
      short: 'Events',
      facts: others,
    },
  ];
}

function headOf(summary: Summary): Pick<Report, 'question' | 'about' | 'title' | 'facts'> {
  const { scenario, replications, start, duration_seconds, plan, seed, fidelity } = summary;
  return {
    question: 'Simulated run',
    about: scenario,
    title: replications === 1 ? 'one run' : `${replications} replications`,
    facts: [
      `${duration(duration_seconds)} from ${utcText(start)}`,
      `plan ${plan.name}`,
      `seed ${seed}`,
      ...when(fidelity !== undefined, 'hybrid'),
    ],
  };
}

/** Findings, and the number of omitted ones. */
export function cardsParts(
  id: string,
  cards: readonly FindingCard[],
  head: Partial<Part> = {},
): readonly Part[] {
  const more = cards.length - MAX_LISTED;
  const shown = cards
    .slice(0, MAX_LISTED)
    .map((card) => ({ ...card, message: card.message.slice(0, MAX_TEXT) }));
  return [
    { ...head, kind: 'cards', id, title: head.title ?? 'Findings', cards: shown },
    notesPart(`more-${id}`, notesOn('', when(more > 0, `and ${more} more findings`))),
  ];
}

function shortened(texts: readonly string[]): readonly string[] {
  const more = texts.length - MAX_LISTED;
  return [
    ...texts.slice(0, MAX_LISTED).map((text) => text.slice(0, MAX_TEXT)),
    ...when(more > 0, `and ${more} more`),
  ];
}

function costTitle({ total, duration_seconds }: Summary): string {
  return monthBasis(duration_seconds).carried
    ? `${money(total.cost_usd_per_month)} a month`
    : `${money(total.cost_usd)} for ${duration(duration_seconds)}`;
}

/** The meaning of the figures' half-widths, and whether the requested precision was reached. */
function replicationsRemark({ ci, replications, precision, slo }: Summary): string {
  const level = percent(ci?.total.cu_hours?.confidence ?? 0);
  const doubt = slo.some(({ clear }) => clear === false) ? '; met? or missed? where it spans the target' : '';
  const intervals = `means of ${replications} replications; ± half of the ${level} interval of the mean${doubt}; curves and decisions are those of the first`;
  if (precision === undefined) return intervals;
  const { relative, reached, figures } = precision;
  const named = figures.map(({ figure }) => figure).join(' and ');
  return reached
    ? `${intervals}; stopped when ${named} ${figures.length > 1 ? 'were' : 'was'} known to ${percent(relative)}`
    : `${intervals}; the precision of ${percent(relative)} was not reached`;
}

/** Durations by their names in `summary.json`. */
const DURATIONS = [
  ['Latency', 'latency_ms'],
  ['Wakes', 'wake_latency_ms'],
  ['Waits for a wake or restart', 'delay_ms'],
  ["Waits in the client's own pool", 'client_pool.wait_ms'],
] as const;

function percentilesTable(summary: Summary): Part {
  type Row = (typeof DURATIONS)[number];
  return table<Row>({
    id: 'latency',
    title: 'Latency and wakes',
    short: 'Latency',
    behind: true,
    in: ['page'],
    rows: DURATIONS.filter(([, path]) => summaryFigure(summary, `total.${path}.mean`) !== null),
    columns: [
      { name: 'duration', head: 'Duration', of: ([name]) => name },
      ...LATENCY_PARTS.map((part) => {
        return column<Row>(part, partName(part), 'milliseconds', ([, path]) =>
          figureAt(summary, `total.${path}.${part}`),
        );
      }),
    ],
  });
}

/** The basis of the figures: folded in Markdown, and on a screen on request. */
function basisParts(summary: Summary, course: RunCourse | undefined): readonly Part[] {
  const { plan, duration_seconds, start, seed, replications } = summary;
  const price = `plan ${plan.name} at ${priceWords(plan.price)}, prices since ${plan.price.from}`;
  const runs = replications === 1 ? 'one run' : `means of ${replications} replications`;
  const assumptions = leadingAssumptions(summary);
  const period = `${duration(duration_seconds)} from ${utcText(start)}, ${price}, seed ${seed}, ${runs}`;
  const notes: readonly Note[] = [
    ...notesOn('Period', [period]),
    ...notesOn('Assumptions', when(assumptions.length > 0, assumptions.map(assumptionText).join('; '))),
  ];
  const hint = 'prints the course of the run and the assumptions';
  return [
    notesPart('basis', notes, {
      title: 'Period, prices and assumptions',
      folded: true,
      in: course === undefined ? ['markdown'] : ['screen', 'markdown'],
    }),
    notesPart('verbose', course === undefined ? notesOn('--verbose', [hint]) : courseNotes(course), {
      in: ['screen'],
    }),
  ];
}

/** An assumption as a screen has it: `wake_latency median 350 ms p99 2 s (low confidence)`. */
function assumptionText({ name, value, confidence }: ReturnType<typeof leadingAssumptions>[number]): string {
  const own = name.startsWith('model.') ? name.slice(6).replaceAll('_', ' ') : name;
  return `${own} ${assumedValue(value)} (${confidenceText(confidence)})`;
}

/** An assumption's value without the marks of YAML: `lognormal median 350ms, p99 2s`. */
export function assumedValue(value: string): string {
  return value.replaceAll(/[{}]/g, '').replaceAll(/:? +/g, ' ').trim();
}

function courseNotes({ width_seconds, series: { queries, size } }: RunCourse): readonly Note[] {
  const row = (about: string, values: Series): Note => {
    const all = values.map((value) => value ?? 0);
    const high = all.reduce((most, value) => Math.max(most, value), 0);
    const low = all.reduce((least, value) => Math.min(least, value), high);
    // Values close to each other would all be full bars.
    const floor = low > high / 2 && low < high ? low : 0;
    const range = floor > 0 ? `${number(low)} to ${number(high)}` : `peak ${number(high)}`;
    // Blanks of a curve are not blanks between words.
    const bars = sparkline(resampled(all, SPARKLINE_BARS), floor).replaceAll(' ', '\u00a0');
    return { about, text: `${bars} ${range} over ${duration(width_seconds)}` };
  };
  return [row('Queries/s', queries), row('CU', size)];
}
