import { PLACED_FIGURES } from '../../figures/catalogue.js';
import type { SeenBy } from '../../figures/figure.js';
import { timestamp } from '../../platform/resource/row.js';
import type { ObjectiveName, Scenario } from '../../scenario/scenario.js';
import type { ComputeSummary } from './compute-summary.js';
import type { Summary } from './summary.js';

/** Figures of a compute that an observer sees, by their places; the others are null or empty in every result file. */
const SEEN_FIGURES: Readonly<Record<SeenBy, ReadonlySet<string>>> = {
  api: seenBy('api'),
  clients: seenBy('clients'),
};

function seenBy(observer: SeenBy): ReadonlySet<string> {
  const figures = PLACED_FIGURES.filter(({ observable }) => observable === observer);
  return new Set(['name', ...figures.map(({ path }) => path.join('.'))]);
}

/** Any figure, or a part of the figures, of which nothing may be known. */
export type Known<Value> = Value extends number
  ? number | null
  : Value extends string
    ? string
    : { readonly [Key in keyof Value]: Known<Value[Key]> } | null;

/** What was seen of a run from outside: its summary, with `null` where nothing can be known. */
export interface SeenSummary
  extends Omit<Summary, 'computes' | 'total' | 'cost_by_month' | 'quota_exhausted_seconds'> {
  readonly computes: readonly Known<ComputeSummary>[];
  readonly total: Known<ComputeSummary>;
  readonly cost_by_month: readonly Known<Summary['cost_by_month'][number]>[];
  readonly quota_exhausted_seconds: null;
}

/** The scenario as it took place: it began when that was seen, and lasted as long. */
export function asSeen(
  scenario: Scenario,
  { began_ms, duration_seconds }: { readonly began_ms: number; readonly duration_seconds: number },
): Scenario {
  return { ...scenario, start: timestamp(began_ms), start_epoch_seconds: began_ms / 1000, duration_seconds };
}

/** What an observer sees of a summary, the cost of months aside, and the objectives that it cannot be held against. */
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
      // Nothing was assumed: it happened.
      assumptions: [],
    },
  };
}

/** The figures of a compute, `null` wherever an observer cannot see them. */
function seenFigures(figures: ComputeSummary, by: SeenBy): Known<ComputeSummary> {
  const seen = SEEN_FIGURES[by];
  const part = (whole: object, above: string): object =>
    mapped(whole, (value, key) => {
      const path = `${above}${key}`;
      if (seen.has(path)) return known(value);
      const further = [...seen].some((each) => each.startsWith(`${path}.`));
      return further && typeof value === 'object' && value !== null
        ? part(value, `${path}.`)
        : unknown(value);
    });
  return part(figures, '') as Known<ComputeSummary>;
}

/** A figure, or `null` for one that is NaN. */
export function known<Value>(value: Value): Value | null {
  return Number.isNaN(value) ? null : value;
}

/** Something of the same shape that says nothing: `null` for every figure, and for what has none. */
function unknown(value: unknown): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return null;
  return Object.keys(value).length === 0 ? null : mapped(value, unknown);
}

function mapped(whole: object, of: (value: unknown, key: string) => unknown): object {
  return Object.fromEntries(Object.entries(whole).map(([key, value]) => [key, of(value, key)]));
}
