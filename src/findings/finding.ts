import type { Scenario } from '../scenario/scenario.js';
import type { FindingId } from '../scenario/sections/settings.js';
import type { CauseObservations } from '../simulation/run/cause-observations.js';
import type { ComputeObservations, RunObservations } from '../simulation/run/observation.js';
import type { Fix } from './fix.js';

/** The place of a finding in a scenario: a load or a compute by its name, and keys within it. */
export interface FindingPlace {
  readonly section: 'load' | 'computes' | 'plan' | 'quota' | 'previews';
  /** Its name in the file; the fleet's name for tenants. */
  readonly name: string;
  readonly keys: readonly string[];
}

/** A property of a scenario or a run that deserves attention: not an error, and perhaps intended. */
export interface Finding {
  readonly id: FindingId;
  /** Text that includes the figure. */
  readonly message: string;
  readonly figure: { readonly name: string; readonly value: number };
  readonly place: FindingPlace;
  /** The cause in a clause: `poll never lets primary sleep`. */
  readonly cause?: string;
  /** For a compute that is kept awake, its name, the causes, and how often they let it sleep. */
  readonly awake?: {
    readonly compute: string;
    readonly by: readonly string[];
    readonly sleeps: 'never' | 'rarely';
  };
  /** Upper bound of the monthly saving without the cause. */
  readonly up_to_usd_per_month?: number;
  /** Line in the scenario file, counted from 1; absent if the file is not available. */
  readonly line?: number;
  /**
   * Changes that may remove the cause; after simulation, those that do, best first, or one that misses an objective.
   */
  readonly fixes?: readonly Fix[];
}

export type Remark = Omit<Finding, 'id'>;

/** A run as input to the rules. */
export interface RunSeen
  extends Pick<RunObservations, 'duration_seconds' | 'quota_exhausted_seconds' | 'exhaustions'> {
  readonly total: ComputeObservations;
  /** By index, at least those that represent others. */
  readonly computes: Readonly<Record<number, ComputeObservations>>;
  /** Causes by the same index. */
  readonly causes: Readonly<Record<number, readonly CauseObservations[]>>;
}

/** A rule for findings: about a scenario before it runs, or about its run. */
export interface FindingRule {
  /** A few words. */
  readonly title: string;
  /** The meaning, and the remedy. */
  readonly help: string;
  /** Whether the platform refuses or stops something, so that it is always shown. */
  readonly always?: true;
  readonly ofScenario?: (scenario: Scenario) => readonly Remark[];
  /** Replaces {@link ofScenario} for a run. */
  readonly ofRun?: (scenario: Scenario, run: RunSeen) => readonly Remark[];
}

/** Findings, the most expensive first; those without a known cost come last. */
export function byCost(findings: readonly Finding[]): readonly Finding[] {
  return findings.toSorted((a, b) => (b.up_to_usd_per_month ?? 0) - (a.up_to_usd_per_month ?? 0));
}
