/** What leaves queries of one compute out, as the compute and the calendar see it. */
export interface ComputeFidelity {
  /** Queries on CPU for a sample of the load average, which is taken now. */
  runnable(): number;
  /** The load average has just been sampled. */
  tick(): void;
  /** Something of its own is due. */
  due(): void;
  /** The compute runs. */
  started(): void;
  /** The compute has stopped: whatever was under way is over. */
  reset(): void;
}
