import type { FigureInterval } from '../../figures/figure-interval.js';

export interface PlotAxis {
  /** Name with the unit. */
  readonly label: string;
  readonly text: (value: number) => string;
  /** Names of categories; values are their indices. */
  readonly names?: readonly string[];
  /** Whether the axis begins at 0: always, for lengths; or if the values of a curve are close to each other. */
  readonly from_zero?: 'always' | 'if near';
  /** Largest possible value, such as 1 for a share. */
  readonly max?: number | undefined;
  /** One second in the unit of a time axis, whose ticks are seconds, minutes and hours. */
  readonly second?: number | undefined;
  /** Ends of the axis, if they do not follow from the values. */
  readonly ends?: readonly [least: number, most: number];
  /** Values with their texts, at most the given number; round numbers by default. */
  readonly ticks?: (max: number) => readonly { readonly value: number; readonly text: string }[];
}

export interface Mark {
  readonly x: number;
  /** Steps and areas have a gap if it is not a number. */
  readonly y: number;
  /** Ends of an interval along either axis. */
  readonly x_ends?: readonly [low: number, high: number];
  readonly y_ends?: readonly [low: number, high: number];
  /** Where a bar or an area begins; 0 by default. */
  readonly base?: number;
  /** Value of a cell: larger ones are darker. */
  readonly value?: number;
  /** Classes of its style, such as `missed`. */
  readonly kinds?: readonly string[];
  /** Its possible labels in the drawing, the longest first. */
  readonly names?: readonly string[];
  /** Lines of its tooltip. */
  readonly tip?: readonly string[];
}

export interface MarkLayer {
  /** A step is flat from one mark to the next; an area is filled below such steps. */
  readonly as: 'point' | 'line' | 'step' | 'area' | 'bar' | 'cell';
  /** Class of its style. */
  readonly kind: string;
  readonly marks: readonly Mark[];
}

/** A line, or a band, across the drawing. */
export interface RuleLayer {
  readonly as: 'limit' | 'present' | 'band' | 'flag';
  readonly on: 'x' | 'y';
  readonly at: number;
  /** The other end of a band. */
  readonly to?: number;
  readonly text: string;
}

/** Part of the content of a panel. */
export type Layer = MarkLayer | RuleLayer;

/** An area with its axes. Panels below each other draw a shared axis once. */
export interface Panel {
  readonly x: PlotAxis;
  readonly y: PlotAxis;
  readonly layers: readonly Layer[];
  readonly height?: number;
  /** Height of a row with a name, instead. */
  readonly row?: number;
}

/** The meaning of a sign, or a remark without one. */
export interface PlotKey {
  readonly kind?: string;
  readonly text: string;
}

export interface Plot {
  /** Unique in the report. */
  readonly id: string;
  readonly title: string;
  readonly panels: readonly Panel[];
  /** The meaning of the lines through marks; by default the interval of the mean. */
  readonly interval?: string;
  /** Signs in addition to those of intervals and limits. */
  readonly keys?: readonly PlotKey[];
}

export function hasMarks(layer: Layer): layer is MarkLayer {
  return 'marks' in layer;
}

export function isRule(layer: Layer): layer is RuleLayer {
  return 'on' in layer;
}

/** The ends of an interval; none without variation, or if the spread is unknown. */
export function endsOf({
  mean,
  half_width,
}: Pick<FigureInterval, 'mean' | 'half_width'>): readonly [number, number] | undefined {
  return Number.isFinite(half_width) && half_width > 0 ? [mean - half_width, mean + half_width] : undefined;
}
