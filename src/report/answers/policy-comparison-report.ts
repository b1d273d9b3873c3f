import type { PolicySide } from '../../scenario/policy/own-policies.js';
import type {
  PolicyComparison,
  PolicyRow,
  SettingRow,
  SideComparison,
} from '../../study/policies/policy-comparison.js';
import { runWords } from '../figures/candidate.js';
import { duration } from '../figures/figure-text.js';
import type { Note, ReportBlock, TextReport } from '../text/text-report.js';
import { firstOfEachSide, isOffered } from '../verdict/policies-verdict.js';
import { markedName, POLICY_COLUMNS } from './policy-comparison-columns.js';
import { wakeFrontBlock } from './wake-front-block.js';

/** What the policies of a side are called. */
export const SIDE_TITLES: Readonly<Record<PolicySide, string>> = {
  size: 'Size policies',
  suspend: 'Suspension policies',
};

/** The comparison, a table for each side. */
export function policyComparisonReport(comparison: PolicyComparison): TextReport {
  const { scenario, sides, front, warnings = [] } = comparison;
  return {
    title: `${scenario}: ${runWords(comparison)}`,
    blocks: [...firstOfEachSide(sides).map(sideBlock), ...(front === null ? [] : [wakeFrontBlock(front)])],
    warnings,
  };
}

function sideBlock(comparison: SideComparison): ReportBlock {
  const { side, nothing_to_decide, rows, settings } = comparison;
  const title = SIDE_TITLES[side];
  if (nothing_to_decide !== null)
    return { title, notes: [{ about: 'not compared', text: nothing_to_decide, emphasis: 'plain' }] };
  const columns = POLICY_COLUMNS[side];
  return {
    title,
    table: {
      head: ['policy', ...columns.map(({ name }) => name)],
      headings: ['policy', ...columns.map(({ heading }) => heading)],
      rows: [
        ...settings.map(asRow).map((row) => [row.policy, ...columns.map(({ cell }) => cell(row))]),
        ...rows.map((row) => [
          `${markedName(row)}${isWhatIf(row, side) ? ' ‡' : ''}`,
          ...columns.map(({ cell }) => cell(row)),
        ]),
      ],
      gap: 1,
    },
    notes: policyNotes(comparison),
  };
}

/** A setting of the platform's own policy as a row beside the policies. */
function asRow(setting: SettingRow): PolicyRow {
  return { ...setting, policy: setting.setting, own: false, foresight: false };
}

function isWhatIf(row: PolicyRow, side: PolicySide): boolean {
  return !row.foresight && !isOffered(row, side);
}

/** What a reader has to know about a table of policies. */
function policyNotes(comparison: SideComparison): readonly Note[] {
  const { rows, own_choice, side, wake_cost_seconds } = comparison;
  const own = own_choice === null ? 'what the scenario says' : `what the scenario says: ${own_choice}`;
  const yardstick = 'knows the future of the run: a yardstick that cannot be deployed';
  return [
    { about: '*', text: own },
    ...(rows.some(({ foresight }) => foresight) ? [{ about: '†', text: yardstick }] : []),
    ...(rows.some((row) => isWhatIf(row, side))
      ? [{ about: '‡', text: 'a what-if: the platform does not offer this policy' }]
      : []),
    {
      about: 'all rows',
      text: 'the same arrivals with the same demands; policies with their default parameters',
    },
    {
      about: 'above oracle',
      text:
        side === 'size'
          ? 'CU-hours; a policy below the oracle, or close to it, pays in saturated time and latency'
          : `hours of running a day, each wake counted as ${duration(wake_cost_seconds ?? 0)} of running`,
    },
  ];
}
