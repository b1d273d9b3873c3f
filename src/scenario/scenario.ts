import type { FaultRequest } from '../api/fault.js';
import type { PlanChoice } from '../vendors/plan-limits.js';
import type { ScenarioInterval } from './form/interval.js';
import type { ScenarioAssumption } from './model/assumption.js';
import type { ModelConstants } from './model/model-constants.js';
import type { ComputeSpecification } from './sections/computes.js';
import type { DataSpecification } from './sections/data.js';
import type { ScenarioEvent } from './sections/events.js';
import type { Fault } from './sections/faults.js';
import type { FleetSpecification } from './sections/fleet/complete-fleet.js';
import type { Load } from './sections/load/load.js';
import type { PreviewsSpecification } from './sections/previews.js';
import type { QuotaSpecification } from './sections/quota.js';
import type { FindingId } from './sections/settings.js';
import type { Objective } from './sections/slo.js';
import type { VendorChoice } from './sections/vendor.js';

export type { PolicyChoice } from '../compute/policy/own-policies.js';
export type { TenantSpecification } from '../workload/tenants.js';
export type { ScenarioInterval } from './form/interval.js';
export type { Assumption, ScenarioAssumption } from './model/assumption.js';
export type { ModelConstants } from './model/model-constants.js';
export type { ComputeSpecification } from './sections/computes.js';
export type { DataSpecification } from './sections/data.js';
export type { ScenarioEvent } from './sections/events.js';
export type { Fault } from './sections/faults.js';
export type { FleetSpecification } from './sections/fleet/complete-fleet.js';
export type { Load } from './sections/load/load.js';
export type { PreviewsSpecification } from './sections/previews.js';
export type { QuotaSpecification } from './sections/quota.js';
export type { Objective, ObjectiveName } from './sections/slo.js';

/** A validated scenario: deeply frozen plain data, in base units, with every default filled in. */
export interface Scenario {
  readonly name: string;
  /** Seeds every random stream of the run. */
  readonly seed: string;
  /** ISO 8601 UTC, to the second. */
  readonly start: string;
  /** `start` as Unix time. */
  readonly start_epoch_seconds: number;
  readonly duration_seconds: number;
  readonly plan: PlanChoice;
  /** The platform whose rules and prices apply; absent for Neon. */
  readonly vendor?: VendorChoice;
  /** Width of a row of the timeline. */
  readonly timeline_interval_seconds: number;
  readonly computes: readonly ComputeSpecification[];
  /** Tenants whose computes are made from one template; absent without a fleet. */
  readonly fleet?: FleetSpecification;
  readonly load: readonly Load[];
  /** Ascending by time; equal times in the order of the file. */
  readonly events: readonly ScenarioEvent[];
  /** Ascending by time. */
  readonly faults: readonly Fault[];
  /** Faults of the management API, absent if there are none: served and observed, never simulated. */
  readonly api_faults?: readonly FaultRequest[];
  readonly slo: readonly Objective[];
  /** Charged in addition to compute; has no effect on runs. */
  readonly data: DataSpecification;
  /** Short-lived branches; they have no effect on runs. */
  readonly previews: PreviewsSpecification | undefined;
  /** In addition to the limits of the plan. */
  readonly quota: QuotaSpecification;
  /** Of the organization, in cents per month; it sends alerts and suspends no compute. */
  readonly spending_limit_cents: number | undefined;
  /** Whether the scenario explicitly applies the specification's rules instead of the platform's; absent if not. */
  readonly seed_rules_chosen?: boolean;
  /** Findings that are not reported; absent if there are none. */
  readonly ignored_findings?: readonly FindingId[];
  readonly model: ModelConstants;
  /** Assumptions about behaviour that the platform has not published, in the order of the catalogue. */
  readonly assumptions: readonly ScenarioAssumption[];
  /** Figures given as intervals, replaced by their middle; absent if there are none. */
  readonly intervals?: readonly ScenarioInterval[];
  /** Remarks about the scenario and its traces; never errors. */
  readonly warnings: readonly string[];
}
