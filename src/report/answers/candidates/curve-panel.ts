import type { FigureUnit } from '../../../figures/figure.js';
import type { FigureInterval } from '../../../figures/figure-interval.js';
import { FIGURE_LABELS, FIGURE_UNITS, type FigureName } from '../../../figures/run-figures.js';
import {
  endsOf,
  type Layer,
  type Mark,
  type Panel,
  type PlotAxis,
  type PlotKey,
} from '../../document/plot.js';
import { isMeasured } from '../../figures/candidate.js';
import { figureText, figureWithSpread } from '../../figures/named-figure.js';

/** A value of a curve, with its place on the other axis. */
export interface CurvePoint {
  readonly x: number;
  /** The name of that place. */
  readonly at: string;
  readonly value: FigureInterval | null | undefined;
  readonly kinds?: readonly string[];
}

/** A second in the units of times. */
const SECONDS_IN: Readonly<Partial<Record<FigureUnit, number>>> = { seconds: 1, milliseconds: 1000 };

export function figureAxis(figure: FigureName, further: Partial<PlotAxis> = {}): PlotAxis {
  const second = SECONDS_IN[FIGURE_UNITS[figure]];
  return { label: FIGURE_LABELS[figure], text: (value) => figureText(figure, value), second, ...further };
}

/** Fewer distinct points than this do not make a plot. */
export const MIN_POINTS = 3;

/** Points by cost against another figure, with stairs through those on the front. */
export function frontPanel(
  x: PlotAxis,
  y: PlotAxis,
  marks: readonly Mark[],
  below: readonly Layer[] = [],
): Panel {
  const front = marks.filter(({ kinds = [] }) => kinds.includes('front'));
  const stairs = front.toSorted((a, b) => a.x - b.x);
  return {
    x,
    y,
    layers: [
      ...below,
      { as: 'step', kind: 'front-line', marks: stairs },
      { as: 'point', kind: 'dot', marks },
    ],
  };
}

/** The meaning of a point on the front. */
export const FRONT_KEY: PlotKey = {
  kind: 'dot-front',
  text: 'on the front: no other is as good in both and better in one',
};

/**
 * A figure over another axis: its values with their intervals, joined by a line. Points without a value are left out.
 * @param below layers that the curve covers
 */
export function curvePanel(
  figure: FigureName,
  x: PlotAxis,
  points: readonly CurvePoint[],
  { kind, dot = `step ${kind}`, below = [] }: { kind: string; dot?: string; below?: readonly Layer[] },
): Panel {
  const marks = points.flatMap(({ x: place, at, value, kinds }): readonly Mark[] => {
    if (!isMeasured(value)) return [];
    const ends = endsOf(value);
    const tip = [at, `${FIGURE_LABELS[figure]} ${figureWithSpread(figure, value)}`];
    return [{ x: place, y: value.mean, ...(ends && { y_ends: ends }), ...(kinds && { kinds }), tip }];
  });
  return {
    x,
    y: figureAxis(figure, { from_zero: 'if near' }),
    layers: [...below, { as: 'line', kind, marks }, { as: 'point', kind: dot, marks }],
  };
}
