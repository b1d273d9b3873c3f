import { markdownTable } from '../../../build/docs/markdown.js';
import { hasTest } from '../../../build/docs/named-tests.js';
import type { SourceName } from '../../../src/ingest/recording/source-names.js';
import * as requests from './request-exports.js';
import * as series from './series-exports.js';
import * as snapshots from './snapshot-exports.js';

const DOCUMENTED = 'as its documentation has it';
const BY_POSTGRES = 'by PostgreSQL itself, in the test';

/** A file format that an import reads, with its test fixture, the fixture's origin, and the test that reads it. */
export interface ImportFormat {
  readonly form: string;
  /** `undefined` if the producer writes the file while the test runs. */
  readonly fixture: string | undefined;
  readonly made: string;
  readonly test: readonly [file: string, name: string];
}

const FIXTURES: Readonly<Record<string, object>> = {
  'request-exports.ts': requests,
  'series-exports.ts': series,
  'snapshot-exports.ts': snapshots,
};

const FIGURES = 'test/cli/import/import-figures.test.ts';
const REQUESTS = 'test/cli/import/import-requests.test.ts';
const REAL = 'test/cli/import/real-exports.long.test.ts';

const of = (form: string, fixture: string, file: string, name: string): ImportFormat => ({
  form,
  fixture,
  made: DOCUMENTED,
  test: [file, name],
});
const real = (form: string, made: string, name: string): ImportFormat => ({
  form,
  fixture: undefined,
  made,
  test: [REAL, name],
});
const COUNTED = '%s has as many queries as an independent count finds';
const TABLE = 'a file is read, asked about or refused as in the table: %s';
/** A complete file written by the program itself. */
const whole = (form: string, program: string, name = COUNTED): ImportFormat => ({
  form,
  fixture: undefined,
  made: `by ${program} itself, kept in \`test/ingest/real\``,
  test: ['test/ingest/real-files.test.ts', name],
});
const line = (form: string): ImportFormat => ({
  form,
  fixture: undefined,
  made: DOCUMENTED,
  test: ['test/ingest/readings/imports.test.ts', TABLE],
});
const STATEMENTS =
  'pg_stat_statements and pg_stat_database from the printed commands, and the csvlog, are imported';

