import { PAGE_BYTES } from '../../compute/page-popularity.js';
import type { LoadPlan } from '../../load/send/load-plan.js';
import { type Document, labelledTexts } from '../document/report.js';
import { count, counted, duration, milliseconds, number } from '../figures/figure-text.js';
import type { LoadSummary } from '../figures/load-summary.js';
import { unitText } from '../figures/unit.js';
import { errorWording } from '../text/error-wording.js';
import { when } from '../text/when.js';

/** A load's document has no facts or amounts. */
const PLAIN = { facts: [], prices_checked_until: null } as const;

/** The effects of sending a load. @param database without its password */
export function loadPlanReport(plan: LoadPlan, scenario: string, database: string): Document {
  const { loads, compute, duration_seconds, queries, cpu_seconds, connections, table_pages, left_out } = plan;
  const rate = number(queries / duration_seconds);
  const held =
    connections === null ? 'one for each query under way, or session' : `at most ${count(connections)}`;
  const share = number(cpu_seconds / duration_seconds);
  const table =
    table_pages === 0 ? '' : ` and a table of ${number((table_pages * PAGE_BYTES) / (1 << 20))} MiB`;
  return {
    ...PLAIN,
    about: scenario,
    title: `the load of ${compute} to ${database}`,
    warnings: [],
    parts: [
      labelledTexts('load', [
        ['Loads', loads.map(({ name }) => name).join(', ')],
        ['Duration', `${duration(duration_seconds)}, in real time`],
        ['Queries', `about ${count(Math.round(queries))}, ${rate} a second, retries not counted`],
        ['Connections', held],
        ['CPU', `about ${duration(Math.round(cpu_seconds))} of the server's, ${share} cores on average`],
        ['Makes', `a schema neap_load with functions${table}, dropped at the end`],
        ['Not sent', ...left_out],
      ]),
    ],
  };
}

/** A sent load as its clients observed it. */
export function loadReport(summary: LoadSummary): Document {
  const { total, load_sent, warnings, duration_seconds, scenario } = summary;
  const { queries, latency_ms, connections, client_pool } = total!;
  const { completed, failed, arrived, in_flight, by_error, attempts } = queries!;
  const errors = Object.entries(by_error ?? {}).map(
    ([name, each]) => `${errorWording(name)}: ${count(each!)}`,
  );
  const parts = (['mean', 'p50', 'p95', 'p99', 'max'] as const).map(
    (part) => `${part === 'max' ? 'longest' : part} ${milliseconds(latency_ms![part])}`,
  );
  const waited = client_pool?.waited ?? 0;
  const { send_lag_ms, round_trip_ms, server_version, database } = load_sent;
  return {
    ...PLAIN,
    about: scenario,
    title: `${duration(duration_seconds)} of load on PostgreSQL ${server_version}, ${database}`,
    warnings,
    parts: [
      labelledTexts('load', [
        [
          'Queries',
          `${count(arrived!)} arrived, ${count(completed!)} completed, ${count(failed!)} failed, ${count(in_flight!)} under way at the end`,
        ],
        ['Latency', parts.join(', ')],
        ['Errors', ...when(errors.length > 0, errors.join('; '))],
        ['Retries', ...when(attempts!.retried! > 0, count(attempts!.retried!))],
        [
          'Connections',
          `${count(connections!.peak!)} at most, ${number(connections!.mean!)} on average, ${count(connections!.refused!)} refused, ${count(connections!.dropped!)} cut`,
        ],
        [
          'Pool',
          ...when(
            waited > 0,
            `${counted(waited, 'attempt')} waited for a place, ${unitText('share', client_pool?.probability ?? null)} of all`,
          ),
        ],
        [
          'Sender',
          `late by ${milliseconds(send_lag_ms.mean)} on average, ${milliseconds(send_lag_ms.p99)} at p99; a round trip takes ${milliseconds(round_trip_ms)}`,
        ],
      ]),
    ],
  };
}
