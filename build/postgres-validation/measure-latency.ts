import { databaseAddress } from '../../src/load/database/database-address.js';
import { planLoad } from '../../src/load/send/load-plan.js';
import { observeLoad } from '../../src/load/send/observe-load.js';
import { meanHalfWidthMs, quantileHalfWidthMs } from '../../src/report/figures/run-intervals.js';
import type { Scenario } from '../../src/scenario/scenario.js';
import { Histogram } from '../../src/statistics/histogram.js';
import { LatencySections } from '../../src/statistics/latency-sections.js';
import { otherLoad } from './machine.js';
import { type MeasuredLatency, measuredAt } from './measured.js';
import type { LatencyRow } from './rows.js';
import { scenarioOf } from './scenario-of.js';
import { measureByProgram, plannedQueries } from './senders/measure-by-program.js';
import type { AnsweredQuery, SenderName } from './senders/sender.js';
import { freePort, RealServer } from './server.js';
import { roundTripMs } from './session-costs.js';
import { CpuCourse, cpuMsBySection } from './speed.js';

/** Fine enough to distinguish demands. */
const TURNS_PER_SECOND = 1e9;

/** The observed results of a load from any sender. */
interface SeenLoad extends Pick<MeasuredLatency, 'server_version' | 'round_trip_ms' | 'send_lag_ms'> {
  readonly began_ms: number;
  readonly latency: Histogram;
  readonly sections: LatencySections;
  /** CPU seconds of the server up to a time in seconds after the beginning. */
  readonly cpuUntil: (seconds: number) => number;
  readonly answered: readonly Pick<AnsweredQuery, 'intended_seconds' | 'ended_seconds'>[];
  /** CPU seconds of this process as the sender; `undefined` for other programs. */
  readonly sender_cpu_seconds?: number;
}

/** Sends a row's load to a separate real server. */
export async function measureLatency(row: LatencyRow, signal: AbortSignal): Promise<MeasuredLatency> {
  const { name, cpus, seconds, query, asked_cpu_ms, sender } = row;
  const other_load = await otherLoad();
  const server = await RealServer.start({
    quota_cpus: cpus < 1 ? cpus : undefined,
    cores: cpus > 1 ? '0,1' : '0',
    ...(row.tables === true && { parameters: { shared_buffers: '1GB' } }),
    ...(sender !== undefined && { tcp_port: await freePort() }),
  });
  try {
    const scenario = await scenarioOf({ name, seconds, text: loadText(row, query(asked_cpu_ms)) });
    const seen =
      sender === undefined
        ? await seenByDriver(row, scenario, server, signal)
        : await seenByProgram(sender, scenario, server, signal);
    signal.throwIfAborted();
    const { latency, sections, sender_cpu_seconds, cpuUntil } = seen;
    const cpu_seconds = cpuUntil(seconds);
    const demands = new Map(
      plannedQueries(scenario, TURNS_PER_SECOND).map(({ intended_seconds, turns }) => [
        intended_seconds,
        turns,
      ]),
    );
    const answered = seen.answered.map(({ ended_seconds, intended_seconds }) => ({
      ended_seconds,
      demand: demands.get(intended_seconds)!,
    }));
    const { began_ms, server_version, round_trip_ms, send_lag_ms } = seen;
    const figure = (value: number, half_width: number | undefined) => ({
      value: value * 1000,
      half_width: half_width ?? null,
    });
    const quantile = (p: number) => figure(latency.quantile(p), quantileHalfWidthMs(sections.sections, p));
    return {
      name,
      ...measuredAt(began_ms, other_load),
      server_version,
      seconds,
      queries: latency.count,
      cpu_ms: (cpu_seconds / latency.count) * 1000,
      // For rows with pages, the CPU time depends on what is read.
      ...(row.tables !== true && { cpu_ms_by_section: cpuMsBySection(cpuUntil, answered, seconds) }),
      ...(cpus > 1 &&
        sender_cpu_seconds !== undefined && {
          sender_cpu_ms: (sender_cpu_seconds / latency.count) * 1000,
        }),
      utilisation: cpu_seconds / (seconds * cpus),
      round_trip_ms,
      send_lag_ms,
      latency_ms: {
        mean: figure(latency.mean, meanHalfWidthMs(sections.sections)),
        p50: quantile(0.5),
        p95: quantile(0.95),
        p99: quantile(0.99),
      },
    };
  } finally {
    await server.remove();
  }
}

/** Sends with node-postgres, as `neap observe --load` does. */
async function seenByDriver(
  { name, tables = false }: LatencyRow,
  scenario: Scenario,
  server: RealServer,
  signal: AbortSignal,
): Promise<SeenLoad> {
  const sections = new LatencySections(scenario.duration_seconds, scenario.timeline_interval_seconds);
  const answered: SeenLoad['answered'][number][] = [];
  let course: CpuCourse | undefined;
  let round_trip_ms = 0;
  let [sender_began, sender_ended] = [0, 0];
  const seen = await observeLoad(scenario, planLoad(scenario, { tables, pooler: false }), {
    database: databaseAddress(server.url, name),
    signal,
    async ready() {
      round_trip_ms = await roundTripMs(server);
    },
    began: () => {
      course = new CpuCourse(server.group);
      sender_began = ownCpuSeconds();
    },
    observer: {
      timeline(interval) {
        sections.add(interval.start_seconds, interval.end_seconds, interval.latency);
        sender_ended = ownCpuSeconds();
      },
      attempt(attempt) {
        if (attempt.outcome === 'completed') answered.push(attempt);
      },
    },
  });
  signal.throwIfAborted();
  const { record, server_version, began_ms } = seen!;
  return {
    ...{ server_version, began_ms, sections, latency: record.latency },
    round_trip_ms,
    send_lag_ms: record.lag.mean * 1000,
    ...{ cpuUntil: course!.end(), answered },
    sender_cpu_seconds: sender_ended - sender_began,
  };
}

function ownCpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** Sends with the pool of another language; queries answered after the end do not count, as above. */
async function seenByProgram(
  sender: SenderName,
  scenario: Scenario,
  server: RealServer,
  signal: AbortSignal,
): Promise<SeenLoad> {
  const { duration_seconds, timeline_interval_seconds } = scenario;
  let course: CpuCourse | undefined;
  const seen = await measureByProgram(sender, scenario, server, {
    signal,
    began() {
      course = new CpuCourse(server.group);
    },
  });
  const latency = new Histogram();
  const sections = new LatencySections(duration_seconds, timeline_interval_seconds);
  let [lag, sent] = [0, 0];
  for (const { intended_seconds, sent_seconds, ended_seconds } of seen.answered) {
    lag += sent_seconds - intended_seconds;
    sent += 1;
    if (ended_seconds > duration_seconds) continue;
    const one = new Histogram();
    one.add(ended_seconds - intended_seconds);
    latency.merge(one);
    sections.add(ended_seconds, ended_seconds, one);
  }
  const { server_version, began_ms, round_trip_ms } = seen;
  return {
    ...{ server_version, began_ms, round_trip_ms, latency, sections },
    send_lag_ms: (lag / sent) * 1000,
    ...{ cpuUntil: course!.end(), answered: seen.answered },
  };
}

/** The load of a row. @param query its demands */
export function loadText({ rate_per_second, connection }: LatencyRow, query: string): string {
  return `load:
  - name: clients
    compute: primary
    rate: ${rate_per_second}/s
    query: ${query}
    connection: ${connection}
`;
}
