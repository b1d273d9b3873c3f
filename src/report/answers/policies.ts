import type { PolicySide } from '../../compute/policy/own-policies.js';
import { FIGURE_LABELS } from '../../figures/run-figures.js';
import type { Scenario } from '../../scenario/scenario.js';
import type { PolicyComparison, PolicyRow, SideComparison } from '../../study/policies/policy-comparison.js';
import type { FrontPoint } from '../../study/policies/wake-front.js';
import { column, type NameCell } from '../document/column.js';
import type { Mark, Plot } from '../document/plot.js';
import { type Note, notesOn, notesPart, type Part, type Report, table } from '../document/report.js';
import { onFront, runWords } from '../figures/candidate.js';
import { duration, milliseconds, money, percent } from '../figures/figure-text.js';
import { when } from '../text/when.js';
import type { AskedScenario } from '../verdict/asked-scenario.js';
import { firstOfEachSide, policiesVerdict } from '../verdict/policies-verdict.js';
import { FRONT_KEY, frontPanel, MIN_POINTS } from './candidates/curve-panel.js';
import { policiesTable, sideColumns } from './policies-table.js';

const TITLES: Readonly<Record<PolicySide, string>> = {
  size: 'Size policies',
  suspend: 'Suspension policies',
};

/** The figure that users notice: the share that waits for a wake, or the latency of the slowest. */
const FELT = {
  size: { label: FIGURE_LABELS.latency_p99, of: 'latency_p99_ms', text: milliseconds },
  suspend: { label: FIGURE_LABELS.delayed_probability, of: 'delayed_probability', text: percent },
} as const;

/**
 * The report of a scenario under every policy.
 * @param scenario if it is missing, the verdict names no command
 */
export function policiesReport(
  comparison: PolicyComparison,
  scenario?: Scenario,
  asked?: AskedScenario,
): Report {
  const { scenario: about, sides, start, warnings = [] } = comparison;
  return {
    question: 'Policies',
    about,
    title: 'policies compared',
    facts: [runWords(comparison)],
    verdict: policiesVerdict(comparison, scenario, asked),
    remark:
      'all policies ran once, with the same arrivals and demands and with their default parameters; small differences may be chance',
    warnings,
    start,
    parts: [
      ...firstOfEachSide(sides).flatMap(sideParts),
      ...frontParts(comparison),
      policiesTable(comparison),
    ],
  };
}

function sideParts(comparison: SideComparison): readonly Part[] {
  const { side, nothing_to_decide, rows: policies, settings } = comparison;
  const title = TITLES[side];
  if (nothing_to_decide !== null) {
    const notes = notesOn('not compared', [nothing_to_decide], { emphasis: 'plain' });
    return [notesPart(side, notes, { title })];
  }
  // Settings are those of the platform's own policy.
  const rows: readonly PolicyRow[] = [
    ...settings.map((each) => {
      return { ...each, policy: each.setting, own: false, foresight: false, offered: true };
    }),
    ...policies,
  ];
  return [
    ...when(policies.length >= MIN_POINTS, {
      kind: 'plot' as const,
      id: side,
      title,
      plot: pointsPlot(policies, side),
    }),
    table<PolicyRow>({
      id: `${side}-policies`,
      ...(policies.length < MIN_POINTS && { title }),
      caption: title,
      in: ['screen', 'markdown', 'page'],
      rows,
      columns: [
        { name: 'policy', head: 'Policy', of: (row) => ({ name: row.policy, tags: policyTags(row) }) },
        ...sideColumns(side),
      ],
      below: sideNotes(comparison),
    }),
  ];
}

/** Remarks for readers of a table of policies. */
function sideNotes({ own_choice, side, wake_cost_seconds }: SideComparison): readonly Note[] {
  const above =
    side === 'size'
      ? 'CU-hours; a policy below the oracle, or close to it, pays in saturated time and latency'
      : `hours of running per day, each wake counted as ${duration(wake_cost_seconds ?? 0)} of running`;
  return [
    ...notesOn('today', when(own_choice !== null, own_choice ?? '')),
    ...notesOn('above oracle', [above]),
  ];
}

