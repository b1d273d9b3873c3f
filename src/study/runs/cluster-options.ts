/** Options for runs in other processes, on this machine or others. */
export interface ClusterOptions {
  /** `redis://host:6379` or `rediss://`, of a Redis or Valkey that `neap worker` is connected to as well. */
  readonly url: string;
  /** Called with a sentence that explains why the work does not continue. */
  readonly notice?: (text: string) => void;
}
