import type { Fault } from '../../scenario/scenario.js';
import { FAULT_BEGINS, FAULT_ENDS } from '../run/event-kind.js';
import type { RunContext } from '../run/run-context.js';

/** What a fault can happen to. */
export interface FaultTarget {
  readonly name: string;
  faultBegins(fault: Fault, index: number): void;
  faultEnds(fault: Fault, index: number): void;
}

/** Plans the beginning and the end of every fault of the scenario. */
export function scheduleFaults({ calendar, scenario }: RunContext): void {
  scenario.faults.forEach(({ at_seconds, for_seconds }, index) => {
    calendar.schedule(at_seconds, FAULT_BEGINS, index);
    calendar.schedule(at_seconds + for_seconds, FAULT_ENDS, index);
  });
}

/** Handles {@link FAULT_BEGINS} and {@link FAULT_ENDS}: tells every compute that the fault concerns. */
export function tellOfFault(
  { scenario }: RunContext,
  computes: readonly FaultTarget[],
  index: number,
  begins: boolean,
): void {
  const fault = scenario.faults[index]!;
  for (const compute of computes) {
    if ('compute' in fault && fault.compute !== undefined && fault.compute !== compute.name) continue;
    if (begins) compute.faultBegins(fault, index);
    else compute.faultEnds(fault, index);
  }
}
