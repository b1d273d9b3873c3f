import { MIB } from '../../kernel/units.js';
import type { CalibratedMetrics } from '../../planner/calibrate/metrics/calibrated-metrics.js';
import type { FittedMemory } from '../../planner/calibrate/metrics/memory-fit.js';
import type { FittedWarmUp } from '../../planner/calibrate/metrics/warm-up-fit.js';
import type { MatchedParameter } from '../../statistics/simulated-moments/matched-parameters.js';
import { bytesText, percent } from '../figures/figure-text.js';
import type { Note, ReportBlock } from '../text/text-report.js';
import { parameterSpan } from './calibration-text.js';
import type { MeasuredConstant } from './measured-constant.js';

const KIB = 1024;

/** What metrics told, where they told it and do not say why not. */
export function told<Part extends object>(part: Part | string | undefined): Part | undefined {
  return typeof part === 'string' ? undefined : part;
}

/** What metrics told of memory and of the file cache. */
export function metricsBlocks(all: readonly CalibratedMetrics[], confidence: number): readonly ReportBlock[] {
  return all.map(({ source, memory, warm_up, agent }) => {
    const [known, cache] = [told(memory), told(warm_up)];
    const figures = [
      ['connection_memory', known?.connection_bytes, bytesText],
      ['query memory', known?.query_bytes, bytesText],
      ['working set', cache?.working_set_bytes, bytesText],
      ['popularity (zipf)', cache?.popularity, plain],
      ['load_average_fraction_target', told(agent)?.target, plain],
    ] as const;
    const rows = figures.flatMap(([name, figure, text]) =>
      figure === undefined ? [] : [[name, parameterSpan(figure, text)]],
    );
    const parts = { connection_memory: memory, 'file cache': warm_up, load_average_fraction_target: agent };
    const missing = Object.entries(parts).flatMap(([about, each]): readonly Note[] =>
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
  return mostPoints(all, ({ memory }) => memory).map(([memory, source]) => ({
    constant: 'connection_memory',
    written: writtenBytes(memory.connection_bytes.value),
    source: `${memory.points} points with ${memory.connections[0]} to ${memory.connections[1]} connections, ${source}`,
    comment: memoryComment(memory.connection_bytes, memory, source),
  }));
}

/** What is known of a cost in memory, for a comment. */
export function memoryComment(cost: MatchedParameter, { points }: FittedMemory, source: string): string {
  return `measured: ${parameterSpan(cost, bytesText)}, by the memory in use at ${points} points of ${source}`;
}

/** What is known of the data that pages are read from, for a comment. */
export function cacheComment(
  { working_set_bytes, popularity, starts }: FittedWarmUp,
  source: string,
): string {
  return `measured: working set ${parameterSpan(working_set_bytes, bytesText)}, zipf ${parameterSpan(popularity, plain)}, by the misses of the file cache after ${starts} starts, ${source}`;
}

/** The target of the autoscaler, where metrics tell it. */
export function measuredTarget(all: readonly CalibratedMetrics[]): readonly MeasuredConstant[] {
  return mostPoints(all, ({ agent }) => agent).map(([agent, source]) => ({
    constant: 'load_average_fraction_target',
    written: Number(agent.target.value.toPrecision(3)),
    source: `${agent.points} sizes, ${source}`,
    comment: `measured: ${parameterSpan(agent.target, plain)}, by simulation to ${agent.points} sizes of ${source} (mean ${agent.mean_cu.toPrecision(3)} CU while active)`,
  }));
}

/** What was fitted to most points, and its source; empty where metrics tell nothing. */
function mostPoints<Part extends { readonly points: number }>(
  all: readonly CalibratedMetrics[],
  of: (each: CalibratedMetrics) => Part | string | undefined,
): readonly (readonly [part: Part, source: string])[] {
  const known = all.flatMap((each): readonly (readonly [Part, string])[] => {
    const part = told(of(each));
    return part === undefined ? [] : [[part, each.source]];
  });
  return known.toSorted(([a], [b]) => b.points - a.points).slice(0, 1);
}

/** A size as a scenario writes it. */
export function writtenBytes(bytes: number): string {
  return bytes >= 16 * MIB ? `${Math.round(bytes / MIB)}MiB` : `${Math.round(bytes / KIB)}KiB`;
}

/** The same for a machine; `null` and the reason where there is nothing. */
export function metricsJson({ source, memory, warm_up, agent }: CalibratedMetrics) {
  const ends = (figure: MatchedParameter | undefined) =>
    figure === undefined ? null : { value: figure.value, low: figure.low, high: figure.high };
  const [known, cache] = [told(memory), told(warm_up)];
  return {
    source,
    connection_memory_bytes: ends(known?.connection_bytes),
    query_memory_bytes: ends(known?.query_bytes),
    working_set_bytes: ends(cache?.working_set_bytes),
    popularity: ends(cache?.popularity),
    load_average_fraction_target: ends(told(agent)?.target),
    refused: [memory, warm_up, agent].filter((each) => typeof each === 'string'),
  };
}

function plain(value: number): string {
  return value.toPrecision(3);
}
