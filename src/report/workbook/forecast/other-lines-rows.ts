import type { InvoiceLine } from '../../../cost/bill/invoice.js';
import type { Scenario } from '../../../scenario/scenario.js';
import type { Forecast, QueriesADay } from '../../../study/growth/forecast-result.js';
import {
  COMPUTE,
  otherStretches,
  PREVIEW_COMPUTE,
  type StretchLines,
} from '../../../study/growth/other-lines.js';
import { monthsFrom } from '../../../study/runs/calendar-days.js';
import { BILLING_MONTH_HOURS } from '../../../vendors/invoice-metrics.js';

/** One line of the bill of a stretch of days. */
export interface LineRow {
  readonly stretch: StretchLines;
  /** The bill of compute time of the same days, from 1. */
  readonly bill: number;
  readonly label: string;
  readonly line: InvoiceLine;
  /** In billing units: whatever the load is, and for a day at today's load. */
  readonly at_rest: number;
  readonly per_load: number;
  /** By what the included units of the price book are multiplied: 0 where they count in another line. */
  readonly included_times: number;
}

/** The lines of every bill of a forecast: each is a straight line over the load. */
export function rowsOf(forecast: Forecast, scenario: Scenario, queries: QueriesADay): readonly LineRow[] {
  const months = monthsFrom(scenario.start_epoch_seconds, forecast.months.length);
  const served = (month: number) => forecast.months[month]!.served_share;
  const linesAt = (load: number, of = scenario) => otherStretches(of, months, () => load, queries, served);
  const [idle, standing] = [linesAt(0), linesAt(0, { ...scenario, previews: undefined })];
  const projects = scenario.fleet?.tenants.length ?? 1;
  return linesAt(1).flatMap((stretch, bill) =>
    stretch.lines.flatMap((line, index): readonly LineRow[] => {
      const { label, metric, quantity } = line;
      if (quantity === 0) return [];
      const own = { stretch, bill: bill + 1, line, label, per_load: 0 };
      if (metric === COMPUTE) {
        return [{ ...own, label: PREVIEW_COMPUTE, at_rest: line.billable, included_times: 0 }];
      }
      if (metric !== 'extra_branches_month') {
        const at_rest = idle[bill]!.lines[index]!.quantity;
        const included_times =
          line.included_per === 'organization' ? stretch.share : stretch.share * projects;
        return [{ ...own, at_rest, per_load: (quantity - at_rest) / stretch.days, included_times }];
      }
      const kept = standing[bill]!.lines[index]!;
      const hours = (projects * stretch.days * 24) / BILLING_MONTH_HOURS;
      const more = { ...own, label: 'Extra branches that come and go', included_times: 0 };
      return [
        { ...own, at_rest: kept.quantity, included_times: hours },
        ...(line.billable > kept.billable ? [{ ...more, at_rest: line.billable - kept.billable }] : []),
      ];
    }),
  );
}
