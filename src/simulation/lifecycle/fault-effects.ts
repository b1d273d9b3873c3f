import type { Fault } from '../../scenario/scenario.js';
import { FAULT_WORDS } from '../faults/compute-faults.js';
import type { RunContext } from '../run/run-context.js';
import type { ComputeParts } from './compute-parts.js';

/** Handles `FAULT_BEGINS` and `FAULT_ENDS`, on every compute that the fault concerns. @param index of the fault in the scenario */
export function tellOfFault(
  { scenario }: RunContext,
  computes: readonly ComputeParts[],
  index: number,
  begins: boolean,
): void {
  const fault = scenario.faults[index]!;
  for (const compute of computes) {
    if ('compute' in fault && fault.compute !== undefined && fault.compute !== compute.name) continue;
    if (begins) beginFault(compute, fault, index);
    else endFault(compute, fault, index);
  }
}

function beginFault(compute: ComputeParts, fault: Fault, index: number): void {
  const { faults, decisions, starts, stops } = compute;
  faults.note(fault, true);
  decisions.add('fault', compute.cu, FAULT_WORDS[fault.kind]);
  if (fault.kind === 'slow_wakes') starts.wakeDuration.slowDown(index, fault.latency);
  if (fault.kind === 'crash') stops.crash(`crashed; begins to start again after ${fault.for_seconds} s`);
  if (fault.kind === 'zone_loss') stops.lose();
  compute.availabilityChanged();
}

/** It is over: what had to wait for that goes on. */
function endFault(compute: ComputeParts, fault: Fault, index: number): void {
  const { faults, decisions, starts, stops, access, suspension, disruptions } = compute;
  faults.note(fault, false);
  decisions.add('fault_ended', compute.cu, fault.kind.replaceAll('_', ' '));
  if (fault.kind === 'slow_wakes') starts.wakeDuration.speedUp(index);
  if (fault.kind === 'zone_loss' && !faults.lost) disruptions.reopened();
  stops.suspendForQuota();
  if (access.barred) access.settle();
  else if (faults.startBlock === undefined) {
    if (!faults.crashing) starts.afterCrash();
    access.wakeForWaiting();
  }
  if (!faults.keepsAwake && compute.state === 'active') suspension.timer.again();
  compute.availabilityChanged();
}
