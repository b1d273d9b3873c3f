import type { Fault } from '../../scenario/scenario.js';
import { FAULT_DESCRIPTIONS } from '../faults/compute-faults.js';
import { FAULT_BEGINS, FAULT_ENDS, SCENARIO_EVENT } from '../run/event-kind.js';
import { suspendForQuota } from '../run/project-quota.js';
import type { EventHandlers, RunContext } from '../run/run-context.js';
import type { Compute } from './compute.js';

/** Schedules the faults and edits of a scenario. They are scheduled first, so that they come first at equal times. */
export function planEvents({ calendar, scenario }: RunContext): void {
  scenario.faults.forEach(({ at_seconds, for_seconds }, index) => {
    calendar.schedule(at_seconds, FAULT_BEGINS, index);
    calendar.schedule(at_seconds + for_seconds, FAULT_ENDS, index);
  });
  scenario.events.forEach(({ at_seconds }, index) => {
    calendar.schedule(at_seconds, SCENARIO_EVENT, index);
  });
}

export const PLANNED_EVENTS: EventHandlers = {
  [SCENARIO_EVENT]: ({ computes, scenario }, index) => {
    const event = scenario.events[index]!;
    computes.find(({ name }) => name === event.compute)!.configuration.perform(event);
  },
  [FAULT_BEGINS]: (run, index) => {
    for (const compute of affectedComputes(run, index))
      beginFault(compute, run.scenario.faults[index]!, index);
  },
  [FAULT_ENDS]: (run, index) => {
    for (const compute of affectedComputes(run, index)) endFault(compute, run.scenario.faults[index]!, index);
  },
};

function affectedComputes({ computes, scenario }: RunContext, index: number): readonly Compute[] {
  const fault = scenario.faults[index]!;
  return 'compute' in fault && fault.compute !== undefined
    ? computes.filter(({ name }) => name === fault.compute)
    : computes;
}

function beginFault(compute: Compute, fault: Fault, index: number): void {
  const { faults, decisions, lifecycle, admission } = compute;
  faults.setUnderWay(fault, true);
  decisions.add('fault', compute.cu, FAULT_DESCRIPTIONS[fault.kind]);
  if (fault.kind === 'slow_wakes') lifecycle.wakeDuration.slowDown(index, fault.latency);
  if (fault.kind === 'crash') lifecycle.crash(`crashed; begins to start again after ${fault.for_seconds} s`);
  if (fault.kind === 'zone_loss') lifecycle.loseZone();
  admission.updateAvailability();
}

/** A fault ends: operations that waited for its end continue. */
function endFault(compute: Compute, fault: Fault, index: number): void {
  const { faults, decisions, lifecycle, admission, suspension, disruptions } = compute;
  faults.setUnderWay(fault, false);
  decisions.add('fault_ended', compute.cu, fault.kind.replaceAll('_', ' '));
  if (fault.kind === 'slow_wakes') lifecycle.wakeDuration.speedUp(index);
  if (fault.kind === 'zone_loss' && !faults.lost) disruptions.reopened();
  suspendForQuota(compute);
  if (admission.barred) admission.settle();
  else if (faults.startBlock === undefined) {
    if (!faults.crashing) lifecycle.startAfterCrash();
    admission.wakeForWaiting();
  }
  if (!faults.keepsAwake && compute.state === 'active') suspension.repeatCheck();
  admission.updateAvailability();
}
