import { WorkerError } from '../runs/worker-error.js';

/** Work could not be sent to a cluster, or its outcome is unknown. */
export class ClusterError extends WorkerError {
  /** Whether another address, password or installation is wanted; otherwise the same may succeed later. */
  readonly is_input: boolean;

  constructor(message: string, kind: 'input' | 'failed' = 'failed') {
    super(message);
    this.is_input = kind === 'input';
  }
}
