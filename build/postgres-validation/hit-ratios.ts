import pg from 'pg';
import { after, type Given, type SeenCounts } from './counts-row.js';

/** Windows in which hit ratios are taken, in seconds. */
export const WARM_UP_WINDOWS = [
  [0, 5],
  [5, 15],
  [15, 30],
  [30, 60],
] as const;
/** How far a hit ratio may be off: two points. */
const HIT_RATIO_POINTS = 0.02;

/** What a window's hit ratio is called. */
export function nameOfWindow([from, until]: readonly [number, number]): string {
  return `hit ratio, ${from} to ${until} s`;
}

/**
 * The share of blocks of the load's table that were found among the buffers, by window from now on.
 * @param connect the URL of the server
 */
export async function hitRatios(
  connect: () => Promise<string> | string,
): Promise<Readonly<Record<string, number>>> {
  const began = performance.now();
  const now = () => (performance.now() - began) / 1000;
  // What making the table has counted outlives a restart.
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

/** Blocks that were found among the buffers, and those that were not, since the server's counts began. */
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

/** What the simulator is told of a cache of 128 MiB in front of the system's own, which has all pages. */
export const SMALL_CACHE =
  'file_cache_per_cu: 128MiB, page_miss_latency: 0s, page_reads_per_second: unlimited';

/** What rows about an empty cache that fills have in common. */
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