/** Every format that an import reads, by source. A source without one does not compile. */
export const IMPORT_FORMATS: Readonly<Record<SourceName, readonly ImportFormat[]>> = {
  metrics: [
    of(
      'answer of `query_range`',
      'series-exports.ts: metricsExport',
      FIGURES,
      'metrics: busy CPU, sleep as a gap, working set, pages and pooler connections',
    ),
  ],
  consumption: [
    of(
      'v2',
      'series-exports.ts: consumption',
      FIGURES,
      'consumption: v2 and legacy, with a load that sleeps',
    ),
    of(
      'legacy',
      'series-exports.ts: legacyConsumption',
      FIGURES,
      'consumption: v2 and legacy, with a load that sleeps',
    ),
  ],
  'pg-stat-statements': [
    of(
      'CSV of two snapshots',
      'snapshot-exports.ts: statementsBefore',
      FIGURES,
      'pg-stat-statements: rate, mean, spread and pages of each class',
    ),
    real('`psql --csv`, by the commands that are printed', BY_POSTGRES, STATEMENTS),
    line('one snapshot since a reset'),
  ],
  'pg-stat-database': [
    of(
      'CSV of two snapshots',
      'snapshot-exports.ts: databaseBefore',
      FIGURES,
      'pg-stat-database: transactions, pages, busy time, connections',
    ),
    real('`psql --csv`, by the commands that are printed', BY_POSTGRES, STATEMENTS),
  ],
  'postgres-log': [
    of('csvlog', 'request-exports.ts: csvLog', REQUESTS, 'postgres-log: csvlog'),
    of(
      'jsonlog',
      'request-exports.ts: jsonLog',
      REQUESTS,
      'postgres-log: jsonlog with the extended protocol',
    ),
    real('csvlog', BY_POSTGRES, STATEMENTS),
    whole('stderr, csvlog and jsonlog', 'PostgreSQL 15 under pgbench'),
    line('RDS'),
    line('syslog'),
  ],
  pgbouncer: [
    of(
      'CSV of `show stats`',
      'snapshot-exports.ts: poolerBefore',
      FIGURES,
      'pgbouncer: differences between totals, or the averages of its last period',
    ),
    real(
      '`psql --csv` of `show stats`',
      'by PgBouncer itself, in the test',
      'SHOW STATS of PgBouncer is imported',
    ),
    whole(
      'log',
      'PgBouncer 1.18',
      'the log of PgBouncer averages 155 transactions of pgbench over periods of 2 s',
    ),
  ],
  prometheus: [
    of(
      'answer of `query_range`',
      'series-exports.ts: queryRange',
      FIGURES,
      'prometheus: query_range, with a restart of the counter',
    ),
    of(
      'OpenMetrics text',
      'series-exports.ts: openMetrics',
      FIGURES,
      'prometheus: OpenMetrics text, and scrapes without timestamps',
    ),
    of(
      'scrapes without time stamps',
      'series-exports.ts: scrape',
      FIGURES,
      'prometheus: OpenMetrics text, and scrapes without timestamps',
    ),
  ],
  cloudwatch: [
    of(
      'JSON of `get-metric-data`',
      'series-exports.ts: cloudWatch',
      FIGURES,
      'cloudwatch: CPU as a level, connections as a pool',
    ),
  ],
  heroku: [
    of(
      'log lines',
      'request-exports.ts: herokuLog',
      REQUESTS,
      'heroku: requests begin before their log line',
    ),
  ],
  'access-log': [
    of(
      'combined log format',
      'request-exports.ts: accessLog',
      REQUESTS,
      'access-log: two time zones, gzip or plain text, resolution of one second',
    ),
    whole('combined log format, and JSON', 'nginx 1.22'),
    whole('common log format, and with virtual hosts', 'Apache 2.4'),
    whole('HTTP log', 'HAProxy 2.6'),
    whole('native and common log format', 'Squid 5.7'),
    whole('log of an HTTP server', 'IIS 8'),
    whole('HTTP requests in JSON', 'Cloudflare'),
    whole('common log format', 'Traefik'),
    line('ALB and classic load balancers'),
    line('CloudFront'),
    line('Caddy'),
    line('Traefik in JSON'),
    line('HAR'),
  ],
  k6: [
    of(
      'JSON',
      'request-exports.ts: k6Json',
      REQUESTS,
      'k6: JSON has microsecond resolution, CSV has second resolution',
    ),
    of(
      'CSV',
      'request-exports.ts: k6Csv',
      REQUESTS,
      'k6: JSON has microsecond resolution, CSV has second resolution',
    ),
    line('summary'),
  ],
  otlp: [
    of(
      'OTLP JSON, a request a line',
      'series-exports.ts: otlp',
      FIGURES,
      'otlp: cumulative sums and delta sums',
    ),
  ],
  jmeter: [
    of(
      'CSV',
      'request-exports.ts: jmeterResults',
      REQUESTS,
      'jmeter: samples begin at their timeStamp, and transactions are not counted',
    ),
  ],
  locust: [
    of(
      'history of statistics',
      'request-exports.ts: locustHistory',
      REQUESTS,
      'locust: requests are differences of the total over all paths',
    ),
  ],
  gatling: [
    of(
      'simulation.log',
      'request-exports.ts: gatlingLog',
      REQUESTS,
      'gatling: requests begin at their first timestamp',
    ),
    line('statistics of a report'),
  ],
  pgbench: [whole('log of transactions, log of intervals', 'pgbench 15')],
};

/** Errors in the table: missing fixtures and missing tests. */
export function missingOf({ fixture, test: [file, name] }: ImportFormat): readonly string[] {
  const missing = hasTest(file, name) ? [] : [`${file} has no test "${name}"`];
  if (fixture === undefined) return missing;
  const [module = '', exported = ''] = fixture.split(': ');
  return exported in (FIXTURES[module] ?? {}) ? missing : [...missing, `there is no fixture ${fixture}`];
}

/** The table of the documents. */
export function importFormatTable(): string {
  const rows = Object.entries(IMPORT_FORMATS).flatMap(([source, formats]) =>
    formats.map(({ form, fixture, made, test: [file, name] }) => [
      `\`${source}\``,
      form,
      made,
      fixture === undefined ? '' : `\`${fixture}\``,
      `\`${file.replace('test/cli/import/', '')}\`: ${name}`,
    ]),
  );
  return markdownTable(['source', 'form', 'file of the test, made', 'fixture', 'test'], rows);
}
