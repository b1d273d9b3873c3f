import type { Scenario } from '../scenario/scenario.js';
import type { FindingId } from '../scenario/sections/settings.js';
import type { CauseObservations } from '../simulation/run/cause-observations.js';
import type { ComputeObservations, RunObservations } from '../simulation/run/observation.js';
import type { Fix } from './fix.js';

/** Where in a scenario a finding belongs: a load or a compute by its name, and keys within it. */
export interface FindingPlace {
  readonly section: 'load' | 'computes' | 'plan' | 'quota' | 'previews';
  /** As the file has it; a fleet's own name for its tenants. */
  readonly name: string;
  readonly keys: readonly string[];
}

/** A property of a scenario or a run that deserves attention: not an error, and perhaps intended. */
export interface Finding {
  readonly id: FindingId;
  /** In words, with the figure that it rests on. */
  readonly message: string;
  readonly figure: { readonly name: string; readonly value: number };
  readonly place: FindingPlace;
  /** The cause in a clause: `poll never lets primary sleep`. */
  readonly cause?: string;
  /** Of a compute that is kept awake: which, and what keeps it awake. */
  readonly awake?: { readonly compute: string; readonly by: readonly string[] };
  /** The most that a month can cost less without the cause. */
  readonly up_to_usd_per_month?: number;
  /** Where that is in the scenario file, counted from 1; absent for a file that is not at hand. */
  readonly line?: number;
  /** Changes that may remove the cause; once they have been simulated, those that do, the best first, else one that misses an objective. */
  readonly fixes?: readonly Fix[];
}

export type Remark = Omit<Finding, 'id'>;

/** The inputs of rules from a run. */
export interface RunSeen
  extends Pick<RunObservations, 'duration_seconds' | 'quota_exhausted_seconds' | 'exhaustions'> {
  readonly total: ComputeObservations;
  /** By their places, at least those that represent others. */
  readonly computes: Readonly<Record<number, ComputeObservations>>;
  /** By the same places: what brought about what. */
  readonly causes: Readonly<Record<number, readonly CauseObservations[]>>;
}

/** A rule for findings: about a scenario before it runs, or about its run. */
export interface FindingRule {
  /** In a few words. */
  readonly title: string;
  /** Its meaning, and the remedy. */
  readonly help: string;
  /** Whether it is about what the platform refuses or stops, so that it is shown without being asked for. */
  readonly always?: true;
  /** The expected findings of a scenario that is not run. */
  readonly foreseen?: (scenario: Scenario) => readonly Remark[];
  readonly ofScenario?: (scenario: Scenario) => readonly Remark[];
  /** Takes the place of {@link ofScenario} once there is a run. */
  readonly ofRun?: (scenario: Scenario, run: RunSeen) => readonly Remark[];
}
