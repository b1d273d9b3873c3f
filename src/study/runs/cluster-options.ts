/** Options for runs in other processes, on this machine or others. */
export interface ClusterOptions {
  /** `redis://host:6379` or `rediss://`, of a Redis or Valkey that `neap worker` is connected to as well. */
  readonly url: string;
  /** Told, in a sentence, what keeps the work from going on. */
  readonly notice?: (text: string) => void;
}
