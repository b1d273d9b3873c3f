import { PAGE_BYTES } from '../../compute/page-popularity.js';
import type { LoadPlan } from '../../load/send/load-plan.js';
import { errorWording } from '../answers/error-wording.js';
import { count, counted, duration, milliseconds, number } from '../figures/figure-text.js';
import type { LoadSummary } from '../figures/load-summary.js';
import { unitText } from '../figures/named-figure.js';
import { line, plainText, titleLines, wrapped } from '../text/text-block.js';
import { when } from '../text/when.js';

/** What sending a load will do, before anybody is asked. @param database for people, without its password */
export function loadPlanText(plan: LoadPlan, scenario: string, database: string, width: number): string {
  const { loads, compute, duration_seconds, queries, cpu_seconds, connections, table_pages, left_out } = plan;
  const rate = number(queries / duration_seconds);
  const held =
    connections === null ? 'one for each query under way, or session' : `at most ${count(connections)}`;
  const share = number(cpu_seconds / duration_seconds);
  const table =
    table_pages === 0 ? '' : ` and a table of ${number((table_pages * PAGE_BYTES) / (1 << 20))} MiB`;
  return labelledText(`${scenario}: the load of ${compute} to ${database}`, width, [
    ['Loads', loads.map(({ name }) => name).join(', ')],
    ['Duration', `${duration(duration_seconds)}, in real time`],
    ['Queries', `about ${count(Math.round(queries))}, ${rate} a second, retries not counted`],
    ['Connections', held],
    ['CPU', `about ${duration(Math.round(cpu_seconds))} of the server's, ${share} cores on average`],
    ['Makes', `a schema neap_load with functions${table}, dropped at the end`],
    ...left_out.map((each) => ['Not sent', each] as const),
  ]);
}

/** A title, and texts under labels. */
function labelledText(
  title: string,
  width: number,
  rows: readonly (readonly [label: string, text: string])[],
): string {
  return plainText([
    ...titleLines(title, width),
    line(''),
    ...rows.flatMap(([label, text]) => wrapped(label, text, width)),
  ]);
}

/** What clients saw, in a few lines. */
export function terminalLoad(summary: LoadSummary, width: number): string {
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
  const title = `${scenario}: ${duration(duration_seconds)} of load on PostgreSQL ${server_version}, ${database}`;
  return labelledText(title, width, [
    [
      'Queries',
      `${count(arrived!)} arrived, ${count(completed!)} completed, ${count(failed!)} failed, ${count(in_flight!)} under way at the end`,
    ],
    ['Latency', parts.join(', ')],
    ...when(errors.length > 0, ['Errors', errors.join('; ')] as const),
    ...when(attempts!.retried! > 0, ['Retries', count(attempts!.retried!)] as const),
    [
      'Connections',
      `${count(connections!.peak!)} at most, ${number(connections!.mean!)} on average, ${count(connections!.refused!)} refused, ${count(connections!.dropped!)} cut`,
    ],
    ...when(waited > 0, [
      'Pool',
      `${counted(waited, 'attempt')} waited for a place, ${unitText('share', client_pool?.probability ?? null)} of all`,
    ] as const),
    [
      'Sender',
      `late by ${milliseconds(send_lag_ms.mean)} on average, ${milliseconds(send_lag_ms.p99)} at p99; a round trip takes ${milliseconds(round_trip_ms)}`,
    ],
    ...warnings.map((warning) => ['Warning', warning] as const),
  ]);
}
