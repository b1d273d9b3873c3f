/** A place that usage can be imported from. */
interface NamedSource {
  /** In a few words. */
  readonly summary: string;
  /** Commands that export the files, for a shell; words in capitals are to be replaced. */
  readonly command: () => string;
}

const WEEK = 'FROM=$(date -u -d "7 days ago" +%FT00:00:00Z) TO=$(date -u +%FT00:00:00Z)';

/** Two snapshots of a query, taken an hour after one another. */
const snapshots = (sql: string, url = 'DATABASE_URL') =>
  ['before', 'after'].map((name) => `psql "$${url}" --csv -c '${sql}' > ${name}.csv`).join('\nsleep 3600\n');

/** Every source by the name it has on the command line. */
export const SOURCE_NAMES = {
  metrics: {
    summary: "the platform's metrics export, stored in Prometheus or written as OTLP",
    command: () =>
      `${WEEK}\ncurl -sG "$PROMETHEUS_URL/api/v1/query_range" --data-urlencode "start=$FROM" --data-urlencode "end=$TO" --data-urlencode step=60 \\\n  --data-urlencode 'query={__name__=~"neon_.*|host_.*",project_id="PROJECT_ID"}' > metrics.json`,
  },
  consumption: {
    summary: 'the consumption history of the platform, v2 or legacy',
    command: () => {
      const query = 'org_id=ORG_ID&project_ids=PROJECT_ID&from=$FROM&to=$TO&granularity=hourly&limit=100';
      const call = (path: string) =>
        `curl -s -H "Authorization: Bearer $NEON_API_KEY" "https://console.neon.tech/api/v2/consumption_history/${path}" > history.json`;
      return `FROM=$(date -u -d "6 days ago" +%FT00:00:00Z) TO=$(date -u +%FT00:00:00Z)\n${call(`v2/projects?${query}&metrics=compute_unit_seconds`)}\n# legacy plans:\n${call(`projects?${query}`)}`;
    },
  },
  operations: {
    summary: 'the operations of a project: when its computes started and were suspended',
    command: () =>
      `curl -s -H "Authorization: Bearer $NEON_API_KEY" "https://console.neon.tech/api/v2/projects/PROJECT_ID/operations?limit=1000" > operations-1.json\n# the next page, with pagination.cursor of this one: ...&cursor=CURSOR > operations-2.json\n# without a scenario: neap bill --explain operations-*.json`,
  },
  'pg-stat-statements': {
    summary: 'pg_stat_statements: two snapshots, or one with stats_since',
    command: () => snapshots('select now() as taken_at, * from pg_stat_statements(false)'),
  },
  'pg-stat-database': {
    summary: 'two snapshots of pg_stat_database',
    command: () => snapshots('select now() as taken_at, * from pg_stat_database'),
  },
  'postgres-log': {
    summary: 'logs of PostgreSQL: stderr, syslog, csvlog, jsonlog, RDS, Cloud SQL, CloudNativePG',
    command: () =>
      `psql "$DATABASE_URL" -c "alter system set log_min_duration_statement = 0" -c "alter system set log_destination = 'csvlog'" \\\n  -c "alter system set log_timezone = 'UTC'" -c "select pg_reload_conf()"\n# logging_collector must be on; after an hour or a day, take the files in pg_current_logfile()'s directory\npsql "$DATABASE_URL" -c "alter system reset log_min_duration_statement" -c "select pg_reload_conf()"`,
  },
  pgbouncer: {
    summary: 'PgBouncer: its log, or SHOW STATS once or twice',
    command: () => snapshots('show stats', 'PGBOUNCER_URL'),
  },
  prometheus: {
    summary: 'Prometheus: an answer of query_range, or OpenMetrics text',
    command: () =>
      `${WEEK}\ncurl -sG "$PROMETHEUS_URL/api/v1/query_range" --data-urlencode "start=$FROM" --data-urlencode "end=$TO" --data-urlencode step=60 \\\n  --data-urlencode 'query=pg_stat_database_xact_commit' > prometheus.json`,
  },
  cloudwatch: {
    summary: 'Amazon CloudWatch: get-metric-statistics or get-metric-data',
    command: () => {
      const metric = (name: string, stat: string) =>
        JSON.stringify({
          Id: name.toLowerCase(),
          Label: name,
          MetricStat: {
            Metric: {
              Namespace: 'AWS/RDS',
              MetricName: name,
              Dimensions: [{ Name: 'DBInstanceIdentifier', Value: 'INSTANCE' }],
            },
            Period: 300,
            Stat: stat,
          },
        });
      return `${WEEK}\naws cloudwatch get-metric-data --start-time $FROM --end-time $TO --output json --metric-data-queries \\\n  '[${metric('CPUUtilization', 'Average')},\n    ${metric('DatabaseConnections', 'Maximum')}]' > cloudwatch.json`;
    },
  },
  heroku: {
    summary: 'log lines of Heroku, of its router and of heroku-postgres',
    command: () =>
      'heroku logs --app APP --tail > app.log   # for an hour or a day; or the lines of a log drain',
  },
  'access-log': {
    summary:
      'access logs: nginx, Apache, Caddy, Traefik, HAProxy, ALB, CloudFront, IIS, Squid, S3, Rails, Gin, HAR',
    command: () =>
      'cp /var/log/nginx/access.log* .   # or /var/log/apache2/access.log*; packed ones are read as they are, oldest first or not',
  },
  k6: {
    summary: 'k6: JSON or CSV output, or the summary',
    command: () => 'k6 run --out json=k6.json script.js',
  },
  otlp: {
    summary: 'OpenTelemetry: metrics or spans as OTLP JSON, or traces of Jaeger or Zipkin',
    command: () =>
      "# in the collector's configuration, for an hour or a day:\n# exporters: { file: { path: metrics.json } }\n# service: { pipelines: { metrics: { exporters: [file] } } }",
  },
  jmeter: {
    summary: 'results of JMeter as CSV (.jtl)',
    command: () => 'jmeter -n -t plan.jmx -l results.jtl',
  },
  locust: {
    summary: "Locust's history of statistics",
    command: () => 'locust --headless --csv=locust --csv-full-history   # then: locust_stats_history.csv',
  },
  gatling: {
    summary: "Gatling's simulation.log as text, or the statistics of its report",
    command: () => 'find target/gatling -name simulation.log   # written as text up to Gatling 3.11',
  },
  pgbench: {
    summary: 'logs of pgbench --log, of transactions or intervals',
    command: () => 'pgbench --time 60 --log "$DATABASE_URL"   # then: pgbench_log.*',
  },
} as const satisfies Readonly<Record<string, NamedSource>>;

export type SourceName = keyof typeof SOURCE_NAMES;

export function isSourceName(word: string): word is SourceName {
  return Object.hasOwn(SOURCE_NAMES, word);
}

/** Every name, in the order of the table. */
export const SOURCE_NAME_LIST = Object.keys(SOURCE_NAMES) as SourceName[];
