import type { PolicySide } from '../../../../scenario/policy/own-policies.js';
import type {
  PolicyComparison,
  PolicyRow,
  SideComparison,
} from '../../../../study/policies/policy-comparison.js';
import { POLICY_COLUMNS } from '../../../answers/policy-comparison-columns.js';
import { SIDE_TITLES } from '../../../answers/policy-comparison-report.js';
import { milliseconds, money, percent } from '../../../figures/figure-text.js';
import { firstOfEachSide } from '../../../verdict/policies-verdict.js';
import { type ScatterPoint, scatter } from '../../charts/scatter.js';
import { figureElement } from '../../markup/figure.js';
import { type Content, html, htmlLine, named } from '../../markup/markup.js';
import { type Section, section } from '../../markup/section.js';
import { figures, table, words } from '../../markup/table.js';

/** What users feel of each side: the share that waits for a wake, or the time that the slowest take. */
const FELT = {
  size: { label: 'Latency, 99th percentile', of: 'latency_p99_ms', text: milliseconds },
  suspend: {
    label: 'Queries that waited for a wake or restart',
    of: 'delayed_probability',
    text: percent,
  },
} as const;

/** A section for each side: its policies drawn by cost against what users feel, and all figures. */
export function sideSections({ sides }: PolicyComparison): readonly Section[] {
  return firstOfEachSide(sides).map((each) => {
    const title = SIDE_TITLES[each.side];
    return section(each.side, title, title, sideContent(each, sides.indexOf(each)));
  });
}

/** @param place among the sides of the comparison */
function sideContent(comparison: SideComparison, place: number): Content {
  const { side, nothing_to_decide, own_choice, rows } = comparison;
  if (nothing_to_decide !== null) return htmlLine`<p>Not compared: ${nothing_to_decide}.</p>`;
  const felt = FELT[side];
  return [
    scatter({
      id: `policies-${side}`,
      title: `${felt.label} against cost`,
      across: { label: 'Cost of the run', text: money, limits: [] },
      up: { label: felt.label, text: felt.text, limits: [] },
      points: pointsOf(rows, side),
      keys: html`<span>dotted: knows the future of the run, a yardstick that cannot be deployed</span> `,
    }),
    table(
      `${SIDE_TITLES[side]} and their figures`,
      [
        words<PolicyRow>(
          'Policy',
          (row) => nameCell(row),
          ({ policy }) => policy,
        ),
        ...POLICY_COLUMNS[side].map(({ name, cell, figure }) =>
          figures<PolicyRow>(name, (row, index) =>
            figureElement(`sides.${place}.rows.${index}.${figure}`, row[figure], () => cell(row)),
          ),
        ),
      ],
      rows,
      { quiet: true, sortable: true },
    ),
    htmlLine`<p class="note">Above the oracle: ${
      side === 'size'
        ? 'CU-hours; a policy below the oracle, or close to it, pays in saturated time and latency'
        : 'hours of running a day, each wake counted as running time'
    }.${own_choice === null ? '' : ` The scenario itself says: ${own_choice}.`}</p>`,
  ];
}

function nameCell({ policy, own, foresight }: PolicyRow): Content {
  return [
    named(policy),
    own ? html` <span class="chip today">the scenario’s own</span>` : null,
    foresight ? html` <span class="chip">knows the future</span>` : null,
  ];
}

function pointsOf(rows: readonly PolicyRow[], side: PolicySide): readonly ScatterPoint[] {
  const felt = FELT[side];
  const placed = rows.flatMap((row) => {
    const y = row[felt.of];
    return y === null ? [] : [{ row, x: row.cost_usd, y }];
  });
  // What cannot be deployed is no answer, and takes nothing from the front.
  const able = placed.filter(({ row }) => !row.foresight);
  return placed.map(({ row, x, y }): ScatterPoint => {
    const beaten = able.some((other) => other.x <= x && other.y <= y && (other.x < x || other.y < y));
    const names = row.own ? [`${row.policy} (the scenario’s own)`, row.policy] : [row.policy];
    return {
      x,
      y,
      names,
      lines: [
        names[0]!,
        `cost ${money(x)}`,
        `${felt.label} ${felt.text(y)}`,
        ...(row.foresight ? ['knows the future of the run'] : []),
      ],
      front: !row.foresight && !beaten,
      remarkable: row.own,
      missed: false,
      apart: row.foresight,
    };
  });
}
