import type { CalibratedMetrics } from '../../planner/calibrate/metrics/calibrated-metrics.js';
import type { FittedMemory } from '../../planner/calibrate/metrics/memory-fit.js';
import type { FittedWarmUp } from '../../planner/calibrate/metrics/warm-up-fit.js';
import type { MatchedParameter } from '../../statistics/simulated-moments/matched-parameters.js';
import { bytesText, percent } from '../figures/figure-text.js';
import type { Note, ReportBlock } from '../text/text-report.js';
import type { MeasuredConstant } from './measured-constant.js';

const KIB = 1024;
const MIB = 1024 * KIB;

/** What metrics told of memory and of the file cache. */
export function metricsBlocks(all: readonly CalibratedMetrics[], confidence: number): readonly ReportBlock[] {
  return all.map(({ source, memory, warm_up, agent }) => {
    const known = typeof memory === 'string' ? undefined : memory;
    const cache = typeof warm_up === 'string' ? undefined : warm_up;
    const rows = [
      ...(known === undefined ? [] : [['connection_memory', span(known.connection_bytes, bytesText)]]),
      ...(known?.query_bytes === undefined ? [] : [['query memory', span(known.query_bytes, bytesText)]]),
      ...(cache === undefined
        ? []
        : [
            ['working set', span(cache.working_set_bytes, bytesText)],
            ['popularity (zipf)', span(cache.popularity, plain)],
          ]),
      ...(agent === undefined || typeof agent === 'string'
        ? []
        : [['load_average_fraction_target', span(agent.target, plain)]]),
    ];
    const missing = (
      [
        ['connection_memory', memory],
        ['file cache', warm_up],
        ['load_average_fraction_target', agent],
      ] as const
    ).flatMap(([about, each]): readonly Note[] =>
      typeof each === 'string' ? [{ about: 'Too little', text: `${about}: ${each}`, emphasis: 'bad' }] : [],
    );
    return {
      title: `Memory, file cache and sizes by ${source}, with ${percent(confidence)} intervals`,
      ...(rows.length === 0 ? {} : { table: { head: ['', 'measured'], left: 1, rows } }),
      notes: missing,
    };
  });
}

/** `connection_memory`, where metrics tell it. */
export function measuredMemory(all: readonly CalibratedMetrics[]): readonly MeasuredConstant[] {
  const [best] = all
    .flatMap(({ source, memory }) => (typeof memory === 'string' ? [] : [{ source, memory }]))
    .toSorted((a, b) => b.memory.points - a.memory.points);
  if (best === undefined) return [];
  const { source, memory } = best;
  return [
    {
      constant: 'connection_memory',
      written: writtenBytes(memory.connection_bytes.value),
      source: `${memory.points} points with ${memory.connections[0]} to ${memory.connections[1]} connections, ${source}`,
      comment: memoryComment(memory.connection_bytes, memory, source),
    },
  ];
}

/** What is known of a cost in memory, for a comment. */
export function memoryComment(cost: MatchedParameter, { points }: FittedMemory, source: string): string {
  return `measured: ${span(cost, bytesText)}, by the memory in use at ${points} points of ${source}`;
}

/** What is known of the data that pages are read from, for a comment. */
export function cacheComment(
  { working_set_bytes, popularity, starts }: FittedWarmUp,
  source: string,
): string {
  return `measured: working set ${span(working_set_bytes, bytesText)}, zipf ${span(popularity, plain)}, by the misses of the file cache after ${starts} starts, ${source}`;
}

/** The target of the autoscaler, where metrics tell it. */
export function measuredTarget(all: readonly CalibratedMetrics[]): readonly MeasuredConstant[] {
  const [best] = all
    .flatMap(({ source, agent }) =>
      agent === undefined || typeof agent === 'string' ? [] : [{ source, agent }],
    )
    .toSorted((a, b) => b.agent.points - a.agent.points);
  if (best === undefined) return [];
  const { source, agent } = best;
  return [
    {
      constant: 'load_average_fraction_target',
      written: Number(agent.target.value.toPrecision(3)),
      source: `${agent.points} sizes, ${source}`,
      comment: `measured: ${span(agent.target, plain)}, by simulation to ${agent.points} sizes of ${source} (mean ${agent.mean_cu.toPrecision(3)} CU while active)`,
    },
  ];
}

/** A size as a scenario writes it. */
export function writtenBytes(bytes: number): string {
  return bytes >= 16 * MIB ? `${Math.round(bytes / MIB)}MiB` : `${Math.round(bytes / KIB)}KiB`;
}

/** The same for a machine; `null` and the reason where there is nothing. */
export function metricsJson({ source, memory, warm_up, agent }: CalibratedMetrics) {
  const ends = (figure: MatchedParameter | undefined) =>
    figure === undefined ? null : { value: figure.value, low: figure.low, high: figure.high };
  const [known, cache] = [
    typeof memory === 'string' ? undefined : memory,
    typeof warm_up === 'string' ? undefined : warm_up,
  ];
  return {
    source,
    connection_memory_bytes: ends(known?.connection_bytes),
    query_memory_bytes: ends(known?.query_bytes),
    working_set_bytes: ends(cache?.working_set_bytes),
    popularity: ends(cache?.popularity),
    load_average_fraction_target: ends(typeof agent === 'string' ? undefined : agent?.target),
    refused: [memory, warm_up, agent].filter((each) => typeof each === 'string'),
  };
}

function span({ value, low, high }: MatchedParameter, text: (value: number) => string): string {
  return Number.isFinite(low) ? `${text(value)} (${text(low)} to ${text(high)})` : text(value);
}

function plain(value: number): string {
  return value.toPrecision(3);
}