/** Policies by cost against what users feel. */
function pointsPlot(rows: readonly PolicyRow[], side: PolicySide): Plot {
  const felt = FELT[side];
  const placed = rows.flatMap((row) => {
    const y = row[felt.of];
    return y === null ? [] : [{ row, x: row.cost_usd, y }];
  });
  // A policy that cannot be deployed is not an answer, and does not shape the front.
  const able = placed.map((each) => (each.row.foresight ? undefined : each));
  const front = onFront(able);
  const marks = placed.map(({ row, x, y }, place): Mark => {
    const names = row.own ? [`${row.policy} (today)`, row.policy] : [row.policy];
    return {
      x,
      y,
      names,
      tip: [
        names[0]!,
        `cost ${money(x)}`,
        `${felt.label} ${felt.text(y)}`,
        ...when(row.foresight, 'knows the future of the run'),
      ],
      kinds: [
        ...when(front[place] === true, 'front'),
        ...when(row.own, 'remarkable'),
        ...when(row.foresight, 'faint'),
      ],
    };
  });
  return {
    id: `points-${side}`,
    title: `${felt.label} against cost`,
    keys: [
      FRONT_KEY,
      { kind: 'dot-plain', text: 'others' },
      { kind: 'dot-faint', text: 'knows the future of the run: a yardstick that cannot be deployed' },
    ],
    panels: [
      frontPanel({ label: 'Cost of the run', text: money }, { label: felt.label, text: felt.text }, marks),
    ],
  };
}

/** The suspension policies by what a wake is worth: which of them costs least, and when. */
function frontParts({ front }: PolicyComparison): readonly Part[] {
  if (front === null) return [];
  const { wake_costs_seconds: worths, points } = front;
  const isSeveral = worths.length > 1;
  return [
    table<FrontPoint>({
      id: 'worth',
      title: 'Suspension policies by what a wake is worth',
      short: 'What a wake is worth',
      in: ['screen', 'markdown', 'page'],
      rows: points,
      columns: [
        { name: 'policy', head: 'Policy', of: (point) => nameOf(point, isSeveral) },
        column('least_at', 'Costs least at', 'figure_text', rangeText),
        column('running', 'Running, h a day', 'number', (point) => point.running_hours_per_day),
        column('wakes', 'Wakes a day', 'number', (point) => point.wakes_per_day),
        column('delayed', FIGURE_LABELS.delayed_probability, 'share', (point) => point.delayed_probability),
        ...(isSeveral ? worths : []).map((worth, index) =>
          column<FrontPoint>(
            `regret_${index}`,
            `Above the oracle, h a day, at ${duration(worth)}`,
            'number',
            (point) => point.regret_hours_per_day[index],
          ),
        ),
      ],
      below: [
        ...notesOn('costs least', [
          'of these policies, in this run, if a wake is worth this much running time: running time + that for each wake; - nowhere',
        ]),
        ...notesOn(
          'above oracle',
          when(
            isSeveral,
            `each compared with the oracle that was given the same worth; a time after a name is what the policy was given, and the table above is for ${duration(worths[0]!)}`,
          ),
        ),
      ],
    }),
  ];
}

/** The kind of a policy, in addition to its name. */
function policyTags({ own, foresight, offered }: PolicyRow): readonly string[] {
  return [
    ...when(own, 'today'),
    ...when(foresight, 'knows the future'),
    ...when(!foresight && !offered, 'not offered'),
  ];
}

function nameOf({ policy, own, wake_cost_seconds }: FrontPoint, isSeveral: boolean): NameCell {
  const given = isSeveral && wake_cost_seconds !== null ? ` ${duration(wake_cost_seconds)}` : '';
  return { name: `${policy}${given}`, tags: when(own, 'today') };
}

function rangeText({ least_cost_from_seconds: from, least_cost_to_seconds: to }: FrontPoint): string {
  if (from === null) return '-';
  if (to === null) return from === 0 ? 'any worth' : `${duration(from)} and more`;
  return from === 0 ? `up to ${duration(to)}` : `${duration(from)} to ${duration(to)}`;
}
