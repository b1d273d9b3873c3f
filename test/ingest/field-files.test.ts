import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { ingest } from '../../src/ingest/ingest.js';
import type { ImportOptions } from '../../src/ingest/recording/import-options.js';
import { EXPORTS } from './exports.js';

const FILES = fileURLToPath(new URL('files/', import.meta.url));
const at = (iso: string) => Date.parse(`${iso}Z`) / 1000;

/** The correct result of reading a file, or parts of the question or refusal. */
interface Right {
  /** Number of queries, per second of a rate, or the mean of a level. */
  readonly total?: number;
  readonly kind?: 'counts' | 'level' | 'arrivals' | 'rate';
  readonly from?: number;
  readonly seconds?: number;
  readonly says?: string;
  readonly options?: Partial<ImportOptions>;
  readonly fleet?: readonly number[];
}

const ASKS = 'choose one of';

const RIGHT: readonly (readonly [file: string, right: Right])[] = [
  ['cloudnativepg.json', { total: 1 }],
  ['cloudsql.json', { total: 1 }],
  ['comment-line.csv', { total: 15 }],
  ['connections-alone.json', { says: 'also export CPUUtilization' }],
  ['consumption-asleep.json', { kind: 'level', seconds: 172_800 }],
  ['cpu_usage.csv', { says: '--scale 100' }],
  ['date-and-time-apart.csv', { total: 15 }],
  ['dates-am-pm.csv', { total: 15, from: at('2026-01-05T23:00') }],
  ['dates-german.csv', { total: 15, from: at('2026-01-12T00:00') }],
  ['dates-javascript.csv', { total: 15, from: at('2026-01-05T09:00') }],
  ['dates-month-name.csv', { total: 15, from: at('2026-01-05T00:00') }],
  ['dates-us.csv', { total: 15, from: at('2026-01-12T00:00') }],
  ['disk_write_bytes.csv', { says: ASKS }],
  ['empty-rows.csv', { total: 15 }],
  ['get-metric-statistics.json', { kind: 'level', total: 15 }],
  ['header-with-quantiles.csv', { total: 15 }],
  ['heroku-drain-token.log', { total: 2 }],
  ['hours-numbered.tsv', { says: '--interval 1h' }],
  [
    'hours-numbered.tsv',
    { total: 5314, seconds: 10_800, options: { interval_seconds: 3600, kind: 'counts' } },
  ],
  ['jmeter.jtl', { total: 3, seconds: 3 }],
  ['k6-metric-lines.json', { total: 2, seconds: 2 }],
  ['kilo-requests.csv', { total: 900_000 }],
  ['krps.csv', { total: 900_000 }],
  ['level-of-two-pods.csv', { says: '--duplicates sum   their sum: 87.5 % on average' }],
  ['lines-above-the-header.csv', { kind: 'level', total: 13 }],
  ['long-query-first.csv', { total: 6, seconds: 301 }],
  ['months.csv', { total: 15_000, seconds: 90 * 86_400 }],
  ['name-not-latin.csv', { total: 15_000 }],
  ['names-not-latin-fleet.csv', { total: 15_000 }],
  ['names-not-latin-fleet.csv', { fleet: [15_000, 6], options: { kind: 'counts' } }],
  ['nulls-first.csv', { says: '--per interval' }],
  ['parts-and-their-total.csv', { total: 26 }],
  ['parts-and-their-total.csv', { says: '--scale', options: { queries_per_request: 4 } }],
  ['pgbouncer.log', { total: 900, seconds: 120 }],
  ['rate-in-german.csv', { total: 54_000 }],
  ['req_per_sec.csv', { says: '--per second    queries per second: 225 queries' }],
  ['request_latency.csv', { says: ASKS }],
  ['rpm-in-brackets.csv', { total: 75 }],
  ['rps-in-brackets.csv', { total: 4500 }],
  ['show-stats-aligned.txt', { kind: 'rate', total: 6 }],
  ['spans.json', { total: 1 }],
  ['statements-without-durations.csv', { total: 5, seconds: 41 }],
  ['static-files.log', { total: 4 }],
  ['stderr.log', { total: 2 }],
  ['stray-line.log', { says: '--to 2017' }],
  ['syslog-access.log', { total: 2 }],
  ['terraform-ten-seconds.json', { says: 'neap bill --terraform' }],
  ['time-name-not-latin.csv', { total: 15_000 }],
];

async function read(file: string, { options, fleet }: Right) {
  const all = { queries_per_request: 1, vcpu: undefined, keep_text: false, ...options };
  const { imported } = await ingest([`${FILES}${file}`], all, undefined, fleet !== undefined);
  return imported;
}

describe('an example file from the field', () => {
  it.each(RIGHT.map(([file, right], i) => [`${file} (${i})`, file, right] as const))(
    '%s is read right, or asked about',
    async (_, file, right) => {
      if (right.says !== undefined) {
        await expect(read(file, right)).rejects.toThrow(right.says);
        return;
      }
      const { traffic } = (await read(file, right)).loads[0]!;
      if (traffic.kind === 'rate') {
        expect([right.kind, right.total]).toEqual(['rate', traffic.per_second]);
        return;
      }
      const [reading] = traffic.readings;
      if (right.fleet !== undefined) expect(traffic.readings.map(({ total }) => total)).toEqual(right.fleet);
      else if (right.total !== undefined) expect(reading!.total).toBeCloseTo(right.total, 9);
      if (right.kind !== undefined) expect(reading!.kind).toBe(right.kind);
      if (right.from !== undefined) expect(reading!.from).toBe(right.from);
      if (right.seconds !== undefined) expect(reading!.to - reading!.from).toBe(right.seconds);
    },
  );

  it('has a row in the table', () => {
    const listed = new Set(RIGHT.map(([file]) => file));
    expect(readdirSync(FILES).filter((file) => !listed.has(file))).toEqual([]);
  });
});

it('an access log is read with its static files, and a note that each request counts as a query', async () => {
  const { findings } = await read('static-files.log', {});
  const said = findings.map(({ certainty, what }) => `${certainty}: ${what}`);
  expect(said).toContain('guessed: one query per request');
  expect(said.some((one) => one.includes('static files'))).toBe(true);
});

const folder = mkdtempSync(join(tmpdir(), 'neap-exports-'));
afterAll(() => rmSync(folder, { recursive: true }));

it.each(EXPORTS)('an export is read correctly or asked about: %s', async (name, content, right) => {
  const file = join(folder, `export of ${EXPORTS.findIndex(([one]) => one === name)}`);
  writeFileSync(file, content);
  const options = { queries_per_request: 1, vcpu: undefined, keep_text: false };
  const read = async () => {
    const { traffic } = (await ingest([file], options)).imported.loads[0]!;
    return traffic.kind === 'rate' ? traffic.per_second : traffic.readings[0]!.total;
  };
  if (typeof right === 'number') expect(await read()).toBeCloseTo(right, 6);
  else await expect(read()).rejects.toThrow(right);
});
