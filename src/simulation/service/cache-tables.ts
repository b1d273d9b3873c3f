import { PAGE_BYTES, zipfPopularity } from '../../compute/page-popularity.js';
import { WarmthTable } from '../../compute/warmth-table.js';
import { getOrCreate } from '../../kernel/get-or-create.js';
import type { Scenario } from '../../scenario/scenario.js';
import { readsPages } from '../../workload/load-specification.js';
import { NONE } from '../run/query-table.js';

/** The cache tables of the loads that read pages from one compute, and each load's row in them. */
export interface CacheTables {
  readonly tables: readonly WarmthTable[];
  /** The first load of the scenario that reads pages from it. */
  readonly firstLoad: number;
  /** By load, from that one to the last: its row; {@link NONE} if it reads no pages, or reads from another compute. */
  readonly rowOfLoad: Int32Array;
  /** Total bytes of their pages. */
  readonly working_set_bytes: number;
}

/** A load that reads pages. */
interface Reader {
  readonly index: number;
  readonly pages: number;
  readonly exponent: number;
}

/** The tables of earlier runs are kept for the next one unless there are more than these, at 30 kB each. */
const MAX_KEPT_TABLES = 64;
/** By pages and exponent. */
const known = new Map<string, WarmthTable>();

/**
 * Tabulates the page popularity of every load that reads pages. Loads with equal working sets share a table, and so do
 * runs, since filling one takes up to tens of milliseconds.
 * @returns the tables of each compute, by its name
 */
export function cacheTables(scenario: Scenario): (compute: string) => CacheTables {
  const readers = readersByCompute(scenario);
  if (known.size > MAX_KEPT_TABLES) known.clear();
  return (compute) => tablesOf(readers.get(compute) ?? []);
}

function readersByCompute({ load }: Scenario): ReadonlyMap<string, readonly Reader[]> {
  const readers = new Map<string, Reader[]>();
  load.forEach(({ query, route }, index) => {
    if (!readsPages(query)) return;
    const pages = Math.max(1, Math.ceil(query.working_set_bytes / PAGE_BYTES));
    for (const { compute } of route.targets) {
      getOrCreate(readers, compute, () => []).push({ index, pages, exponent: query.popularity_exponent });
    }
  });
  return readers;
}

function tablesOf(readers: readonly Reader[]): CacheTables {
  const firstLoad = readers[0]?.index ?? 0;
  const lastLoad = readers[readers.length - 1]?.index ?? -1;
  const rowOfLoad = new Int32Array(lastLoad - firstLoad + 1).fill(NONE);
  readers.forEach(({ index }, row) => {
    rowOfLoad[index - firstLoad] = row;
  });
  return {
    tables: readers.map(({ pages, exponent }) =>
      getOrCreate(known, `${pages} ${exponent}`, () => new WarmthTable(zipfPopularity(pages, exponent))),
    ),
    firstLoad,
    rowOfLoad,
    working_set_bytes: readers.reduce((sum, { pages }) => sum + pages * PAGE_BYTES, 0),
  };
}
