import type { FigureInterval } from '../../figures/mean-of-figures.js';
import { withSpread } from '../../figures/spread-text.js';
import { html, htmlLine, type Markup } from '../markup/markup.js';
import { axisOf, isOn } from './axis.js';
import { type DrawingName, type Drawn, drawing, key, type Sheet } from './drawing.js';
import { leftOf, type NamedAxis, plotOf } from './plot.js';
import type { TimePanel } from './time-panel.js';

/** One figure over the steps. */
export interface StepCurve extends Pick<TimePanel, 'kind' | 'label' | 'text' | 'limits'> {
  /** One a step; `undefined` where there is none. */
  readonly values: readonly (FigureInterval | undefined)[];
}

/** What is drawn. */
export interface StepCurves extends DrawingName {
  /** Name of what is varied, and its values in words. */
  readonly label: string;
  readonly steps: readonly string[];
  readonly curves: readonly StepCurve[];
  /** Steps that stand out, with what they are. */
  readonly marked: readonly { readonly step: number; readonly text: string }[];
}

const HEIGHT = 150;
const RADIUS = 5;

/** Figures over one setting, each in an area of its own, the areas below each other on the same steps. */
export function stepCurves(what: StepCurves): Markup {
  const { label, steps, curves, marked } = what;
  const intervals = curves.some(({ values }) => values.some((value) => (value?.half_width ?? 0) > 0));
  return drawing(
    {
      ...what,
      keys: [
        [...new Set(marked.map(({ text }) => text))].map((text) => key('band', text)),
        intervals ? key('whisker', 'interval of the mean') : null,
        curves.some(({ limits }) => limits.length > 0) ? key('limit-line', 'limit') : null,
      ],
      label: `${curves.map((curve) => curve.label).join(' and ')} at ${steps.length} values of ${label}; ${marked.map(({ step, text }) => `${text}: ${steps[step]}`).join('; ')}`,
      counts: { points: steps.length },
      parts: true,
    },
    (sheet) => drawn(sheet, what),
  );
}

function drawn(sheet: Sheet, { curves, steps, label, marked }: StepCurves): Drawn {
  const axes = curves.map((curve): NamedAxis => {
    const values = curve.values.flatMap((value) => {
      if (value === undefined) return [];
      const { mean, half_width } = value;
      // Its ends, where it is narrow enough to say where the mean lies.
      return half_width > 0 && half_width < mean ? [mean, mean - half_width, mean + half_width] : [mean];
    });
    return {
      axis: axisOf(values.length > 0 ? values : [0], {
        limits: curve.limits.map(({ value }) => value),
        ticks: 4,
        from_zero: 'unless far apart',
      }),
      label: curve.label,
      text: curve.text,
    };
  });
  const left = Math.max(...axes.map(leftOf));
  let top = 0;
  const content = curves.map((curve, index) => {
    const last = index === curves.length - 1;
    const plot = plotOf(sheet, { label: last ? label : '', steps }, axes[index]!, HEIGHT, left);
    const { area, x, y } = plot;
    const wide = (area.right - area.left) / steps.length;
    const bands = marked.map(
      ({ step }) =>
        htmlLine`<rect class="band" x="${x(step) - wide / 2}" y="${area.top}" width="${wide}" height="${HEIGHT}"/>`,
    );
    const limits = curve.limits.map(({ value, text }) =>
      isOn(axes[index]!.axis, value)
        ? htmlLine`<line class="limit" x1="${area.left}" x2="${area.right}" y1="${y(value)}" y2="${y(value)}"/><text class="limit" x="${area.right}" y="${y(value) - 5 < area.top + 12 ? y(value) + 15 : y(value) - 5}" text-anchor="end">${text}</text>`
        : htmlLine`<text class="limit" x="${area.right}" y="${area.top + 12}" text-anchor="end">${text}: beyond the drawing</text>`,
    );
    const points = curve.values.map((value, step) => {
      if (value === undefined) return null;
      const [place, height] = [x(step), y(value.mean)];
      const low = Math.min(area.bottom, y(Math.max(axes[index]!.axis.low, value.mean - value.half_width)));
      const high = Math.max(area.top, y(value.mean + value.half_width));
      const interval =
        Number.isFinite(value.half_width) &&
        value.half_width > 0 &&
        html`<line class="whisker" x1="${place}" x2="${place}" y1="${low}" y2="${high}"/>`;
      const tip = `${label} ${steps[step]}\n${curve.label} ${withSpread(value.mean, curve.text, value)}`;
      return htmlLine`${interval}<circle class="step ${curve.kind}" cx="${place}" cy="${height}" r="${RADIUS}" role="img" aria-label="${tip.replace('\n', ': ')}" data-tip="${tip}" tabindex="0"/>`;
    });
    const line = curve.values
      .flatMap((value, step) => (value === undefined ? [] : [`${x(step)},${y(value.mean)}`]))
      .join(' ');
    const part = htmlLine`<g transform="translate(0 ${top})">${bands}${plot.frame}${limits}<polyline class="curve-line ${curve.kind}" points="${line}"/>
${points}</g>`;
    top += plot.height;
    return part;
  });
  return { height: top, content };
}
