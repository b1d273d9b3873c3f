import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { ingest } from '../../src/ingest/ingest.js';

/** Files written by real programs: see real/README.md. */
const FOLDER = fileURLToPath(new URL('real/', import.meta.url));

/** An independent count of the queries in a file. */
const countIn = (file: string, pattern: RegExp) => {
  const bytes = readFileSync(`${FOLDER}${file}`);
  const text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString();
  return [...text.matchAll(pattern)].length;
};
const LINES = /.+\n/g;
const QUERIES = /duration: [\d.]+ ms {2}(?:statement|execute)/g;

async function read(...files: readonly string[]) {
  const paths = files.map((file) => `${FOLDER}${file}`);
  const { imported } = await ingest(paths, { queries_per_request: 1, vcpu: undefined });
  const { traffic } = imported.loads[0]!;
  if (traffic.kind === 'rate') throw new Error('expected a recording');
  return { total: traffic.readings[0]!.total, imported };
}

it.each([
  ['nginx-combined.log', LINES],
  ['nginx-json.log', LINES],
  ['apache-common.log', LINES],
  ['apache-vhost.log', LINES],
  ['haproxy-http.log', LINES],
  ['caddy.json.gz', LINES],
  ['results.jtl', /^\d{13},.*,http:/gm],
  ['postgresql.log.gz', QUERIES],
  ['postgresql.csv.gz', QUERIES],
  ['postgresql.json.gz', QUERIES],
  ['postgresql-queryid.log.gz', QUERIES],
  ['squid.log', LINES],
  ['squid-common.log', LINES],
  ['traefik.log', LINES],
  ['cloudflare.log', LINES],
  ['iis.log.gz', /^[^#].*$/gm],
  ['haproxy-syslog.log', / \d+(?:\/\d+){4} \d{3} /g],
  ['otlp-trace.json.gz', /"spanId"/g],
  ['pgbench.log', LINES],
])('%s has as many queries as an independent count finds', async (file, pattern) => {
  expect((await read(file)).total).toBe(countIn(file, pattern));
});

it('three logs of one PostgreSQL server contain the same load', async () => {
  const logs = await Promise.all(['log', 'csv', 'json'].map((form) => read(`postgresql.${form}.gz`)));
  const means = logs.map(({ imported }) => imported.loads[0]!.cpu!.mean_seconds);
  expect(means[1]).toBeCloseTo(means[0]!, 9);
  expect(means[2]).toBeCloseTo(means[0]!, 9);
});

it.each(['bz2', 'xz'])('a file packed as .%s is unpacked', async (packing) => {
  expect((await read(`postgresql.log.${packing}`)).total).toBe(countIn('postgresql.log.gz', QUERIES));
});

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0);
const column = (file: string, place: number, separator = /[\s|;]+/) =>
  readFileSync(`${FOLDER}${file}`, 'utf8')
    .split('\n')
    .map((line) => Number(line.trim().split(separator)[place] ?? Number.NaN))
    .filter((number) => !Number.isNaN(number));

it('the interval log of pgbench contains its transactions', async () => {
  const { total } = await read('pgbench-intervals.log');
  expect(total).toBe(sumOf(column('pgbench-intervals.log', 1)));
});

it('a table printed by psql is read, aligned or expanded', async () => {
  const requests = column('psql-aligned.txt', 2);
  expect((await read('psql-aligned.txt')).total).toBe(sumOf(requests));
  expect((await read('psql-expanded.txt')).total).toBe(sumOf(requests));
});

it.each([
  ['vmstat.txt', [12, 13]],
  ['sar.txt', [2, 3, 4]],
  ['sadf.csv', [4, 5, 6]],
])('%s gives the busy CPU as the sum of its busy states', async (file, places) => {
  const separator = file.endsWith('csv') ? /;/ : /\s+/;
  const states = places.map((place) => column(file, place, separator));
  const rows = file === 'sar.txt' ? states[0]!.slice(0, -1) : states[0]!;
  const busy = rows.map((_, row) => Math.min(100, sumOf(states.map((values) => values[row]!))));
  expect((await read(file)).total).toBeCloseTo(sumOf(busy) / busy.length, 6);
});

it('the log of PgBouncer averages 155 transactions of pgbench over periods of 2 s', async () => {
  const { total, imported } = await read('pgbouncer.log');
  expect(Math.abs(total - 155)).toBeLessThanOrEqual(5);
  expect(imported.pooler).toBe(true);
});

it('JMeter transactions and their failures are not counted in addition to their samples', async () => {
  const { imported } = await read('results.jtl');
  const failed = countIn('results.jtl', /^\d{13},.*,false,.*,http:/gm);
  expect(imported.findings.map(({ what }) => what)).toContain(`${failed} failed samples`);
});

it('the Locust history has the requests of its last row', async () => {
  const { total } = await read('locust_stats_history.csv');
  const last = readFileSync(`${FOLDER}locust_stats_history.csv`, 'utf8').trim().split('\n').at(-1)!;
  expect(total).toBe(Number(last.split(',').at(-7)));
});

it('rotated logs form one recording in any order', async () => {
  const { total } = await read('apache-vhost.log', 'nginx-combined.log', 'apache-common.log');
  expect(total).toBe(62 + 124 + 62);
});
