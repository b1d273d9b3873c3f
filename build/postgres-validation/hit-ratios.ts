import pg from 'pg';
import { after, type Given, type SeenCounts } from './counts-row.js';

/** Windows for hit ratios, in seconds. */
export const WARM_UP_WINDOWS = [
  [0, 5],
  [5, 15],
  [15, 30],
  [30, 60],
] as const;
/** Tolerated difference of a hit ratio: two percentage points. */
const HIT_RATIO_POINTS = 0.02;

/** The name of a window's hit ratio. */
export function nameOfWindow([from, until]: readonly [number, number]): string {
  return `hit ratio, ${from} to ${until} s`;
}

/**
 * The share of the table's blocks that were found in shared buffers, by window from now on.
 * @param connect returns the URL of the server
 */
export async function hitRatios(
  connect: () => Promise<string> | string,
): Promise<Readonly<Record<string, number>>> {
  const began = performance.now();
  const now = () => (performance.now() - began) / 1000;
  // The counts from creating the table survive a restart.
  const counts = [await blocks(await connect())];
  for (const [, until] of WARM_UP_WINDOWS) {
    await after(until - now());
    counts.push(await blocks(await connect()));
  }
  return Object.fromEntries(
    WARM_UP_WINDOWS.map((bounds, window) => {
      const [hits, reads] = [0, 1].map((place) => counts[window + 1]![place]! - counts[window]![place]!);
      return [nameOfWindow(bounds), hits! / (hits! + reads!)];
    }),
  );
}

/** Hit ratios as figures. */
export function ratioFigures(noted: Given) {
  return Object.fromEntries(
    WARM_UP_WINDOWS.map((bounds) => {
      const name = nameOfWindow(bounds);
      return [name, { value: Number(noted[name]), half_width: HIT_RATIO_POINTS }];
    }),
  );
}

/** Blocks found and not found in shared buffers since the server's counters were reset. */
async function blocks(url: string): Promise<readonly [hits: number, reads: number]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ hits: string; reads: string }>(
      "select heap_blks_hit as hits, heap_blks_read as reads from pg_statio_user_tables where schemaname = 'neap_load' and relname = 'pages'",
    );
    return [Number(rows[0]?.hits ?? 0), Number(rows[0]?.reads ?? 0)];
  } finally {
    await client.end();
  }
}

/** The simulator's settings for a cache of 128 MiB in front of the system's page cache, which has all pages. */
export const SMALL_CACHE =
  'file_cache_per_cu: 128MiB, page_miss_latency: 0s, page_reads_per_second: unlimited';

/** The common part of rows about an empty cache that fills. */
export const WARM_UP_ROW = {
  seconds: 61,
  cpus: 1,
  tables: true,
  load: `load:
  - name: clients
    compute: primary
    rate: 60/s
    query: { cpu: 0s, pages: 50, working_set: 256MiB, popularity: { zipf: 0.8 } }
    connection: { kind: pool, size: 10 }
`,
  figures: ({ noted }: SeenCounts) => ratioFigures(noted),
} as const;
