import type { GrownTimes } from './grown-times.js';
import { type Finding, found, type ImportedTraffic } from './imported.js';

/**
 * The traffic of requests that were logged one by one. Where a log knows whole seconds only, or a request makes
 * several queries, they are counts of a second; else single arrivals.
 */
export function requestTraffic(
  times: GrownTimes,
  queries_per_request: number,
  whole_seconds: boolean,
): { readonly traffic: ImportedTraffic; readonly findings: readonly Finding[] } {
  const ascending = times.ascending();
  const each = queries_per_request === 1 ? '' : `, ${queries_per_request} queries each`;
  const what = `${ascending.length} ${ascending.length === 1 ? 'request' : 'requests'}${each}`;
  if (!whole_seconds && queries_per_request === 1) {
    const how = 'each has a line of its own, with its moment';
    return { traffic: { kind: 'arrivals', times: ascending }, findings: [found('counted', what, how)] };
  }
  const starts: number[] = [];
  const counts: number[] = [];
  for (const time of ascending) {
    const second = Math.floor(time);
    if (starts.at(-1) === second) counts[counts.length - 1]! += queries_per_request;
    else {
      starts.push(second);
      counts.push(queries_per_request);
    }
  }
  const how = whole_seconds
    ? 'each has a line of its own, with its second; where in the second is not known'
    : 'each has a line of its own; queries of a request are spread over its second';
  const certainty = queries_per_request === 1 ? 'counted' : 'inferred';
  return {
    traffic: {
      kind: 'counts',
      times: Float64Array.from(starts),
      values: Float64Array.from(counts),
      width_seconds: 1,
    },
    findings: [found(certainty, what, how)],
  };
}
