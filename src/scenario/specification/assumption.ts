import type { Alternatives } from '../model/model-constant.js';

/** One assumption as the reports show it. */
export interface Assumption {
  /** Path in the scenario file, such as `model.wake_latency`. */
  readonly name: string;
  /** The value as a person would write it. */
  readonly value: string;
  readonly source: string;
  readonly confidence: 'high' | 'medium' | 'low' | 'yours' | 'measured';
  /** Whether the scenario sets it, or the default stands. */
  readonly set_by: 'scenario' | 'default';
}

/** One assumption as the scenario makes it. */
export interface ScenarioAssumption extends Assumption {
  /** The value as a scenario would write it, as plain data. */
  readonly written: unknown;
  /** What it might be instead, where its confidence does not say it. */
  readonly alternatives?: Alternatives | undefined;
}
