import type { LoadEstimate } from '../../../planner/growth/capacity-result.js';
import { html, htmlLine, type Markup } from '../markup/markup.js';
import { axisOf, isOn } from './axis.js';
import { type DrawingName, type Drawn, drawing, key, type Limit, type Sheet } from './drawing.js';
import { type Box, LETTERS, placedLabels } from './place-labels.js';
import { plotOf } from './plot.js';

/** A figure at one load. */
export interface LoadPoint {
  /** Times the present load. */
  readonly factor: number;
  readonly mean: number;
  readonly half_width: number;
  /** Only looked at on the way. */
  readonly rough: boolean;
  readonly met: boolean;
  readonly lines: readonly string[];
}

/** What is drawn. */
export interface LoadCurve extends DrawingName {
  readonly label: string;
  readonly text: (value: number) => string;
  readonly points: readonly LoadPoint[];
  readonly limit: Limit;
  /** Loads that are carried: between these, each known to lie within a range. */
  readonly ends: readonly (LoadEstimate & { readonly text: string })[];
}

const HEIGHT = 240;
const RADIUS = 5;

/** A figure against the load with its limit, and the load at which it breaks. */
export function loadCurve(what: LoadCurve): Markup | null {
  const { points } = what;
  // Of a single load there is no curve: the table has it.
  if (points.length < 2) return null;
  return drawing(
    {
      ...what,
      keys: [
        key('dot-front', 'mean of a load that was simulated'),
        points.some(({ rough }) => rough) && key('dot-plain', 'only looked at on the way (hybrid fidelity)'),
        points.some(({ half_width }) => half_width > 0) ? key('whisker', 'interval of the mean') : null,
        key('limit-line', 'objective'),
        what.ends.length > 0 ? key('band', 'range of the load that is carried') : null,
      ],
      label: `${what.label} against the load at ${points.length} loads; ${what.limit.text}; ${what.ends.map(({ text }) => text).join('; ')}`,
      counts: { points: points.length },
      parts: true,
    },
    (sheet) => drawn(sheet, what),
  );
}

function drawn(sheet: Sheet, { points, label, text, limit, ends }: LoadCurve): Drawn {
  const across = axisOf([...points.map(({ factor }) => factor), ...ends.map(({ factor }) => factor), 1]);
  const up = axisOf(
    points.map(({ mean }) => mean),
    { limits: [limit.value] },
  );
  const times = (factor: number): string => `${Number(factor.toPrecision(3))}×`;
  const { area, x, y, frame, height } = plotOf(
    sheet,
    { axis: across, label: 'times the present load', text: times },
    { axis: up, label, text },
    HEIGHT,
  );
  const within = (place: number): number => Math.max(area.left, Math.min(area.right, place));
  const line = points.map(({ factor, mean }) => `${x(factor)},${y(mean)}`).join(' ');
  const level = y(limit.value);
  const wishes = [
    ...(isOn(across, 1) ? [{ x: x(1), y: area.top + 12, texts: ['present load', 'now'] }] : []),
    ...ends.map(({ factor, text: words }) => ({ x: x(factor), y: area.top + 30, texts: [words] })),
  ];
  const taken: Box[] = isOn(up, limit.value)
    ? [{ left: area.left, right: area.right, top: level - LETTERS - 6, bottom: level + 2 }]
    : [];
  const labels = placedLabels(wishes, { ...area, left: area.left, top: area.top - 4 }, taken);
  return {
    height,
    content: [
      ends.map(
        ({ factor, low, high }) =>
          htmlLine`<rect class="band" x="${within(x(low))}" y="${area.top}" width="${Math.max(2, within(x(high)) - within(x(low)))}" height="${HEIGHT}"/><line class="carried" x1="${within(x(factor))}" x2="${within(x(factor))}" y1="${area.top}" y2="${area.bottom}"/>`,
      ),
      frame,
      htmlLine`<line class="present" x1="${x(1)}" x2="${x(1)}" y1="${area.top}" y2="${area.bottom}"/>`,
      isOn(up, limit.value)
        ? htmlLine`<line class="limit" x1="${area.left}" x2="${area.right}" y1="${level}" y2="${level}"/><text class="limit" x="${area.left + 4}" y="${level - 5}">${limit.text}</text>`
        : htmlLine`<text class="limit" x="${area.left + 4}" y="${area.bottom - 6}">${limit.text}: beyond the drawing</text>`,
      htmlLine`<polyline class="curve-line latency" points="${line}"/>`,
      points.map(({ factor, mean, half_width, rough, met, lines }) => {
        const [place, level] = [x(factor), y(mean)];
        const whisker =
          Number.isFinite(half_width) &&
          half_width > 0 &&
          html`<line class="whisker" x1="${place}" x2="${place}" y1="${Math.max(area.top, y(mean + half_width))}" y2="${mean > half_width ? Math.min(area.bottom, y(mean - half_width)) : area.bottom}"/>`;
        return htmlLine`${whisker}<circle class="dot${rough ? '' : ' front'}${met ? '' : ' missed'}" cx="${place}" cy="${level}" r="${RADIUS}" role="img" aria-label="${lines.join('; ')}" data-tip="${lines.join('\n')}" tabindex="0"/>`;
      }),
      labels.map(
        (label) =>
          label !== undefined &&
          htmlLine`<text class="point-name" x="${label.x}" y="${label.y}" text-anchor="${label.anchor}">${label.text}</text>`,
      ),
    ],
  };
}
