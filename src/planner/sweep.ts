import { evaluateObjectives, type ObjectiveResult } from '../availability/objectives.js';
import { ScenarioError } from '../scenario/diagnostic.js';
import type { MeanInterval } from '../statistics/confidence-interval.js';
import { makeRuns, type WorkOptions } from './make-runs.js';
import { FigureSample } from './paired-figures.js';
import { FIGURE_NAMES, type FigureName, type RunFigures, runFigures } from './run-figures.js';
import { compileVariant, type ScenarioSource, type SourcedVariant } from './scenario-source.js';
import { settingOverrides, settingOwners } from './setting-change.js';
import { combinations, type SweepAxis } from './sweep-axis.js';
import type { RunTask } from './workforce.js';

/** What is swept. */
export interface SweepPlan {
  readonly axes: readonly SweepAxis[];
  /** Of each combination. */
  readonly replications: number;
  /** Of the intervals, strictly between 0 and 1. */
  readonly confidence: number;
}

/** A combination of settings, and what came of it. */
export interface SweepRow {
  /** By axis, in the order of the axes. */
  readonly settings: Readonly<Record<string, string>>;
  /** Why the size table, the plan or the scenario forbids it; `null` where nothing does. */
  readonly invalid: string | null;
  /** Mean and interval of every figure; empty for a combination that is forbidden. */
  readonly figures: Readonly<Partial<Record<FigureName, MeanInterval | null>>>;
  /** The scenario's objectives held against the means. */
  readonly slo: readonly ObjectiveResult[];
}

/** Every combination of some settings of a scenario. */
export interface Sweep {
  readonly scenario: string;
  readonly seed: string;
  readonly start: string;
  readonly duration_seconds: number;
  readonly replications: number;
  readonly confidence: number;
  readonly axes: readonly SweepAxis[];
  /** In the order of the axes, the last of which varies fastest. */
  readonly rows: readonly SweepRow[];
  /** What was noticed in the scenario, in words. */
  readonly warnings: readonly string[];
}

/** More combinations than this are a mistake, or a question for a search. */
const MOST_COMBINATIONS = 10_000;

/** A combination before it is run. */
interface Candidate {
  readonly settings: Readonly<Record<string, string>>;
  readonly variant: SourcedVariant | undefined;
  readonly invalid: string | null;
}

/**
 * Runs every combination of settings that the size table and the plan allow, all with the same random numbers, and
 * lists the others with the reason.
 *
 * @throws ScenarioError for a scenario that is wrong without any of them, when no combination is valid, and for too
 *   many; InvariantError, PolicyError as a run does; WorkerError; the signal's reason
 */
export async function sweep(
  source: ScenarioSource,
  plan: SweepPlan,
  options: WorkOptions = {},
): Promise<Sweep> {
  const { axes, replications, confidence } = plan;
  const base = await compileVariant(source);
  const candidates = await candidatesOf(source, base, axes);
  const samples = new Map<SourcedVariant, FigureSample>();
  const tasks: RunTask[] = [];
  for (const { variant } of candidates) {
    if (variant === undefined) continue;
    samples.set(variant, new FigureSample(FIGURE_NAMES));
    for (let replication = 0; replication < replications; replication++) tasks.push({ variant, replication });
  }
  await makeRuns(
    tasks,
    options,
    () => tasks.length,
    ({ task, run }) => {
      samples.get(task.variant)!.add(runFigures(run));
      return undefined;
    },
  );
  const { name, seed, start, duration_seconds, warnings } = base.scenario;
  const rows = candidates.map(({ settings, variant, invalid }): SweepRow => {
    const sample = variant && samples.get(variant);
    if (variant === undefined || sample === undefined) return { settings, invalid, figures: {}, slo: [] };
    return { settings, invalid, ...judged(variant, sample, confidence) };
  });
  return { scenario: name, seed, start, duration_seconds, replications, confidence, axes, rows, warnings };
}

function judged(
  { scenario }: SourcedVariant,
  sample: FigureSample,
  confidence: number,
): Pick<SweepRow, 'figures' | 'slo'> {
  const figures = Object.fromEntries(
    FIGURE_NAMES.map((name) => [name, sample.interval(name, confidence)]),
  ) as Record<FigureName, MeanInterval | null>;
  const means = Object.fromEntries(
    FIGURE_NAMES.map((name) => [name, figures[name]?.mean ?? null]),
  ) as RunFigures;
  return { figures, slo: evaluateObjectives(scenario.slo, means, means.queries_arrived ?? 0) };
}

async function candidatesOf(
  source: ScenarioSource,
  base: SourcedVariant,
  axes: readonly SweepAxis[],
): Promise<readonly Candidate[]> {
  const asked = axes.reduce((count, { values }) => count * values.length, 1);
  if (asked > MOST_COMBINATIONS) {
    throw refusal(`${asked} combinations are more than ${MOST_COMBINATIONS}; vary fewer values`);
  }
  const computes = settingOwners(base.scenario);
  const candidates: Candidate[] = [];
  let broken: ScenarioError | undefined;
  for (const settings of combinations(axes)) {
    const changes = Object.entries(settings).flatMap(([path, value]) =>
      settingOverrides(`${path}=${value}`, computes),
    );
    try {
      const variant = await compileVariant({ ...source, set: [...source.set, ...changes] });
      candidates.push({ settings, variant, invalid: null });
    } catch (error) {
      if (!(error instanceof ScenarioError)) throw error;
      broken ??= error;
      const reasons = new Set(error.diagnostics.map(({ message }) => message));
      candidates.push({ settings, variant: undefined, invalid: [...reasons].join('; ') });
    }
  }
  // A path that is wrong is wrong in every combination, and told as any override that cannot be applied.
  if (broken !== undefined && candidates.every(({ variant }) => variant === undefined)) throw broken;
  return candidates;
}

function refusal(message: string): ScenarioError {
  return new ScenarioError([{ source: '--vary', line: undefined, column: undefined, path: '', message }]);
}
