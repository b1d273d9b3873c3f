import { type Document, isMap, isSeq, type YAMLMap } from 'yaml';
import type { CalibratedDemands } from '../../planner/calibrate/demand/calibrated-demands.js';
import { writtenDemand } from '../../planner/calibrate/demand/demand-law.js';
import type { CalibratedMetrics } from '../../planner/calibrate/metrics/calibrated-metrics.js';
import { demandComment } from './demand-blocks.js';
import { cacheComment, memoryComment, told, writtenBytes } from './metrics-block.js';
import { mappingAt, remark } from './remark.js';

/** What was measured of a load's queries, as a scenario has it. */
export interface MeasuredQuery {
  readonly load: string;
  /** Of `query`. */
  readonly key: 'cpu' | 'memory' | 'working_set' | 'popularity';
  /** As a scenario writes it, as plain data. */
  readonly written: unknown;
  /** What is known of it, for a comment. */
  readonly comment: string;
}

/** The demand of each load; of a load that several recordings tell of, from the one with most of its queries. */
export function measuredDemands(all: readonly CalibratedDemands[]): readonly MeasuredQuery[] {
  const found = new Map<string, { readonly queries: number; readonly demand: MeasuredQuery }>();
  for (const recording of all) {
    for (const fitted of recording.demands) {
      const { load, queries, law } = fitted;
      if ((found.get(load)?.queries ?? 0) >= queries) continue;
      const comment = demandComment(fitted, recording);
      found.set(load, { queries, demand: { load, key: 'cpu', written: writtenDemand(law), comment } });
    }
  }
  return [...found.values()].map(({ demand }) => demand);
}

/** What metrics tell of the queries of a compute's only load. @param load `undefined` where there are several, or none is known */
export function measuredByMetrics(
  all: readonly CalibratedMetrics[],
  load: string | undefined,
): readonly MeasuredQuery[] {
  if (load === undefined) return [];
  return all.flatMap(({ source, memory, warm_up }): readonly MeasuredQuery[] => {
    const [known, cache] = [told(memory), told(warm_up)];
    const measured = (key: MeasuredQuery['key'], written: unknown, comment: string) => ({
      load,
      key,
      written,
      comment,
    });
    const bytes = known?.query_bytes;
    return [
      ...(bytes === undefined
        ? []
        : [measured('memory', writtenBytes(bytes.value), memoryComment(bytes, known!, source))]),
      ...(cache === undefined
        ? []
        : [
            measured('working_set', writtenBytes(cache.working_set_bytes.value), cacheComment(cache, source)),
            measured(
              'popularity',
              { zipf: Number(cache.popularity.value.toPrecision(3)) },
              cacheComment(cache, source),
            ),
          ]),
    ];
  });
}

/** Writes what was measured into the loads of a scenario. */
export function setQueries(document: Document, measured: readonly MeasuredQuery[]): void {
  const loads = document.get('load', true);
  if (!isSeq(loads)) return;
  for (const { load, key, written, comment } of measured) {
    const own = loads.items.find((item) => isMap(item) && item.get('name') === load) as YAMLMap | undefined;
    if (own === undefined) continue;
    // A comment needs lines of its own.
    own.flow = false;
    const query = mappingAt(document, own, 'query');
    const node = document.createNode(written);
    if (isMap(node)) node.flow = true;
    query.set(key, node);
    remark(document, query, key, comment);
  }
}
