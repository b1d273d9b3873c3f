import type { Fault } from '../scenario/scenario.js';
import type { StartBlock } from './proxy.js';

/** What the management API answers while an operation holds the project's lock. */
const LOCKED = '423 project already has running conflicting operations, scheduling of new ones is prohibited';
/** What the control plane tells the proxy in that case, and the proxy its client. */
const RUNNING_OPERATIONS =
  'Your project already has running operations. Please wait until they complete, and then try again.';
const OUTAGE = 'the control plane does not answer';

/** The faults that are under way on one compute, by kind, and what they forbid. */
export class ComputeFaults {
  #outages = 0;
  #operations = 0;
  #losses = 0;
  #noUpscale = 0;
  #crashes = 0;

  /** A fault begins, or ends. */
  note(fault: Fault, begins: boolean): void {
    const change = begins ? 1 : -1;
    switch (fault.kind) {
      case 'control_plane_outage':
        this.#outages += change;
        break;
      case 'stuck_operation':
        this.#operations += change;
        break;
      case 'zone_loss':
        this.#losses += change;
        break;
      case 'no_upscale':
        this.#noUpscale += change;
        break;
      case 'crash':
        this.#crashes += change;
        break;
      case 'slow_wakes':
        break;
    }
  }

  /** Whether the zone of the compute is lost: it cannot be reached. */
  get lost(): boolean {
    return this.#losses > 0;
  }

  /** Whether a crash has not been noticed yet. */
  get crashing(): boolean {
    return this.#crashes > 0;
  }

  /** Why no start can begin; `undefined` when one can. */
  get startBlock(): StartBlock | undefined {
    if (this.#outages > 0) return { kind: 'outage', words: OUTAGE };
    return this.#operations > 0 ? { kind: 'operation', words: RUNNING_OPERATIONS } : undefined;
  }

  /** Whether the compute cannot be suspended for inactivity: nobody is there to do it. */
  get keepsAwake(): boolean {
    return this.#outages > 0;
  }

  /** Why the management API refuses a call; `undefined` when it does not. */
  get callRefusal(): string | undefined {
    if (this.#outages > 0) return OUTAGE;
    return this.#operations > 0 ? LOCKED : undefined;
  }

  /**
   * What the autoscaler's agent meets: every request to the scheduler and the hypervisor fails, or only permits
   * for more are denied.
   */
  get scaling(): 'none' | 'permits_denied' | 'calls_fail' {
    if (this.#outages > 0) return 'calls_fail';
    return this.#noUpscale > 0 ? 'permits_denied' : 'none';
  }
}

/** A fault in words, for the log. */
export function faultWords(fault: Fault): string {
  switch (fault.kind) {
    case 'crash':
      return 'crash: the machine is gone';
    case 'slow_wakes':
      return 'slow wakes: the warm pool is empty';
    case 'control_plane_outage':
      return 'control-plane outage: nothing can be started, suspended, edited or scaled; what runs goes on';
    case 'zone_loss':
      return 'zone loss: the compute cannot be reached or started';
    case 'no_upscale':
      return 'no upscale: the node refuses every request for more';
    case 'stuck_operation':
      return 'stuck operation: management calls are refused and wakes wait';
  }
}
