import { A_MINUTE, BEGIN, iso } from './known-load.js';

/** Running total at each minute's beginning and the end, above a beginning. */
const totals = (from: number, reset_at = 99) => {
  let sum = from;
  return [sum, ...A_MINUTE.map((count, minute) => (sum = (minute === reset_at ? 0 : sum) + count))];
};

export const queryRange = (reset_at?: number) =>
  JSON.stringify({
    status: 'success',
    data: {
      resultType: 'matrix',
      result: [
        {
          metric: {
            __name__: 'pg_stat_database_xact_commit',
            datname: 'app',
            instance: 'db:9187',
            job: 'postgres',
          },
          values: totals(5_000_000, reset_at).map((total, minute) => [BEGIN + 60 * minute, String(total)]),
        },
      ],
    },
  });

export const openMetrics = [
  '# TYPE http_requests counter',
  '# HELP http_requests Requests.',
  ...totals(0).map(
    (total, minute) => `http_requests_total{code="200",path="/a \\"b\\""} ${total} ${BEGIN + 60 * minute}.0`,
  ),
  '# EOF',
  '',
].join('\n');

/** A scrape without timestamps. */
export const scrape = (total: number) =>
  `# TYPE xact_commit counter\nxact_commit{datname="app"} ${total}\nxact_commit{datname="b"} 7\nprocess_open_fds 12\n`;

export const cloudWatch = JSON.stringify({
  MetricDataResults: [
    {
      Id: 'cpuutilization',
      Label: 'CPUUtilization',
      Timestamps: [2, 1, 0].map(
        (row) =>
          `${iso(BEGIN + 300 * row, 0)
            .replace('.000', '')
            .replace('Z', '')}+00:00`,
      ),
      Values: [75, 50, 12.5],
      StatusCode: 'Complete',
    },
    {
      Id: 'c',
      Label: 'DatabaseConnections',
      Timestamps: [0, 1, 2].map((row) => iso(BEGIN + 300 * row, 0)),
      Values: [4, 21, 6],
      StatusCode: 'Complete',
    },
  ],
  Messages: [],
});

const attribute = (key: string, value: string) => ({ key, value: { stringValue: value } });

export const otlp = (temporality: 1 | 2) =>
  totals(0)
    .slice(1)
    .map((total, minute) =>
      JSON.stringify({
        resourceMetrics: [
          {
            resource: { attributes: [attribute('service.name', 'web')] },
            scopeMetrics: [
              {
                scope: { name: 'x' },
                metrics: [
                  {
                    name: 'http.server.requests',
                    unit: '1',
                    sum: {
                      aggregationTemporality: temporality,
                      isMonotonic: true,
                      dataPoints: [
                        {
                          attributes: [attribute('method', 'GET')],
                          startTimeUnixNano: `${BEGIN}000000000`,
                          timeUnixNano: `${BEGIN + 60 * (minute + 1)}000000000`,
                          asInt: String(temporality === 1 ? A_MINUTE[minute] : total),
                        },
                      ],
                    },
                  },
                ],
              },
            ],
          },
        ],
      }),
    )
    .join('\n');

/** Hours with 90, 0 and 360 CU-seconds. */
export const consumption = JSON.stringify({
  projects: [
    {
      project_id: 'quiet-sun-1',
      periods: [
        {
          period_id: 'p',
          period_plan: 'launch',
          period_start: '2026-01-01T00:00:00Z',
          consumption: [90, 0, 360].map((value, hour) => ({
            timeframe_start: iso(BEGIN + 3600 * hour, 0).replace('.000', ''),
            timeframe_end: iso(BEGIN + 3600 * (hour + 1), 0).replace('.000', ''),
            metrics: [
              { metric_name: 'compute_unit_seconds', value },
              { metric_name: 'root_branch_bytes_month', value: 1 },
            ],
          })),
        },
      ],
    },
  ],
  pagination: { cursor: 'quiet-sun-1' },
});

export const legacyConsumption = consumption.replaceAll(
  /"metrics":\[\{"metric_name":"compute_unit_seconds","value":(\d+)\},[^\]]*\]/g,
  '"active_time_seconds":1200,"compute_time_seconds":$1,"written_data_bytes":0,"synthetic_storage_size_bytes":1',
);

const metric = (
  name: string,
  labels: Record<string, string>,
  values: readonly (readonly [number, number])[],
) => ({
  metric: {
    __name__: name,
    project_id: 'quiet-sun-1',
    endpoint_id: 'ep-cool-1',
    compute_id: 'compute-1',
    job: 'compute',
    ...labels,
  },
  values: values.map(([minute, value]) => [BEGIN + 60 * minute, String(value)]),
});
/** Half a vCPU for five minutes, an hour asleep, then a quarter for five; counters restart from 0 after the sleep. */
const awake = [0, 1, 2, 3, 4, 5, 66, 67, 68, 69, 70, 71];
const ramp = (first: number, second: number) =>
  awake.map((minute) => [minute, minute < 60 ? 100 + first * minute : second * (minute - 66)] as const);
export const metricsExport = JSON.stringify({
  status: 'success',
  data: {
    resultType: 'matrix',
    result: [
      metric('host_cpu_seconds_total', { mode: 'user' }, ramp(20, 10)),
      metric('host_cpu_seconds_total', { mode: 'system' }, ramp(10, 5)),
      metric('host_cpu_seconds_total', { mode: 'idle' }, ramp(30, 45)),
      metric(
        'host_load1',
        {},
        awake.map((minute) => [minute, 0.5]),
      ),
      metric('neon_lfc_hits', {}, ramp(5400, 2700)),
      metric('neon_lfc_misses', {}, ramp(600, 300)),
      metric(
        'neon_lfc_approximate_working_set_size_windows',
        { duration: '1h' },
        awake.map((minute) => [minute, 16_384]),
      ),
      metric(
        'neon_connection_counts',
        { state: 'active' },
        awake.map((minute) => [minute, 3]),
      ),
      metric(
        'neon_connection_counts',
        { state: 'idle' },
        awake.map((minute) => [minute, 9]),
      ),
      metric(
        'neon_pgbouncer_pools_client_active_connections',
        {},
        awake.map((minute) => [minute, 4]),
      ),
    ],
  },
});
