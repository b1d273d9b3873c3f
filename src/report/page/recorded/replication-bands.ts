import type { RunShape } from '../../../simulation/outcome/run-shape.js';
import type { TimePanel } from '../charts/time-panel.js';
import { packLogarithms, packMeasurements } from './pack-numbers.js';
import type { PackedBand, PackedReplications } from './page-data.js';

type Figure = Exclude<keyof RunShape, 'width_seconds'>;

/** The mean of several runs in each stretch of time, and between which they lie. */
export interface ReplicationBands {
  readonly width_seconds: number;
  readonly figures: Readonly<Record<Figure, Required<Pick<TimePanel, 'values' | 'band'>>>>;
}

/** The bands of replications; `undefined` where there are fewer than two. Runs in which nothing was measured do not count. */
export function replicationBands(shapes: readonly RunShape[]): ReplicationBands | undefined {
  const [first] = shapes;
  if (first === undefined || shapes.length < 2) return undefined;
  const of = (figure: Figure) => {
    const stretches = first.cu.map((_, at) =>
      shapes.map((shape) => shape[figure][at] ?? null).filter((value) => value !== null),
    );
    return {
      values: stretches.map((known) =>
        known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length,
      ),
      band: stretches.map((known) =>
        known.length === 0 ? null : { low: Math.min(...known), high: Math.max(...known) },
      ),
    };
  };
  return {
    width_seconds: first.width_seconds,
    figures: {
      cu: of('cu'),
      load: of('load'),
      per_second: of('per_second'),
      latency_p99_ms: of('latency_p99_ms'),
    },
  };
}

/** The same for the page's script; `undefined` where there are fewer than two replications. */
export function packedReplications(shapes: readonly RunShape[]): PackedReplications | undefined {
  const bands = replicationBands(shapes);
  if (bands === undefined) return undefined;
  const { width_seconds, figures } = bands;
  const logarithms = (values: readonly number[]) => packLogarithms(values, 1e-4);
  return {
    count: shapes.length,
    width_seconds,
    cu: packed(figures.cu, (values) => packMeasurements(values, 1e-3)),
    load: packed(figures.load, logarithms),
    per_second: packed(figures.per_second, logarithms),
    latency_p99_ms: packed(figures.latency_p99_ms, (values) => packLogarithms(values, 1e-3)),
  };
}

function packed<Packed>(
  { values, band }: Required<Pick<TimePanel, 'values' | 'band'>>,
  pack: (values: readonly number[]) => Packed,
): PackedBand<Packed> {
  return {
    mean: pack(values.map((value) => value ?? 0)),
    low: pack(band.map((ends) => ends?.low ?? 0)),
    high: pack(band.map((ends) => ends?.high ?? 0)),
  };
}
