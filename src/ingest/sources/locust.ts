import { csvRows } from '../../workload/trace/layout/csv-rows.js';
import type { Source } from '../recording/source.js';

/** locust_stats_history.csv, a row per second: https://docs.locust.io/en/stable/retrieving-stats.html. */
export const locust: Source = {
  name: 'locust',
  form: "Locust's history of statistics",
  unit: 'request',
  recognise: ({ lines }) => /^"?Timestamp"?,"?User Count"?,.*Total Request Count/.test(lines[0] ?? ''),
  lines: (to) => {
    let counted = 0;
    let failed = 0;
    let before: number | undefined;
    return csvRows((row) => {
      const at = Number(row['Timestamp'] || Number.NaN);
      const total = Number(row['Total Request Count'] || Number.NaN);
      if (!Number.isFinite(at) || !Number.isFinite(total)) return false;
      // Rows of single paths add up to this one.
      if (row['Name'] !== 'Aggregated') return true;
      const failures = Number(row['Total Failure Count'] ?? 0);
      if (failures > failed) to.tally('failed requests', failures - failed);
      failed = failures;
      to.count(before ?? at, 1, Math.max(0, total - counted));
      counted = total;
      before = at;
      return true;
    });
  },
};
