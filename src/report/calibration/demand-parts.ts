import type { CalibratedDemands } from '../../ingest/calibrate/demand/calibrated-demands.js';
import type { FittedDemand } from '../../ingest/calibrate/demand/demand-fit.js';
import type { MeasuredSpan } from '../../ingest/calibrate/demand/recorded-queries.js';
import { column } from '../document/column.js';
import { type Note, notesOn, type Part, table } from '../document/report.js';
import { counted, duration, percent } from '../figures/figure-text.js';
import { when } from '../text/when.js';
import { figureSpan, quantileName } from './calibration-text.js';

/** The measured quantity, in a few words: never a demand. */
const SPANS: Readonly<Record<MeasuredSpan, string>> = {
  client: 'latency at the clients, since the query was sent',
  server: 'duration in the server',
};

/** The demands of each recording with their intervals, compared with simulations of them. */
export function demandParts(all: readonly CalibratedDemands[], confidence: number): readonly Part[] {
  return all.flatMap((each, index): readonly Part[] => [
    table<FittedDemand>({
      id: `demands-${index}`,
      title: `CPU time of a query, with ${percent(confidence)} intervals`,
      rows: each.demands,
      columns: [
        column('load', 'load', 'text', ({ load }) => load),
        column('queries', 'queries', 'figure_text', ({ queries }) => String(queries)),
        column('recorded', 'recorded mean', 'figure_text', (own) => duration(own.mean_latency_seconds)),
        column('cpu', 'CPU mean', 'figure_text', ({ mean }) => figureSpan(mean)),
        column('cv', 'variation (cv)', 'figure_text', cvText),
        column('law', 'law', 'figure_text', lawName),
      ],
      below: [...each.demands.flatMap(heldNotes), ...spanNotes(each), ...refusals(each)],
    }),
  ]);
}

function lawName({ law }: FittedDemand): string {
  return law.cv === 0 ? 'constant' : law.family;
}

/** Source and uncertainty of a demand, for the comment in a scenario. */
export function demandComment(demand: FittedDemand, { source, span }: CalibratedDemands): string {
  return `measured: ${counted(demand.queries, 'query', 'queries')}, ${source}; fitted by simulation to the ${SPANS[span]} (mean ${duration(demand.mean_latency_seconds)}); mean ${figureSpan(demand.mean)}, cv ${cvText(demand)}`;
}

/** The demands of a recording as JSON: milliseconds, and `null` for unknown ends. */
export function demandJson({ source, span, demands, refused, cpu_asked_seconds }: CalibratedDemands) {
  const end = (value: number, scale: number): number | null =>
    Number.isFinite(value) ? value * scale : null;
  return {
    source,
    measured: SPANS[span],
    cpu_asked_mean_ms: cpu_asked_seconds === undefined ? null : cpu_asked_seconds * 1000,
    loads: demands.map(({ load, law, mean, cv, queries, mean_latency_seconds, quantiles }) => ({
      load,
      queries,
      recorded_mean_ms: mean_latency_seconds * 1000,
      cpu_mean_ms: mean.value * 1000,
      cpu_mean_low_ms: end(mean.low, 1000),
      cpu_mean_high_ms: end(mean.high, 1000),
      cv: cv.value,
      cv_low: end(cv.low, 1),
      cv_high: end(cv.high, 1),
      law: law.cv === 0 ? 'constant' : law.family,
      quantiles: quantiles.map(({ p, recorded_seconds, simulated_seconds }) => ({
        p,
        recorded_ms: recorded_seconds * 1000,
        simulated_ms: simulated_seconds * 1000,
      })),
    })),
    refused,
  };
}

function cvText({ cv }: FittedDemand): string {
  return cv.value === 0 ? 'none visible' : figureSpan(cv, (value) => value.toPrecision(3));
}

function heldNotes({ load, quantiles }: FittedDemand): readonly Note[] {
  // Snapshots have no quantiles.
  if (quantiles.length === 0) return [];
  const held = quantiles.map(
    ({ p, recorded_seconds, simulated_seconds }) =>
      `p${quantileName(p)} ${duration(recorded_seconds)} → ${duration(simulated_seconds)}`,
  );
  return notesOn('Compared', [`${load}: recorded → simulated with this demand: ${held.join(', ')}`]);
}

function spanNotes({ span, source, demands, cpu_asked_seconds }: CalibratedDemands): readonly Note[] {
  if (demands.length === 0) return [];
  const text = `${source} has the ${SPANS[span]}, which includes waiting; with the fitted demand, a simulation of the same arrivals on the scenario's compute has the same latencies`;
  const asked = `the queries that were sent asked for ${duration(cpu_asked_seconds ?? 0)} of CPU each, by the speed measured before; what the server adds, and what others take, is in the fitted demand`;
  return [...notesOn('Note', [text]), ...notesOn('Note', when(cpu_asked_seconds !== undefined, asked))];
}

function refusals({ refused }: CalibratedDemands): readonly Note[] {
  return refused.flatMap(({ load, reason }) =>
    notesOn('Too little', [`demand of ${load}: ${reason}. The scenario's value stays.`], { emphasis: 'bad' }),
  );
}
