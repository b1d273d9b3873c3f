import { lockProblem } from '../../compute/lifecycle/running-operations.js';
import type { Fault } from '../../scenario/scenario.js';

/** The control plane's message to the proxy in that case, which the proxy passes to its client. */
const RUNNING_OPERATIONS =
  'Your project already has running operations. Please wait until they complete, and then try again.';
const OUTAGE = 'the control plane does not answer';

/** Why no start can begin at present. */
export interface StartBlock {
  readonly kind: 'outage' | 'operation';
  /** Message for clients. */
  readonly message: string;
}

/** The faults that are under way on one compute, by kind, and the operations that they block. */
export class ComputeFaults {
  readonly #underWay: Record<Fault['kind'], number> = {
    control_plane_outage: 0,
    crash: 0,
    no_upscale: 0,
    slow_wakes: 0,
    stuck_operation: 0,
    zone_loss: 0,
  };

  setUnderWay(fault: Fault, begins: boolean): void {
    this.#underWay[fault.kind] += begins ? 1 : -1;
  }

  /** Whether the zone of the compute is lost: it cannot be reached. */
  get lost(): boolean {
    return this.#underWay.zone_loss > 0;
  }

  /** Whether a crash has not been noticed yet. */
  get crashing(): boolean {
    return this.#underWay.crash > 0;
  }

  /** Why no start can begin; `undefined` when one can. */
  get startBlock(): StartBlock | undefined {
    if (this.#underWay.control_plane_outage > 0) return { kind: 'outage', message: OUTAGE };
    return this.#underWay.stuck_operation > 0
      ? { kind: 'operation', message: RUNNING_OPERATIONS }
      : undefined;
  }

  /** Whether the compute cannot be suspended for inactivity because the control plane is down. */
  get keepsAwake(): boolean {
    return this.#underWay.control_plane_outage > 0;
  }

  /** Why the management API refuses a call; `undefined` when it does not. */
  get callRefusal(): string | undefined {
    if (this.#underWay.control_plane_outage > 0) return OUTAGE;
    const locked = lockProblem(this.#underWay.stuck_operation);
    return locked && `423 ${locked}`;
  }

  /**
   * Failures seen by the autoscaler's agent: either every request to the scheduler and the hypervisor fails, or only
   * permits for larger sizes are denied.
   */
  get scaling(): 'none' | 'permits_denied' | 'calls_fail' {
    if (this.#underWay.control_plane_outage > 0) return 'calls_fail';
    return this.#underWay.no_upscale > 0 ? 'permits_denied' : 'none';
  }
}

/** Descriptions of faults for the decision log. */
export const FAULT_DESCRIPTIONS: Readonly<Record<Fault['kind'], string>> = {
  crash: 'crash: the machine is gone',
  slow_wakes: 'slow wakes: the warm pool is empty',
  control_plane_outage:
    'control-plane outage: nothing can be started, suspended, edited or scaled; running computes continue',
  zone_loss: 'zone loss: the compute cannot be reached or started',
  no_upscale: 'no upscale: the node refuses every request for more',
  stuck_operation: 'stuck operation: management calls are refused and wakes wait',
};
