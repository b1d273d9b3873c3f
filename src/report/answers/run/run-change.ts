import { costFigure } from '../../../figures/cost.js';
import type { Finding } from '../../../findings/finding.js';
import type { ObjectiveName } from '../../../scenario/scenario.js';
import type { Summary } from '../../../study/run/summary.js';
import { column } from '../../document/column.js';
import { notesOn, notesPart, type Part, type Report, table } from '../../document/report.js';
import { type HeadlineFigure, headlineFigures } from '../../figures/headline-figures.js';
import { costPeriod } from '../../figures/month-basis.js';
import type { SavedSummary } from '../../figures/saved-summary.js';
import {
  type FigureChange,
  hasChanged,
  MIN_NOTABLE_SHARE,
  type SummaryDifference,
  summaryDifference,
} from '../../figures/summary-difference.js';
import { findingCards } from '../../findings/finding-card.js';
import { when } from '../../text/when.js';
import { heldChanges } from '../../verdict/change-limit.js';
import { changeVerdict, costChange, costOf, costPath } from '../../verdict/change-verdict.js';
import { changeColumns, changeWords } from '../figure-changes.js';
import { cardsParts, type RunContext } from './run.js';
import { objectivesTable } from './run-computes.js';

/** Computes whose cost changed that are shown; the rest is counted. */
const MAX_CHANGED = 8;

/** Figures that may be in sight; the others are always folded. */
const IN_SIGHT: ReadonlySet<string> = new Set(
  [
    'cu_hours',
    'wakes',
    'restarts',
    'queries.arrived',
    'queries.failed',
    'delayed_probability',
    'latency_ms.p50',
    'latency_ms.p99',
    'availability.time',
    'overload.seconds',
    'connections.refused',
    'connections.dropped',
  ].map((path) => `total.${path}`),
);

const SINGLE_RUNS =
  'each side is one run, so chance may explain small changes; --replications 5 in both shows it';

/** A run against an earlier one: the change of cost, and what else changed by more than chance. */
export function changeReport(
  report: Report,
  summary: Summary,
  { baseline, asked, limits = [] }: RunContext & { readonly baseline: SavedSummary },
): Report {
  const difference = summaryDifference(summary, baseline);
  const { figures, doubts } = difference;
  const known = new Set((baseline.findings ?? []).map(findingKey));
  const some = (is_new: boolean) => {
    const findings = (summary.findings ?? []).filter((each) => known.has(findingKey(each)) !== is_new);
    return findingCards({ findings }, asked);
  };
  const headline = new Set<HeadlineFigure>(headlineFigures(summary));
  const headlines = figures.filter(({ figure }) => headline.has(figure));
  const cost = costPath(summary);
  const isFirst = (change: FigureChange) =>
    (IN_SIGHT.has(change.figure.path) || change.figure.path === cost) && hasChanged(change);
  const changed = headlines.filter(isFirst);
  const isSingle = figures.every(({ half_width }) => half_width === undefined);
  const before = some(false);
  // Figures that have not changed are behind those that have.
  const rest = report.parts.filter(({ id }) => !['findings', 'objectives', 'figures'].includes(id));
  return {
    ...report,
    headline: costChange(costOf(figures, summary)),
    verdict: changeVerdict(summary, difference, heldChanges(limits, summary, baseline), asked),
    parts: [
      notesPart('doubts', notesOn('Not the same question', when(doubts.length > 0, doubts.join('; ')), LOUD)),
      ...when(some(true).length > 0, ...cardsParts('new-findings', some(true), { title: 'New findings' })),
      changeTable('changed', changed),
      ...computesTable(summary, baseline),
      changedObjectives(summary, difference),
      notesPart(
        'signs',
        changed.length === 0
          ? notesOn('', ['no figure changed beyond chance'], LOUD)
          : notesOn('Bold', [`worse${isSingle ? `; ${SINGLE_RUNS}` : ''}`], LOUD),
      ),
      {
        ...changeTable(
          'other',
          headlines.filter((change) => !isFirst(change)),
        ),
        title: 'Other figures',
      },
      ...when(
        before.length > 0,
        ...cardsParts('old-findings', before, { ...FOLDED, title: 'Findings as before' }),
      ),
      ...rest.map(
        (part): Part => (part.id === 'headline' ? { ...part, ...FOLDED, title: 'This run' } : part),
      ),
    ],
  };
}

