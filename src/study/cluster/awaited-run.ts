import type { Scenario } from '../../scenario/scenario.js';
import type { UnderWay } from '../runs/executor.js';
import type { WorkerAnswer } from '../runs/run-worker.js';
import type { RunJob } from './run-job.js';

/** A requested run, until its answer arrives. */
export class AwaitedRun {
  readonly answer: Promise<WorkerAnswer>;
  readonly resolve: (answer: WorkerAnswer) => void;
  readonly reject: (error: unknown) => void;
  isSettled = false;
  /** Whether its answer has arrived: it is then removed from Redis. */
  isAnswered = false;
  /** When it was last put into Redis or looked up, by the wall clock; undefined before. */
  looked_ms: number | undefined;
  /** The number of times that it was put there again. */
  again = 0;
  isFetched = false;
  progress: UnderWay = { runs: 0, arrived: 0 };

  /** @param variant its variant, for messages */
  constructor(
    readonly id: string,
    readonly job: RunJob,
    readonly scenario: Scenario,
    readonly variant: string,
  ) {
    let resolve!: (answer: WorkerAnswer) => void;
    let reject!: (error: unknown) => void;
    this.answer = new Promise((yes, no) => {
      resolve = yes;
      reject = no;
    });
    // The caller awaits it; without a caller, a failure needs no handling.
    this.answer.catch(() => undefined);
    this.resolve = (answer) => {
      this.isSettled = true;
      this.isAnswered = true;
      resolve(answer);
    };
    this.reject = (error) => {
      this.isSettled = true;
      reject(error);
    };
  }
}
