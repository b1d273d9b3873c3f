import type { Distribution } from '../../kernel/distribution.js';
import { fitLatencyLaw, lawDistribution } from '../../statistics/latency-law/latency-law.js';
import {
  LAW_QUANTILES,
  type LawFigure,
  largestSupportedQuantile,
  lawFigures,
  MIN_MEASURED,
} from '../../statistics/latency-law/law-figures.js';
import { isAbandoned, type MeasuredValue } from '../../statistics/latency-law/measured-value.js';
import {
  LATENCY_KIND_NAMES,
  LATENCY_KINDS,
  type LatencyKindName,
  type MeasuredSource,
} from './measured-latencies.js';

/** A mean depends on the tail: it is reported only if the data support this quantile. */
const MEAN_NEEDS = 0.9;
/** Bounds with a smaller ratio are within the resolution of a clock: the value counts as exact. */
const MAX_EXACT_RATIO = 1.05;

/** The law of one kind of latency, as far as what was measured supports it. */
export interface CalibratedLaw {
  readonly kind: LatencyKindName;
  /** Values in all; of them those that were given up, and those only known to lie between bounds. */
  readonly values: number;
  readonly given_up: number;
  readonly between: number;
  /** Files and folders that the values come from, with how many each has. */
  readonly sources: readonly { readonly source: string; readonly values: number }[];
  /** In seconds; `undefined` if there is not enough data. */
  readonly distribution: Distribution | undefined;
  /** Mean and quantiles up to the one that is believed, with their intervals; seconds. */
  readonly figures: readonly LawFigure[];
  /** The largest quantile that the values support. */
  readonly believed: number | undefined;
}

/** How laws are fitted. */
export interface CalibrationOptions {
  /** Of the intervals, strictly between 0 and 1. */
  readonly confidence: number;
  /** Names the draws of the bootstrap. */
  readonly seed: string;
}

/** The law of each kind of latency that was measured, in the order of the kinds. */
export function calibratedLaws(
  sources: readonly MeasuredSource[],
  options: CalibrationOptions,
): readonly CalibratedLaw[] {
  return LATENCY_KIND_NAMES.flatMap((kind) => {
    const of = sources.map(({ source, latencies }) => ({
      source,
      latencies: latencies.filter((each) => each.kind === kind),
    }));
    const named = of.filter(({ latencies }) => latencies.length > 0);
    if (named.length === 0) return [];
    const counts = named.map(({ source, latencies }) => ({ source, values: latencies.length }));
    const values = named.flatMap(({ latencies }) => latencies);
    return [{ kind, sources: counts, ...calibratedLaw(values, kind, options) }];
  });
}

function calibratedLaw(
  values: readonly MeasuredValue[],
  kind: LatencyKindName,
  { confidence, seed }: CalibrationOptions,
): Omit<CalibratedLaw, 'kind' | 'sources'> {
  const given_up = values.filter(isAbandoned).length;
  const counts = {
    values: values.length,
    given_up,
    between: values.filter(
      ({ low, high }) => high > low * MAX_EXACT_RATIO && high !== Number.POSITIVE_INFINITY,
    ).length,
  };
  const believed = largestSupportedQuantile(values);
  if (believed === undefined || values.length - given_up < MIN_MEASURED) {
    return { ...counts, distribution: undefined, figures: [], believed: undefined };
  }
  const law = fitLatencyLaw(values);
  const quantiles = LAW_QUANTILES.filter((p) => p <= believed);
  return {
    ...counts,
    distribution: lawDistribution(law.parts),
    figures: lawFigures(law, quantiles, confidence, `${seed} ${LATENCY_KINDS[kind].constant}`).filter(
      ({ name }) => name !== 'mean' || believed >= MEAN_NEEDS,
    ),
    believed,
  };
}
