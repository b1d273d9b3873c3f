import type uPlot from 'uplot';
import type { Limit } from '../charts/drawing.js';
import type { Palette } from './palette.js';

/** Draws limits across a chart, each with its words; one beyond the scale is told at the edge. */
export function drawLimits(chart: uPlot, limits: readonly Limit[], palette: Palette): void {
  const { ctx, bbox } = chart;
  const ratio = devicePixelRatio;
  const [right, bottom] = [bbox.left + bbox.width, bbox.top + bbox.height];
  const line = 13 * ratio;
  ctx.save();
  ctx.font = `${11 * ratio}px system-ui, sans-serif`;
  ctx.textAlign = 'right';
  ctx.fillStyle = palette.limit;
  ctx.strokeStyle = palette.limit;
  ctx.lineWidth = ratio;
  ctx.lineJoin = 'round';
  let above = bbox.top - line;
  const descending = [...limits].sort((a, b) => b.value - a.value);
  const levels = descending.map(({ value }) => chart.valToPos(value, 'y', true));
  const isOn = (y: number): boolean => y >= bbox.top && y <= bottom;
  for (const y of levels.filter(isOn)) {
    ctx.setLineDash([7 * ratio, 4 * ratio]);
    ctx.beginPath();
    ctx.moveTo(bbox.left, y);
    ctx.lineTo(right, y);
    ctx.stroke();
  }
  for (const [index, { text }] of descending.entries()) {
    const y = levels[index]!;
    const isShown = isOn(y);
    const wanted = isShown ? y - 4 * ratio : bbox.top + line;
    // Below each other, within the drawing, and on no line.
    const place = levels
      .filter(isOn)
      .reduce(
        (base, level) => (level > base - line && level < base + 2 * ratio ? level + line : base),
        Math.max(wanted, bbox.top + line, above + line),
      );
    const words = isShown ? text : `${text}: beyond the drawing`;
    // A rim in the colour of the ground, so that the words can be read on a dense curve.
    ctx.strokeStyle = palette.ground;
    ctx.lineWidth = 4 * ratio;
    ctx.setLineDash([]);
    ctx.strokeText(words, right - 4 * ratio, place);
    ctx.strokeStyle = palette.limit;
    ctx.lineWidth = ratio;
    ctx.fillText(words, right - 4 * ratio, place);
    above = place;
  }
  ctx.restore();
}

/** Draws an upright line at a moment. */
export function drawMoment(chart: uPlot, time: number, palette: Palette): void {
  const { ctx, bbox } = chart;
  const x = Math.round(chart.valToPos(time, 'x', true));
  if (x < bbox.left || x > bbox.left + bbox.width) return;
  ctx.save();
  ctx.strokeStyle = palette.text;
  ctx.setLineDash([devicePixelRatio, 3 * devicePixelRatio]);
  ctx.beginPath();
  ctx.moveTo(x, bbox.top);
  ctx.lineTo(x, bbox.top + bbox.height);
  ctx.stroke();
  ctx.restore();
}
