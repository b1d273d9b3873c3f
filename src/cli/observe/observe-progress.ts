import type { ObservationStep } from '../../adapter/observe/observation-plan.js';
import { duration } from '../../report/figures/figure-text.js';
import { type ProgressStream, RedrawnLine } from '../shared/progress.js';

/** Says how far an observation has come: on a terminal in a line redrawn in place, else a line a step. */
export class ObservationProgress extends RedrawnLine {
  readonly #duration_seconds: number;

  constructor(stream: ProgressStream, duration_seconds: number) {
    super(stream);
    this.#duration_seconds = duration_seconds;
  }

  /** A step is being made, or states have been looked at. @param at_seconds `undefined` before time 0 */
  update(at_seconds: number | undefined, step: ObservationStep | undefined, refused?: string): void {
    const when = at_seconds === undefined ? 'before' : duration(Math.floor(at_seconds));
    if (step !== undefined) {
      this.clear();
      const what = refused === undefined ? '' : `: refused: ${refused}`;
      this.stream.write(`${when.padEnd(8)} ${stepText(step)}${what}\n`);
    } else if (this.stream.isTTY === true) this.draw(() => `${when} of ${duration(this.#duration_seconds)}`);
  }
}

function stepText(step: ObservationStep): string {
  const kind = step.kind.replace('_', ' ');
  if (step.kind === 'create_project' || step.kind === 'create_branch') return `${kind} ${step.branch}`;
  return `${kind} ${typeof step.compute === 'string' ? step.compute : step.compute.name}`;
}
