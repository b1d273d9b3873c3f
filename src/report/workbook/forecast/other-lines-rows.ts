import { standingTransfer } from '../../../cost/bill/data-use.js';
import type { InvoiceLine } from '../../../cost/bill/invoice.js';
import { DAY_SECONDS } from '../../../kernel/units.js';
import type { Scenario } from '../../../scenario/scenario.js';
import { factorOn } from '../../../study/growth/forecast-months.js';
import type { Forecast, QueriesADay } from '../../../study/growth/forecast-result.js';
import {
  COMPUTE,
  egressOf,
  otherStretches,
  PREVIEW_COMPUTE,
  type StretchLines,
} from '../../../study/growth/other-lines.js';
import { monthsFrom } from '../../../study/runs/calendar-days.js';
import { BILLING_MONTH_HOURS, GB } from '../../../vendors/invoice-metrics.js';

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

/** The lines of every bill of a forecast. @param growth of a month, as a share */
export function rowsOf(
  forecast: Forecast,
  scenario: Scenario,
  growth: number,
  queries: QueriesADay,
): readonly LineRow[] {
  const { start_epoch_seconds, fleet, data } = scenario;
  const months = monthsFrom(start_epoch_seconds, forecast.months.length);
  const load = (day: number) => factorOn(1 + growth, start_epoch_seconds, day);
  const served = (month: number) => forecast.months[month]!.served_share;
  const stretches = otherStretches(scenario, months, load, queries, served);
  const standing = otherStretches({ ...scenario, previews: undefined }, months, load, queries, served);
  const projects = fleet?.tenants.length ?? 1;
  const egress = egressOf(data, queries);
  const standing_transfer = standingTransfer(data);
  const sent: Readonly<Record<string, { readonly part: number; readonly bytes_per_second: number }>> = {
    public_network_transfer_bytes: {
      part: 1 - data.private_share,
      bytes_per_second: standing_transfer.public,
    },
    private_network_transfer_bytes: {
      part: data.private_share,
      bytes_per_second: standing_transfer.private,
    },
  };
  return stretches.flatMap((stretch, bill) => {
    return stretch.lines.flatMap((line, index): readonly LineRow[] => {
      if (line.quantity === 0) return [];
      const { label, metric } = line;
      const own = { stretch, bill: bill + 1, line, label, per_load: 0 };
      const included_times = line.included_per === 'organization' ? stretch.share : stretch.share * projects;
      const transfer = sent[metric];
      if (metric === COMPUTE) {
        return [
          {
            ...own,
            label: PREVIEW_COMPUTE,
            at_rest: line.billable,
            included_times: 0,
          },
        ];
      }
      if (transfer !== undefined) {
        const gigabytes = (each: number) => (stretch.served * transfer.part * each) / GB;
        const stands = (projects * stretch.days * DAY_SECONDS * transfer.bytes_per_second) / GB;
        const at_rest = queries.fixed * stretch.days * gigabytes(egress.fixed) + stands;
        const per_load = queries.growing * gigabytes(egress.growing);
        return [{ ...own, at_rest, per_load, included_times }];
      }
      if (metric !== 'extra_branches_month') return [{ ...own, at_rest: line.quantity, included_times }];
      const kept = standing[bill]!.lines[index]!;
      const hours = (projects * stretch.days * 24) / BILLING_MONTH_HOURS;
      const more = { ...own, label: 'Extra branches that come and go', included_times: 0 };
      return [
        { ...own, at_rest: kept.quantity, included_times: hours },
        ...(line.billable > kept.billable ? [{ ...more, at_rest: line.billable - kept.billable }] : []),
      ];
    });
  });
}
