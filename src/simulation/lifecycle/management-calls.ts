import { ACTIVE_COMPUTES_EXCEEDED } from '../../compute/lifecycle/active-computes.js';
import { apiState, startsOnConnect } from '../../compute/lifecycle/compute-state.js';
import { configurationChange } from '../../compute/lifecycle/configuration-change.js';
import {
  type ComputeSettings,
  type ComputeUpdate,
  editText,
  settingsOf,
} from '../../compute/lifecycle/settings.js';
import { type SettingsRules, settingsProblems } from '../../compute/lifecycle/settings-problem.js';
import { onRestart, onUpdate } from '../../compute/lifecycle/transition.js';
import type { RuleBook } from '../../compute/rule-book.js';
import type { DecisionRow } from '../run/observation.js';
import type { ComputeParts } from './compute-parts.js';

/** What the management API's calls do to one compute, and when they are refused. */
export class ManagementCalls {
  readonly #compute: ComputeParts;
  readonly #rules: SettingsRules;
  #settings: ComputeSettings;

  /** @param book whose rules an edit must keep */
  constructor(compute: ComputeParts, settings: ComputeSettings, book: RuleBook) {
    this.#compute = compute;
    this.#settings = settingsOf(settings);
    this.#rules = { plan: undefined, book };
  }

  get settings(): ComputeSettings {
    return this.#settings;
  }

  /** The start call. */
  start(): void {
    if (this.#refused('start')) return;
    const { faults, state, quota, startRefusal, decisions, starts, causes } = this.#compute;
    if (!startsOnConnect(state) || quota.exhausted) return;
    if (startRefusal !== undefined) decisions.add('refuse', 0, `start call: ${ACTIVE_COMPUTES_EXCEEDED}`);
    else if (faults.lost) decisions.add('refuse', 0, 'start call: the zone of the compute is lost');
    else starts.wake('start', 'start call', causes.here.ofPlatform('management_calls'));
  }

  /** The suspend call. */
  suspend(): void {
    if (!this.#refused('suspend')) this.#compute.stops.suspendNow('suspend call');
  }

  /** The restart call. */
  restart(): void {
    if (this.#refused('restart')) return;
    const { state, cu, decisions, stops } = this.#compute;
    if (onRestart(apiState(state)) !== undefined) stops.restartNow('restart call');
    else decisions.add('restart', cu, `refused: only an active compute restarts, not one that is ${state}`);
  }

  /** The update call. */
  update(set: ComputeUpdate): void {
    if (this.#refused('update')) return;
    const compute = this.#compute;
    const before = this.#settings;
    const after = { ...before, ...set };
    // Valid as the scenario stands, but not where a fault has kept an edit before it from being made.
    const [problem] = settingsProblems(after, this.#rules);
    if (problem !== undefined) {
      compute.decisions.add('refuse', compute.cu, `update call: ${problem.message}`);
      return;
    }
    const edit = editText(before, after);
    compute.decisions.add('update', compute.cu, edit ?? 'nothing changes');
    if (edit === undefined) return;
    this.#settings = after;
    const change = configurationChange(before, after, compute.state === 'active');
    if (onUpdate(apiState(compute.state), change).interrupts) {
      compute.stops.restartNow('autoscaling limits or size edited');
    }
    compute.settingsChanged(change.restarts);
    compute.suspension.update(after, set, compute.state === 'active' && !compute.hasActivity);
  }

  /** Whether a fault makes the management API refuse a call, which is logged. */
  #refused(call: Extract<DecisionRow['decision'], 'start' | 'suspend' | 'restart' | 'update'>): boolean {
    const { faults, decisions, cu } = this.#compute;
    const words = faults.callRefusal;
    if (words === undefined) return false;
    decisions.add('refuse', cu, `${call} call: ${words}`);
    return true;
  }
}
