import { importAccessLog } from './access-log.js';
import { importCloudWatch } from './cloudwatch.js';
import { importConsumption } from './consumption.js';
import { importHerokuLog } from './heroku-log.js';
import type { Imported, ImportOptions } from './imported.js';
import { importK6 } from './k6.js';
import { importDatabase } from './pg-stat-database.js';
import { statementsBetween } from './pg-stat-statements.js';
import { importPgBouncer } from './pgbouncer.js';
import { importPostgresLog } from './postgres-log.js';
import { importMetricsExport, importOtlp, importPrometheus } from './prometheus.js';

/** Whose data is exported; what is missing stands in the command as a word in capitals. */
export interface ExportIds {
  readonly project_id: string | undefined;
  readonly org_id: string | undefined;
  /** Name of an instance, an application or a metric. */
  readonly id: string | undefined;
  readonly keep_text: boolean;
}

/** A place that usage can be imported from. */
export interface ImportSource {
  /** In a few words. */
  readonly summary: string;
  /** Commands that export the files, for a shell. */
  readonly command: (ids: ExportIds) => string;
  readonly read: (files: readonly string[], options: ImportOptions) => Promise<Imported>;
}

const WEEK = 'FROM=$(date -u -d "7 days ago" +%FT00:00:00Z) TO=$(date -u +%FT00:00:00Z)';

/** Two snapshots of a query, an hour apart. */
const snapshots = (sql: string, url = 'DATABASE_URL') =>
  ['before', 'after'].map((name) => `psql "$${url}" --csv -c '${sql}' > ${name}.csv`).join('\nsleep 3600\n');

/** Every source by the name it has on the command line. */
export const IMPORT_SOURCES = {
  metrics: {
    summary: "the platform's metrics export, stored in Prometheus or written as OTLP",
    command: ({ project_id }) =>
      `${WEEK}\ncurl -sG "$PROMETHEUS_URL/api/v1/query_range" --data-urlencode "start=$FROM" --data-urlencode "end=$TO" --data-urlencode step=60 \\\n  --data-urlencode 'query={__name__=~"neon_.*|host_.*",project_id="${project_id ?? 'PROJECT_ID'}"}' > metrics.json`,
    read: importMetricsExport,
  },
  consumption: {
    summary: 'the consumption history of the platform, v2 or legacy',
    command: ({ project_id, org_id }) => {
      const query = `org_id=${org_id ?? 'ORG_ID'}&project_ids=${project_id ?? 'PROJECT_ID'}&from=$FROM&to=$TO&granularity=hourly&limit=100`;
      const call = (path: string) =>
        `curl -s -H "Authorization: Bearer $NEON_API_KEY" "https://console.neon.tech/api/v2/consumption_history/${path}" > history.json`;
      return `FROM=$(date -u -d "6 days ago" +%FT00:00:00Z) TO=$(date -u +%FT00:00:00Z)\n${call(`v2/projects?${query}&metrics=compute_unit_seconds`)}\n# legacy plans:\n${call(`projects?${query}`)}`;
    },
    read: importConsumption,
  },
  'pg-stat-statements': {
    summary: 'two snapshots of pg_stat_statements',
    command: ({ keep_text }) =>
      snapshots(`select now() as taken_at, * from pg_stat_statements(${keep_text})`),
    read: async (files, options) => (await statementsBetween(files, options)).imported,
  },
  'pg-stat-database': {
    summary: 'two snapshots of pg_stat_database',
    command: () => snapshots('select now() as taken_at, * from pg_stat_database'),
    read: importDatabase,
  },
  'postgres-log': {
    summary: 'the csvlog or jsonlog of PostgreSQL, with durations',
    command: () =>
      `psql "$DATABASE_URL" -c "alter system set log_min_duration_statement = 0" -c "alter system set log_destination = 'csvlog'" \\\n  -c "alter system set log_timezone = 'UTC'" -c "select pg_reload_conf()"\n# logging_collector must be on; after an hour or a day, take the files in pg_current_logfile()'s directory\npsql "$DATABASE_URL" -c "alter system reset log_min_duration_statement" -c "select pg_reload_conf()"`,
    read: importPostgresLog,
  },
  pgbouncer: {
    summary: 'SHOW STATS of PgBouncer: once, or twice with --interval',
    command: () => snapshots('show stats', 'PGBOUNCER_URL'),
    read: importPgBouncer,
  },
  prometheus: {
    summary: 'Prometheus: an answer of query_range, or OpenMetrics text',
    command: ({ id }) =>
      `${WEEK}\ncurl -sG "$PROMETHEUS_URL/api/v1/query_range" --data-urlencode "start=$FROM" --data-urlencode "end=$TO" --data-urlencode step=60 \\\n  --data-urlencode 'query=${id ?? 'pg_stat_database_xact_commit'}' > prometheus.json`,
    read: importPrometheus,
  },
  cloudwatch: {
    summary: 'get-metric-data of Amazon CloudWatch',
    command: ({ id }) => {
      const metric = (name: string, stat: string) =>
        JSON.stringify({
          Id: name.toLowerCase(),
          Label: name,
          MetricStat: {
            Metric: {
              Namespace: 'AWS/RDS',
              MetricName: name,
              Dimensions: [{ Name: 'DBInstanceIdentifier', Value: id ?? 'INSTANCE' }],
            },
            Period: 300,
            Stat: stat,
          },
        });
      return `${WEEK}\naws cloudwatch get-metric-data --start-time $FROM --end-time $TO --output json --metric-data-queries \\\n  '[${metric('CPUUtilization', 'Average')},\n    ${metric('DatabaseConnections', 'Maximum')}]' > cloudwatch.json`;
    },
    read: importCloudWatch,
  },
  heroku: {
    summary: 'log lines of Heroku, of its router and of heroku-postgres',
    command: ({ id }) =>
      `heroku logs --app ${id ?? 'APP'} --tail > app.log   # for an hour or a day; or the lines of a log drain`,
    read: importHerokuLog,
  },
  'access-log': {
    summary: 'access logs of nginx or Apache, common or combined format',
    command: () =>
      'cp /var/log/nginx/access.log* .   # or /var/log/apache2/access.log*; packed ones are read as they are, oldest first or not',
    read: importAccessLog,
  },
  k6: {
    summary: 'results of k6, CSV or JSON',
    command: () => 'k6 run --out json=k6.json script.js',
    read: importK6,
  },
  otlp: {
    summary: 'metrics of OpenTelemetry as OTLP JSON',
    command: () =>
      "# in the collector's configuration, for an hour or a day:\n# exporters: { file: { path: metrics.json } }\n# service: { pipelines: { metrics: { exporters: [file] } } }",
    read: importOtlp,
  },
} as const satisfies Readonly<Record<string, ImportSource>>;

/** Name of a source. */
export type ImportSourceName = keyof typeof IMPORT_SOURCES;

/** Every name, in the order of the table. */
export const IMPORT_SOURCE_NAMES = Object.keys(IMPORT_SOURCES) as ImportSourceName[];
