/** A worker thread ended before its run did, or could not be started; the run has no result. */
export class WorkerError extends Error {
  override readonly name = 'WorkerError';
}
