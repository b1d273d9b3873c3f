import type { PolicySide } from '../../compute/policy/own-policies.js';
import { FIGURE_LABELS } from '../../figures/run-figures.js';
import type { Scenario } from '../../scenario/scenario.js';
import type { PolicyComparison, PolicyRow, SideComparison } from '../../study/policies/policy-comparison.js';
import type { Mark, Plot } from '../document/plot.js';
import { type Note, notesOn, notesPart, type Part, type Report, table } from '../document/report.js';
import { onFront, runWords } from '../figures/candidate.js';
import { duration, milliseconds, money, percent } from '../figures/figure-text.js';
import { when } from '../text/when.js';
import type { AskedScenario } from '../verdict/asked-scenario.js';
import { policiesVerdict } from '../verdict/policies-verdict.js';
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
    parts: [...sides.flatMap(sideParts), policiesTable(comparison)],
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
    ...notesOn(
      'costs least',
      when(
        side === 'suspend',
        'of the rows that do not know the future, in this run, if a wake is worth this much running time; - nowhere',
      ),
    ),
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

/** The kind of a policy, in addition to its name. */
function policyTags({ own, foresight, offered }: PolicyRow): readonly string[] {
  return [
    ...when(own, 'today'),
    ...when(foresight, 'knows the future'),
    ...when(!foresight && !offered, 'not offered'),
  ];
}
