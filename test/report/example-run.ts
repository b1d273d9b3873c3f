import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { Scenario } from '../../src/scenario/scenario.js';
import { completeData } from '../../src/scenario/sections/data.js';
import { completeModel } from '../../src/scenario/sections/model.js';
import type {
  ComputeObservations,
  DecisionRow,
  RunObservations,
  TimelineRow,
} from '../../src/simulation/run/observation.js';
import { Histogram } from '../../src/statistics/histogram.js';

export function histogramOf(...values: readonly number[]): Histogram {
  const histogram = new Histogram();
  for (const value of values) histogram.add(value);
  return histogram;
}

/** A part of a run as a table has it, with its histograms. */
export function observed<Part>(part: unknown): Part {
  if (part === null || typeof part !== 'object') return part as Part;
  if (Array.isArray(part)) return part.map(observed) as Part;
  const { histogram } = part as { readonly histogram?: Readonly<Record<string, number>> };
  if (histogram !== undefined) {
    const values = Object.entries(histogram).flatMap(([seconds, count]) =>
      Array<number>(count).fill(Number(seconds)),
    );
    return histogramOf(...values) as Part;
  }
  return Object.fromEntries(Object.entries(part).map(([key, each]) => [key, observed(each)])) as Part;
}

const EXAMPLE: Readonly<Record<'scenario' | 'compute' | 'timeline' | 'decision', object>> = parse(
  readFileSync(new URL('example-run.yaml', import.meta.url), 'utf8'),
);

/** A scenario of one day from 1 January 2026 on the launch plan, limited to the parts that reports read. */
export function exampleScenario(overrides: Partial<Scenario> = {}): Scenario {
  const plan = { plan: 'launch', stored: undefined, restore_window: undefined } as const;
  const data = { ...completeData(undefined, { load: [], computes: [] }, plan), assumptions: [] };
  return { ...(EXAMPLE.scenario as Scenario), data, model: completeModel(undefined), ...overrides };
}

export function exampleCompute(overrides: Partial<ComputeObservations> = {}): ComputeObservations {
  return { ...observed<ComputeObservations>(EXAMPLE.compute), ...overrides };
}

export function exampleObservations(...computes: readonly ComputeObservations[]): RunObservations {
  return { duration_seconds: 86_400, computes, quota_exhausted_seconds: 0, events_fired: 1000 };
}

/** One hour of the example compute. */
export function exampleTimelineRow(overrides: Partial<TimelineRow> = {}): TimelineRow {
  return { ...observed<TimelineRow>(EXAMPLE.timeline), ...overrides };
}

export function exampleDecision(overrides: Partial<DecisionRow> = {}): DecisionRow {
  return { ...observed<DecisionRow>(EXAMPLE.decision), ...overrides };
}
