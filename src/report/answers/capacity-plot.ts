import { FIGURE_LABELS } from '../../figures/run-figures.js';
import type { Capacity, ObjectiveCapacity } from '../../study/growth/capacity-result.js';
import { writtenConstraint } from '../../study/replicate/constraint.js';
import { endsOf, type Plot } from '../document/plot.js';
import { number } from '../figures/figure-text.js';
import { figureText, figureWithSpread } from '../figures/named-figure.js';
import { when } from '../text/when.js';
import { timesText } from '../verdict/capacity-verdict.js';
import { limitWords } from '../verdict/figure-words.js';

/** A figure against the load with its limit, and the loads that are carried. */
export function loadPlot(
  { levels, load, least }: Capacity,
  { figure, bound, objective }: ObjectiveCapacity,
  index: number,
): Plot {
  const label = FIGURE_LABELS[figure];
  const marks = levels.flatMap((level) => {
    const value = level.figures[index];
    if (!value) return [];
    const ends = endsOf(value);
    return [
      {
        x: level.factor,
        y: value.mean,
        ...(ends && { y_ends: ends }),
        kinds: [...when(level.fidelity === 'exact', 'front'), ...when(!level.met, 'missed')],
        tip: [
          `${number(level.factor)} times the present load: ${number(level.queries_per_second)} queries per second`,
          `${label} ${figureWithSpread(figure, value)}`,
          level.met ? 'every objective is met' : 'an objective is missed',
        ],
      },
    ];
  });
  const bands = [
    ...(least === null ? [] : [{ ...least, text: `from ${timesText(least.factor)}` }]),
    ...(load === null ? [] : [{ ...load, text: `up to ${timesText(load.factor)}` }]),
  ];
  return {
    id: `load-${figure}`,
    title: `${label} against the load`,
    keys: [
      { kind: 'dot-front', text: 'mean at a simulated load' },
      ...when(
        levels.some(({ fidelity }) => fidelity === 'hybrid'),
        { kind: 'dot-plain', text: 'simulated with hybrid fidelity only' },
      ),
      ...when(
        levels.some(({ met }) => !met),
        { kind: 'dot-missed', text: 'misses an objective' },
      ),
      ...when(bands.length > 0, { kind: 'band', text: 'range of the load that is carried' }),
    ],
    panels: [
      {
        x: { label: 'times the present load', text: (factor) => `${Number(factor.toPrecision(3))}×` },
        y: { label, text: (value) => figureText(figure, value), from_zero: 'unless far apart' },
        layers: [
          ...bands.map(({ low, high, text }) => ({
            as: 'band' as const,
            on: 'x' as const,
            at: low,
            to: high,
            text,
          })),
          { as: 'limit', on: 'y', at: bound, text: limitWords(writtenConstraint(objective)) },
          { as: 'present', on: 'x', at: 1, text: 'present load' },
          { as: 'line', kind: 'latency', marks },
          { as: 'point', kind: 'dot', marks },
        ],
      },
    ],
  };
}
