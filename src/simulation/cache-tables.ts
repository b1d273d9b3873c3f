import { PAGE_BYTES, zipfPopularity } from '../compute/page-popularity.js';
import { WarmthTable } from '../compute/warmth-table.js';
import { readsPages } from '../scenario/reads-pages.js';
import type { Scenario } from '../scenario/scenario.js';
import { goesTo } from '../workload/load-specification.js';
import { NONE } from './query-table.js';

/** The cache tables of the loads that read pages from one compute, and each load's row in them. */
export interface CacheTables {
  readonly tables: readonly WarmthTable[];
  /** By load of the scenario; {@link NONE} for one that reads no pages, or from another compute. */
  readonly rowOfLoad: Int32Array;
  /** Bytes of all their pages together. */
  readonly working_set_bytes: number;
}

/** Tabulates the page popularity of every load that reads pages from the named compute. */
export function cacheTables(scenario: Scenario, compute: string): CacheTables {
  const tables: WarmthTable[] = [];
  let working_set_bytes = 0;
  const rowOfLoad = new Int32Array(scenario.load.length).fill(NONE);
  scenario.load.forEach((load, index) => {
    if (!goesTo(load, compute) || !readsPages(load.query)) return;
    const pages = Math.max(1, Math.ceil(load.query.working_set_bytes / PAGE_BYTES));
    rowOfLoad[index] = tables.length;
    working_set_bytes += pages * PAGE_BYTES;
    tables.push(new WarmthTable(zipfPopularity(pages, load.query.popularity_exponent)));
  });
  return { tables, rowOfLoad, working_set_bytes };
}
