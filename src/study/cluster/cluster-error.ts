import { WorkerError } from '../runs/worker-error.js';

/** Work could not be handed to a cluster, or what became of it cannot be learned. */
export class ClusterError extends WorkerError {
  /** Whether another address, password or installation is wanted; otherwise the same may succeed later. */
  readonly is_input: boolean;

  constructor(message: string, kind: 'input' | 'failed' = 'failed') {
    super(message);
    this.is_input = kind === 'input';
  }
}
