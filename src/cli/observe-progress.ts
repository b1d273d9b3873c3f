import type { ObservationStep } from '../adapter/observe/observation-plan.js';
import { duration } from '../report/figure-text.js';
import { cut } from '../report/text-block.js';
import type { ProgressStream } from './progress.js';

const CLEAR_LINE = '\r\u001b[2K';

/** Says how far an observation has come: on a terminal in a line redrawn in place, else a line a step. */
export class ObservationProgress {
  readonly #stream: ProgressStream;
  readonly #duration_seconds: number;
  #visible = false;

  constructor(stream: ProgressStream, duration_seconds: number) {
    this.#stream = stream;
    this.#duration_seconds = duration_seconds;
  }

  /** A step is being made, or states have been looked at. @param at_seconds `undefined` before time 0 */
  update(at_seconds: number | undefined, step: ObservationStep | undefined): void {
    const when = at_seconds === undefined ? 'before' : duration(Math.floor(at_seconds));
    if (step !== undefined) {
      this.clear();
      this.#stream.write(`${when.padEnd(8)} ${stepText(step)}\n`);
    } else if (this.#stream.isTTY === true) {
      const text = `${when} of ${duration(this.#duration_seconds)}`;
      this.#stream.write(CLEAR_LINE + cut(text, (this.#stream.columns || 80) - 1));
      this.#visible = true;
    }
  }

  /** Takes the line away. */
  clear(): void {
    if (this.#visible) this.#stream.write(CLEAR_LINE);
    this.#visible = false;
  }
}

function stepText(step: ObservationStep): string {
  const kind = step.kind.replace('_', ' ');
  if (step.kind === 'create_project' || step.kind === 'create_branch') return `${kind} ${step.branch}`;
  return `${kind} ${typeof step.compute === 'string' ? step.compute : step.compute.name}`;
}
