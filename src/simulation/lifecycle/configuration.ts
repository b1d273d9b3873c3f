import { ACTIVE_COMPUTES_EXCEEDED } from '../../compute/lifecycle/active-computes.js';
import { apiState, startsOnConnect } from '../../compute/lifecycle/compute-state.js';
import { configurationChange } from '../../compute/lifecycle/configuration-change.js';
import { type ComputeUpdate, editText, settingsOf } from '../../compute/lifecycle/settings.js';
import { settingsProblems } from '../../compute/lifecycle/settings-problem.js';
import { onRestart, onUpdate } from '../../compute/lifecycle/transition.js';
import { configuredMaxConnections } from '../../compute/size.js';
import { ComputePart } from '../run/compute-part.js';
import type { RunContext } from '../run/run-context.js';
import type { Compute } from './compute.js';

export type ManagementCall =
  | { readonly kind: 'start' | 'suspend' | 'restart' }
  | { readonly kind: 'update'; readonly set: ComputeUpdate };

/** The settings of one compute, and the calls of the management API that edit, start, suspend or restart it. */
export class Configuration extends ComputePart {
  settings = settingsOf(this.specification);

  constructor(context: RunContext, compute: Compute) {
    super(context, compute);
    this.#applyLimits();
  }

  perform(call: ManagementCall): void {
    const { faults, decisions, cu, lifecycle } = this.compute;
    const { callRefusal } = faults;
    if (callRefusal !== undefined) decisions.add('refuse', cu, `${call.kind} call: ${callRefusal}`);
    else if (call.kind === 'update') this.#update(call.set);
    else if (call.kind === 'start') this.#start();
    else if (call.kind === 'suspend') lifecycle.suspendNow('suspend call');
    else this.#restart();
  }

  #start(): void {
    const { faults, state, quota, admission, decisions, causes, lifecycle } = this.compute;
    if (!startsOnConnect(state) || quota.exhausted) return;
    if (admission.startRefusal !== undefined)
      decisions.add('refuse', 0, `start call: ${ACTIVE_COMPUTES_EXCEEDED}`);
    else if (faults.lost) decisions.add('refuse', 0, 'start call: the zone of the compute is lost');
    else lifecycle.wake('start', 'start call', causes.here.ofPlatform('management_calls'));
  }

  #restart(): void {
    const { state, cu, decisions, lifecycle } = this.compute;
    if (onRestart(apiState(state)) !== undefined) lifecycle.restart('restart call', '57P01', 'restart');
    else decisions.add('restart', cu, `refused: only an active compute restarts, not one that is ${state}`);
  }

  #update(set: ComputeUpdate): void {
    const compute = this.compute;
    const { decisions, lifecycle, suspension } = compute;
    const before = this.settings;
    const after = { ...before, ...set };
    // Valid in the scenario as written, but not if a fault has kept an earlier edit from being made.
    const [problem] = settingsProblems(after, { plan: undefined, book: this.context.scenario.model.rules });
    if (problem !== undefined) {
      decisions.add('refuse', compute.cu, `update call: ${problem.message}`);
      return;
    }
    const edit = editText(before, after);
    decisions.add('update', compute.cu, edit ?? 'nothing changes');
    if (edit === undefined) return;
    this.settings = after;
    const change = configurationChange(before, after, compute.state === 'active');
    if (onUpdate(apiState(compute.state), change).interrupts) {
      lifecycle.restart('autoscaling limits or size edited', '57P01', 'restart');
    }
    if (change.restarts) this.#applyLimits();
    lifecycle.resize();
    suspension.update(after, set, compute.state === 'active' && !suspension.hasActivity);
  }

  #applyLimits(): void {
    const { slots, service, execution, memory } = this.compute;
    const { model } = this.context.scenario;
    const { autoscaling_limit_max_cu: max_cu } = this.settings;
    const connections = configuredMaxConnections(this.settings, model);
    slots.setMaximum(connections, model.reserved_connections);
    service.pooler.setMaxConnections(connections);
    execution.setMaximum(max_cu);
    memory.setLimits(connections, max_cu);
  }
}
