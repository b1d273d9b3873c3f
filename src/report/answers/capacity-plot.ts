import { FIGURE_LABELS } from '../../figures/run-figures.js';
import type { Capacity, CapacityLevel, ObjectiveCapacity } from '../../study/growth/capacity-result.js';
import { writtenConstraint } from '../../study/replicate/constraint.js';
import type { Layer, Plot } from '../document/plot.js';
import { number } from '../figures/figure-text.js';
import { when } from '../text/when.js';
import { timesText } from '../verdict/capacity-verdict.js';
import { limitWords } from '../verdict/figure-words.js';
import { curvePanel } from './candidates/curve-panel.js';

/** Whether several exact runs show a level. */
function isConfirmed({ fidelity, replications }: CapacityLevel): boolean {
  return fidelity === 'exact' && replications > 1;
}

/** A figure against the load with its limit, and the loads that are carried. */
export function loadPlot(
  { levels, load, least }: Capacity,
  { figure, bound, objective }: ObjectiveCapacity,
  index: number,
): Plot {
  const label = FIGURE_LABELS[figure];
  // Far beyond the end, figures would hide where they begin to rise.
  const beyond = 1.5 * Math.max(1, load?.high ?? Number.POSITIVE_INFINITY);
  const drawn = levels.filter(({ factor }) => factor <= beyond);
  const points = drawn.map((level) => ({
    x: level.factor,
    at: `${number(level.factor)} times the present load: ${number(level.queries_per_second)} queries per second; ${level.met ? 'every objective is met' : 'an objective is missed'}`,
    value: level.figures[index],
    kinds: [...when(isConfirmed(level), 'front'), ...when(!level.met, 'missed')],
  }));
  const bands = [
    ...(least === null ? [] : [{ ...least, text: `from ${timesText(least.factor)}` }]),
    ...(load === null ? [] : [{ ...load, text: `up to ${timesText(load.factor)}` }]),
  ];
  return {
    id: `load-${figure}`,
    title: `${label} against the load`,
    keys: [
      { kind: 'dot-front', text: 'mean at a simulated load' },
      ...when(!drawn.every(isConfirmed), {
        kind: 'dot-plain',
        text: 'one run, or hybrid fidelity, on the way to it',
      }),
      ...when(
        drawn.some(({ met }) => !met),
        { kind: 'dot-missed', text: 'misses an objective' },
      ),
      ...when(bands.length > 0, { kind: 'band', text: 'range of the load that is carried' }),
    ],
    panels: [
      curvePanel(
        figure,
        { label: 'times the present load', text: (factor) => `${Number(factor.toPrecision(3))}×` },
        points,
        {
          kind: 'latency',
          dot: 'dot',
          below: [
            ...bands.map(({ low, high, text }): Layer => ({ as: 'band', on: 'x', at: low, to: high, text })),
            { as: 'limit', on: 'y', at: bound, text: limitWords(writtenConstraint(objective)) },
            { as: 'present', on: 'x', at: 1, text: 'present load' },
          ],
        },
      ),
    ],
  };
}
