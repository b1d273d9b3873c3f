import { type Document, isMap, isSeq, type YAMLMap } from 'yaml';
import type { CalibratedDemands } from '../../ingest/calibrate/demand/calibrated-demands.js';
import { writtenDemand } from '../../ingest/calibrate/demand/demand-law.js';
import { demandComment } from './demand-parts.js';
import { mappingAt, remark } from './remark.js';

/** The measured `query.cpu` of a load. */
export interface MeasuredDemand {
  readonly load: string;
  /** As written in a scenario, as plain data. */
  readonly written: unknown;
  /** Uncertainty and source, for a comment. */
  readonly comment: string;
}

/** The demand of each load; if several recordings contain the load, from the one with most of its queries. */
export function measuredDemands(all: readonly CalibratedDemands[]): readonly MeasuredDemand[] {
  const found = new Map<string, { readonly queries: number; readonly demand: MeasuredDemand }>();
  for (const recording of all) {
    for (const fitted of recording.demands) {
      const { load, queries, law } = fitted;
      if ((found.get(load)?.queries ?? 0) >= queries) continue;
      const comment = demandComment(fitted, recording);
      found.set(load, { queries, demand: { load, written: writtenDemand(law), comment } });
    }
  }
  return [...found.values()].map(({ demand }) => demand);
}

export function setDemands(document: Document, measured: readonly MeasuredDemand[]): void {
  const loads = document.get('load', true);
  if (!isSeq(loads)) return;
  for (const { load, written, comment } of measured) {
    const own = loads.items.find((item) => isMap(item) && item.get('name') === load) as YAMLMap | undefined;
    if (own === undefined) continue;
    // A comment needs separate lines.
    own.flow = false;
    const query = mappingAt(document, own, 'query');
    const node = document.createNode(written);
    if (isMap(node)) node.flow = true;
    query.set('cpu', node);
    remark(document, query, 'cpu', comment);
  }
}
