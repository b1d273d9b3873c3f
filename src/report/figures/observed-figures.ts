import { PLACED_FIGURES } from '../../figures/catalogue.js';
import type { SeenBy } from '../../figures/figure.js';
import { timestamp } from '../../platform/resource/row.js';
import { valueAt } from '../../scenario/document/value-at.js';
import type { ObjectiveName, Scenario } from '../../scenario/scenario.js';
import type { ComputeSummary } from '../../study/run/compute-summary.js';
import type { Summary } from '../../study/run/summary.js';

/** Any figure, or a part of the figures, with unknown values. */
export type Known<Value> = Value extends number
  ? number | null
  : Value extends string
    ? string
    : { readonly [Key in keyof Value]: Known<Value[Key]> } | null;

/** An external observer's summary of a run, with `null` for figures that cannot be known. */
export interface SeenSummary
  extends Omit<Summary, 'computes' | 'total' | 'cost_by_month' | 'quota_exhausted_seconds'> {
  readonly computes: readonly Known<ComputeSummary>[];
  readonly total: Known<ComputeSummary>;
  readonly cost_by_month: readonly Known<Summary['cost_by_month'][number]>[];
  readonly quota_exhausted_seconds: null;
}

/** The scenario with the start and duration that were observed. */
export function asSeen(
  scenario: Scenario,
  { began_ms, duration_seconds }: { readonly began_ms: number; readonly duration_seconds: number },
): Scenario {
  return { ...scenario, start: timestamp(began_ms), start_epoch_seconds: began_ms / 1000, duration_seconds };
}

/** The observable part of a summary, without the cost of months, and the objectives that cannot be checked. */
export function seenSummary(
  summary: Summary,
  by: SeenBy,
  isSeen: (objective: ObjectiveName) => boolean,
): { readonly seen: Omit<SeenSummary, 'cost_by_month'>; readonly unseen: readonly ObjectiveName[] } {
  const slo = summary.slo.filter(({ objective, actual }) => isSeen(objective) && !Number.isNaN(actual));
  return {
    unseen: summary.slo.filter((each) => !slo.includes(each)).map(({ objective }) => objective),
    seen: {
      ...summary,
      computes: summary.computes.map((each) => seenFigures(each, by)),
      total: seenFigures(summary.total, by),
      quota_exhausted_seconds: null,
      slo,
      // An observation has no assumptions.
      assumptions: [],
    },
  };
}

/** The figures of a compute; `null` if the observer cannot see them. */
function seenFigures(figures: ComputeSummary, by: SeenBy): Known<ComputeSummary> {
  const seen = { ...(unknown(figures) as object), name: figures.name } as Known<ComputeSummary>;
  for (const { path, observable } of PLACED_FIGURES) {
    const above = observable === by ? valueAt(seen, path.slice(0, -1)) : undefined;
    if (isRecord(above)) above[path.at(-1)!] = known(valueAt(figures, path));
  }
  return seen;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** A figure; `null` for NaN. */
export function known<Value>(value: Value): Value | null {
  return Number.isNaN(value) ? null : value;
}

/** The same shape without values: `null` for every figure. */
function unknown(value: unknown): unknown {
  if (!isRecord(value) || Array.isArray(value)) return null;
  const parts = Object.entries(value).map(([key, part]) => [key, unknown(part)]);
  return parts.length === 0 ? null : Object.fromEntries(parts);
}
