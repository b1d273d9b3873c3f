import { prepare, type Study } from '../../src/study/engine/study.js';

/** A part of a study that needs no runs. */
export function known<Result>(result: () => Result): Study<Result> {
  return prepare(async () => result());
}
