import { Document } from 'yaml';
import { formatDuration } from '../../scenario/form/quantity.js';
import type { PlayedTrace, TraceSelection } from '../../workload/trace/trace.js';
import { startText } from '../text/iso-time.js';
import { note } from '../text/yaml-note.js';

/** What the block says about a trace. */
export interface LoadBlockTrace {
  /** As it is to stand in the scenario. */
  readonly file: string;
  readonly time: string;
  /** `undefined` for single arrivals, and for a fleet. */
  readonly value: string | undefined;
  /** The columns of a fleet, one tenant a column; `undefined` for one series. */
  readonly columns: readonly string[] | undefined;
  readonly kind: PlayedTrace['kind'];
  /** vCPUs of the machine whose level was recorded; `undefined`: not known. */
  readonly vcpu: number | undefined;
  /** The rule for repeated times, where the file has some. */
  readonly duplicates: TraceSelection['duplicates'] | undefined;
  /** How the file was read, where it does not go without saying. */
  readonly reading: Partial<
    Pick<TraceSelection, 'counter' | 'per' | 'scale' | 'interval_seconds' | 'gaps' | 'from' | 'to'>
  >;
  /** When the recording begins; `undefined` where it has no clock. */
  readonly start_epoch_seconds: number | undefined;
  readonly duration_seconds: number;
}

/** A pool and retries as an application has them: the default, a connection a query, is what few do. */
const CLIENT = {
  connection: { kind: 'pool', size: 10 },
  retry: { attempts: 5, connect_timeout: '10s' },
};

/**
 * The `start:`, `duration:` and `load:` of a scenario that plays a trace, as YAML to paste; guesses are marked by
 * comments. A fleet brings its `computes:` along.
 */
export function loadBlock(trace: LoadBlockTrace): string {
  const { columns, kind, vcpu } = trace;
  const load = {
    name: 'web',
    compute: columns === undefined ? 'primary' : 'tenant',
    process: 'trace',
    rate: { trace: selectionOf(trace) },
    query: { cpu: '5ms' },
    ...CLIENT,
  };
  // What is undefined is left out.
  const document = new Document({
    start: trace.start_epoch_seconds === undefined ? undefined : startText(trace.start_epoch_seconds),
    duration: formatDuration(trace.duration_seconds),
    computes: columns === undefined ? undefined : fleetOf(columns.length),
    load: [load],
  });
  const rate = ['load', 0, 'rate', 'trace'];
  if (columns === undefined) note(document, ['load', 0, 'compute'], "the compute's name in the scenario");
  note(document, [...rate, 'file'], 'relative to the scenario file, or absolute');
  note(document, ['load', 0, 'query', 'cpu'], 'a guess: CPU time of one query');
  if (kind === 'level' && vcpu === undefined) {
    note(document, [...rate, 'vcpu'], 'a guess: vCPUs of the machine that was recorded');
  }
  note(document, ['load', 0, 'connection'], 'a guess: the pool of the application');
  note(document, ['load', 0, 'retry'], 'a guess: what the application does after an error');
  if (columns !== undefined) {
    note(document, [...rate, 'values']);
    note(document, ['computes', 'mix'], 'the traces tell tenants apart');
  }
  return document.toString({ lineWidth: 0 });
}

function selectionOf({ file, time, value, columns, kind, vcpu = 2, duplicates, reading }: LoadBlockTrace) {
  const { counter, per, scale, interval_seconds, gaps, from, to } = reading;
  return {
    file,
    time,
    value,
    values: columns,
    kind,
    counter,
    per,
    scale: scale === 1 ? undefined : scale,
    interval: interval_seconds === undefined ? undefined : formatDuration(interval_seconds),
    from,
    to,
    gaps: gaps === 'keep' ? undefined : gaps,
    vcpu: kind === 'level' ? vcpu : undefined,
    duplicates,
  };
}

function fleetOf(count: number) {
  return {
    template: { autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 2 },
    count,
    mix: { recorded: { share: '100%', rate_factor: 1 } },
  };
}
