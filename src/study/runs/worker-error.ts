/** A worker thread ended before its run did, or could not be started; nothing is known of the run. */
export class WorkerError extends Error {
  override readonly name = 'WorkerError';
}
