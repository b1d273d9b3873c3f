import { FIGURE_NAMES, type FigureName, type RunFigures, runFigures } from '../../figures/run-figures.js';
import type { Fidelity } from '../../simulation/simulation.js';
import { sampleMoments } from '../../statistics/sample-moments.js';
import { type Study, takeFromRuns } from '../engine/study.js';
import type { SourcedVariant } from '../runs/scenario-source.js';

/** Draws of tenants that are run twice: few, because chance within a draw is small compared with that between draws. */
export const DRAWS_RUN_AGAIN = 3;

/**
 * By figure: the share of its variance over draws that is due to the choice of tenants; the rest is chance with
 * the same tenants. `null` if a figure did not vary, or was not always measured.
 */
export type BetweenDraws = Readonly<Record<FigureName, number | null>>;

/**
 * Runs the first draws of a fleet's tenants again, with different random numbers for the same tenants.
 * @param draws one scenario per draw
 * @returns the figures of each of these runs
 */
export function drawsAgainStudy(
  draws: readonly SourcedVariant[],
  fidelity: Fidelity | undefined,
): Study<readonly RunFigures[]> {
  const again = draws.slice(0, DRAWS_RUN_AGAIN);
  const tasks = again.map((variant) => ({ variant, replication: 1, ...(fidelity && { fidelity }) }));
  return takeFromRuns(tasks, (run) => runFigures(run));
}

/**
 * Splits the variance of each figure, by one-way analysis of variance: the variance between draws is the variance over
 * draws minus that of pairs of runs of the same draw, at least 0.
 *
 * @param first the figures of one run of each draw
 * @param second of another run of the first of these draws
 */
export function betweenDraws(first: readonly RunFigures[], second: readonly RunFigures[]): BetweenDraws {
  return Object.fromEntries(
    FIGURE_NAMES.map((name) => [
      name,
      shareBetween(
        first.map((one) => one[name]),
        second.map((one) => one[name]),
      ),
    ]),
  ) as Record<FigureName, number | null>;
}

function shareBetween(first: readonly (number | null)[], second: readonly (number | null)[]): number | null {
  if (![...first, ...second].every((value) => value !== null)) return null;
  const values = first as readonly number[];
  const { variance } = sampleMoments(values);
  if (values.length < 2 || second.length === 0 || variance === 0) return null;
  // A pair of runs has half the square of their difference as its variance.
  let within = 0;
  (second as readonly number[]).forEach((value, draw) => {
    const difference = value - values[draw]!;
    within += (difference * difference) / 2;
  });
  return Math.max(0, 1 - within / second.length / variance);
}
