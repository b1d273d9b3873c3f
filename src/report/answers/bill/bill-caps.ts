import type { Bill } from '../../../cost/bill/bill.js';
import type { BudgetCap, Cap } from '../../../cost/bill/caps.js';
import { column } from '../../document/column.js';
import { type Note, notesOn, type Part, table } from '../../document/report.js';
import { dollars, duration } from '../../figures/figure-text.js';
import { utcText } from '../../text/iso-time.js';
import { capAmount } from '../../verdict/quota-words.js';

/** The share of a spending limit at which the first mail is sent. Source: platform changelog, 2026-04-24. */
const FIRST_MAIL = 0.8;

function capEffect({ limit, used_per_month, binds_after_hours, effect, outage_hours }: Cap): string {
  if (binds_after_hours === null) {
    if (effect === 'stops writes') return 'never reached';
    return effect === 'alerts' && used_per_month >= FIRST_MAIL * limit ? 'lasts; a mail at 80 %' : 'lasts';
  }
  const when = `after ${duration(binds_after_hours * 3600)}`;
  if (effect === 'alerts') return `${when}: mails at 80 and 100 %, without a suspension`;
  return effect === 'stops writes'
    ? `${when}: writes fail`
    : `${when}: suspended for ${duration(outage_hours * 3600)}`;
}

/** The caps of a bill against what a month uses, and those that ended within the run. */
export function capParts({ caps, exhausted }: Bill): readonly Part[] {
  if (caps.length === 0) return [];
  return [
    table<Cap>({
      id: 'caps',
      in: ['screen', 'markdown', 'page', 'workbook'],
      rows: caps,
      columns: [
        { name: 'cap', head: 'Cap', of: ({ name }) => name },
        column('limit', 'Limit', 'figure_text', ({ name, limit }) => capAmount(name, limit)),
        column('used', 'A month uses', 'figure_text', ({ name, used_per_month }) =>
          capAmount(name, used_per_month),
        ),
        column('effect', 'In a month', 'figure_text', capEffect),
      ],
      below: notesOn(
        'in the run',
        exhausted.map(({ at, reason }) => `${utcText(at)}: ${reason}`),
        { emphasis: 'bad' },
      ),
    }),
  ];
}

/** The cap that keeps a month within a budget. */
export function budgetNote(budget: BudgetCap): Note {
  const { budget_usd, other_usd, compute_time_seconds: cap, overshoot_usd, why } = budget;
  const late = `usage is checked up to an hour late: ${dollars(overshoot_usd)} at most beyond it`;
  const text =
    cap === null
      ? WITHOUT_CAP[why ?? 'other lines'](dollars(budget_usd), dollars(other_usd))
      : `quota.compute_time_seconds: ${cap} keeps a month within ${dollars(budget_usd)}, ${dollars(other_usd)} of it for the other lines; ` +
        (budget.binds_after_hours === null
          ? 'a month at the mean rate stays below it'
          : `it binds after ${duration(budget.binds_after_hours * 3600)}, and computes are suspended for ${duration(budget.outage_hours * 3600)}`) +
        `; ${late}`;
  return { about: 'budget', text, emphasis: cap === null && why !== 'free' ? 'bad' : 'plain' };
}

/** Why no cap on compute is named, by the budget and what the other lines come to. */
const WITHOUT_CAP: Readonly<
  Record<NonNullable<BudgetCap['why']>, (budget: string, others: string) => string>
> = {
  'other lines': (budget, others) =>
    `no cap on compute keeps a month within ${budget}: the other lines come to ${others}`,
  minimum: (budget) => `no cap on compute keeps a month within ${budget}: the minimum of the plan is more`,
  free: (budget, others) =>
    `no cap is needed for ${budget}: the plan charges nothing for compute, and the other lines come to ${others}`,
};