const LOUD = { emphasis: 'plain' } as const;
const FOLDED = { folded: true } as const;

function findingKey({ id, place }: Finding): string {
  return `${id} ${place.section} ${place.name}`;
}

/** Objectives that are missed, lost or gained. */
function changedObjectives({ slo }: Summary, { lost, gained }: SummaryDifference): Part {
  const markOf = (objective: ObjectiveName) =>
    lost.includes(objective) ? ', lost' : gained.includes(objective) ? ', gained' : '';
  const shown = slo.filter(({ objective, met }) => !met || markOf(objective) !== '');
  return objectivesTable(shown, ({ objective }) => markOf(objective));
}

function changeTable(id: string, rows: readonly FigureChange[]): Part {
  const columns = changeColumns({ before: 'before', now: 'now' });
  return table<FigureChange>({ id, folded: id === 'other', in: ['markdown'], rows, columns });
}

/** Cost and p99 of each compute whose cost changed by more than chance, the greatest change first; nothing for one compute. */
function computesTable(summary: Summary, baseline: SavedSummary): readonly Part[] {
  const { each } = costPeriod(summary);
  const cost = costFigure(summary.duration_seconds);
  const byName = ({ computes = [], ci }: Pick<SavedSummary, 'computes' | 'ci'>) =>
    new Map(computes.map((one, place) => [one.name, { one, ci: ci?.computes[place]?.[cost] ?? undefined }]));
  const [ofNow, ofBefore] = [byName(summary), byName(baseline)];
  const names = [...new Set([...ofNow.keys(), ...ofBefore.keys()])];
  if (names.length < 2 || ofBefore.size === 0) return [];
  const rows = names.map((name) => {
    const [now, before] = [ofNow.get(name), ofBefore.get(name)];
    const usd = before?.one[cost] ?? 0;
    const half_width = now?.ci && before?.ci && Math.hypot(now.ci.half_width, before.ci.half_width);
    const change = { unit: 'usd', difference: (now?.one[cost] ?? 0) - usd, before: usd, half_width } as const;
    return { name, now: now?.one, before: before?.one, change };
  });
  const changed = rows
    .filter(
      ({ change: { difference, half_width = 0, before } }) =>
        Math.abs(difference) > Math.max(half_width, MIN_NOTABLE_SHARE * before),
    )
    .toSorted((a, b) => Math.abs(b.change.difference) - Math.abs(a.change.difference));
  return [
    table<(typeof rows)[number]>({
      id: 'changed-computes',
      in: ['markdown'],
      rows: changed,
      max_rows: MAX_CHANGED,
      rest: 'that change less',
      columns: [
        { name: 'compute', head: `Cost ${each}`, of: ({ name }) => ({ name }) },
        column('before', 'before', 'usd', ({ before }) => before?.[cost]),
        column('now', 'now', 'usd', ({ now }) => now?.[cost]),
        column(
          'change',
          'change',
          'figure_text',
          ({ now, before, change }) =>
            now === undefined ? 'removed' : before === undefined ? 'new' : changeWords(change),
          { strong: ({ now, before, change }) => !!now && !!before && change.difference > 0 },
        ),
        column('p99_before', 'p99 before', 'milliseconds', ({ before }) => before?.latency_ms.p99),
        column('p99_now', 'p99 now', 'milliseconds', ({ now }) => now?.latency_ms.p99),
      ],
    }),
  ];
}
