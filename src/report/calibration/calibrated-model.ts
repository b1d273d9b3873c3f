import { type Document, isMap, isPair, isScalar, isSeq, parseDocument, stringify, type YAMLMap } from 'yaml';
import type { CalibratedLaw } from '../../ingest/calibrate/calibration.js';
import { LATENCY_KINDS } from '../../ingest/calibrate/measured-latencies.js';
import type { Distribution } from '../../kernel/distribution.js';
import { quantile } from '../../kernel/quantile.js';
import { formatDuration } from '../../scenario/form/quantity.js';
import type { ConstantName } from '../../scenario/model/model-constants.js';
import { MAX_SOURCE_LENGTH } from '../../scenario/sections/model.js';
import { figureSpan, quantileName, valuesText } from './calibration-text.js';
import { type MeasuredDemand, setDemands } from './measured-demand.js';
import { mappingAt, remark } from './remark.js';

export interface MeasuredConstant {
  readonly constant: ConstantName;
  /** As written in a scenario, as plain data. */
  readonly written: unknown;
  /** Source of the measurement, for `model.measured`. */
  readonly source: string;
  /** Uncertainty and source, for a comment. */
  readonly comment: string;
}

/** The parts of a scenario that a calibration sets. */
export interface MeasuredParts {
  readonly constants: readonly MeasuredConstant[];
  readonly demands: readonly MeasuredDemand[];
}

/** Significant digits of a measured figure. */
const DIGITS = 4;

/** The constants of a calibration, in the order of its laws. @param round_trip_seconds of a load that was sent */
export function measuredConstants(
  laws: readonly CalibratedLaw[],
  round_trip: { readonly seconds: number; readonly source: string } | undefined,
): readonly MeasuredConstant[] {
  const fitted = laws.flatMap((law): readonly MeasuredConstant[] => {
    if (law.distribution === undefined) return [];
    const [mean, ...quantiles] = law.figures.map((figure) => `${figure.name} ${figureSpan(figure)}`);
    const source = `${valuesText(law)}, ${law.sources.map((each) => each.source).join(', ')}`;
    return [
      {
        constant: LATENCY_KINDS[law.kind].constant,
        written: writtenLaw(law.distribution),
        source,
        comment: `measured: ${source}; ${[mean, ...quantiles].join(', ')}; beyond p${quantileName(law.believed!)} an extrapolation`,
      },
    ];
  });
  if (round_trip === undefined) return fitted;
  const { seconds, source } = round_trip;
  const text = `the median of 50 round trips before the load was sent, ${source}`;
  return [
    ...fitted,
    {
      constant: 'round_trip_latency',
      written: formatDuration(rounded(seconds)),
      source: text,
      comment: `measured: ${text}`,
    },
  ];
}

/** A lognormal distribution or a mixture of them, as written in a scenario; seconds. */
export function writtenLaw(distribution: Distribution): unknown {
  switch (distribution.kind) {
    case 'lognormal': {
      const median = rounded(quantile(distribution, 0.5));
      const p99 = rounded(quantile(distribution, 0.99));
      if (p99 <= median) return formatDuration(median);
      return { lognormal: { median: formatDuration(median), p99: formatDuration(p99) } };
    }
    case 'mixture':
      return {
        mixture: distribution.parts.map((part, index) => ({
          weight: rounded(distribution.weights[index]!),
          of: writtenLaw(part),
        })),
      };
    default:
      throw new RangeError(`a measured law is lognormal or a mixture, not ${distribution.kind}`);
  }
}

/** The `model:` block with its comments, to be put into a scenario. */
export function modelPatch(constants: readonly MeasuredConstant[]): string {
  const document = parseDocument('model: {}\n');
  document.commentBefore =
    ' Measured constants of the model: put them into the model: section of a scenario.';
  if (constants.length > 0) setConstants(document, constants);
  return document.toString({ lineWidth: 0 });
}

/**
 * A scenario with measurements in place of its figures, and its comments unchanged.
 *
 * @param text of the scenario, which is valid
 * @param path the mapping of a path in it
 */
export function calibratedScenario(
  text: string,
  { constants, demands }: MeasuredParts,
  path: (written: string) => string,
): string {
  const document = parseDocument(text);
  if (constants.length > 0) setConstants(document, constants);
  setDemands(document, demands);
  movePaths(document.contents, path);
  return document.toString({ lineWidth: 0 });
}

/** The measurements alone, as overrides of a scenario. */
export function asOverrides({ constants, demands }: MeasuredParts): readonly string[] {
  const set = (path: string, written: unknown): string =>
    `${path}=${stringify(written, { collectionStyle: 'flow', lineWidth: 0 }).trim()}`;
  return [
    ...constants.map(({ constant, written }) => set(`model.${constant}`, written)),
    ...demands.map(({ load, written }) => set(`load.${load}.query.cpu`, written)),
  ];
}

function setConstants(document: Document, constants: readonly MeasuredConstant[]): void {
  const model = mappingAt(document, document, 'model');
  for (const { constant, written, comment } of constants) {
    const node = document.createNode(written);
    flatten(node);
    model.set(constant, node);
    remark(document, model, constant, comment);
  }
  // A measured law already includes the slow wakes.
  const misses: unknown = model.get('warm_pool_miss');
  if (misses !== undefined && misses !== 0 && constants.some(({ constant }) => constant === 'wake_latency')) {
    model.set('warm_pool_miss', 0);
    remark(document, model, 'warm_pool_miss', 'the measured wakes include those without a warm pool');
  }
  const measured = mappingAt(document, model, 'measured');
  for (const { constant, source } of constants) measured.set(constant, source.slice(0, MAX_SOURCE_LENGTH));
}

/** One law per line, one part of a mixture per line. */
function flatten(node: unknown): void {
  if (!isMap(node)) return;
  const [first] = node.items;
  const parts =
    first !== undefined && isScalar(first.key) && first.key.value === 'mixture' ? first.value : undefined;
  if (parts === undefined) {
    node.flow = true;
    return;
  }
  for (const part of (parts as YAMLMap).items as unknown[]) if (isMap(part)) part.flow = true;
}

/** Rewrites the paths relative to the scenario: recordings, and modules of policies. */
function movePaths(node: unknown, path: (written: string) => string): void {
  if (isScalar(node)) {
    if (typeof node.value === 'string' && /^\.\.?\//.test(node.value)) node.value = path(node.value);
    return;
  }
  if (!isMap(node) && !isSeq(node)) return;
  for (const item of node.items as readonly unknown[]) {
    if (!isPair(item)) {
      movePaths(item, path);
      continue;
    }
    const { key, value } = item;
    if (isScalar(key) && key.value === 'file' && isScalar(value) && typeof value.value === 'string') {
      value.value = path(value.value);
      continue;
    }
    movePaths(key, path);
    movePaths(value, path);
  }
}

function rounded(value: number): number {
  return Number(value.toPrecision(DIGITS));
}
