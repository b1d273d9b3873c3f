import { consumption } from '../monitoring/consumption.js';
import { metricsExport, otlpMetrics, prometheus } from '../monitoring/prometheus.js';
import type { Source } from '../recording/source.js';
import { pgStatDatabase } from '../snapshots/pg-stat-database.js';
import { pgStatStatements } from '../snapshots/pg-stat-statements.js';
import { pgbouncerStats } from '../snapshots/pgbouncer.js';
import { cloudwatch } from './cloudwatch.js';
import { gatling } from './gatling.js';
import { har } from './har.js';
import { heroku } from './heroku.js';
import { jmeter } from './jmeter.js';
import { jsonAccessLog } from './json-access-log.js';
import { k6 } from './k6.js';
import { locust } from './locust.js';
import { operations } from './operations.js';
import { pgbench } from './pgbench.js';
import { pgbouncerLog } from './pgbouncer-log.js';
import { postgresLog } from './postgres-log.js';
import { gatlingStats, k6Summary } from './run-totals.js';
import { spans } from './spans.js';
import { w3cLog } from './w3c-log.js';
import {
  abResults,
  accessLog,
  haproxyLog,
  loadBalancerLog,
  programLog,
  railsLog,
  s3Log,
  squidLog,
  vegetaResults,
} from './web-logs.js';

/** Every kind of file. The first one that recognizes a file reads it. */
export const SOURCES: readonly Source[] = [
  heroku,
  k6,
  accessLog,
  jsonAccessLog,
  loadBalancerLog,
  w3cLog,
  haproxyLog,
  squidLog,
  railsLog,
  s3Log,
  programLog,
  vegetaResults,
  abResults,
  har,
  postgresLog,
  k6Summary,
  jmeter,
  locust,
  gatling,
  gatlingStats,
  pgbench,
  cloudwatch,
  metricsExport,
  prometheus,
  otlpMetrics,
  spans,
  consumption,
  operations,
  pgStatStatements,
  pgStatDatabase,
  pgbouncerStats,
  pgbouncerLog,
];
