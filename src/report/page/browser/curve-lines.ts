import type uPlot from 'uplot';
import type { Palette } from './palette.js';

/** A limit on what a curve shows. */
export interface CurveLimit {
  readonly value: number;
  readonly text: string;
}

/** Draws limits across a chart, each with its words; one beyond the scale is told at the edge. */
export function drawLimits(chart: uPlot, limits: readonly CurveLimit[], palette: Palette): void {
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
  for (const { value, text } of [...limits].sort((a, b) => b.value - a.value)) {
    const y = chart.valToPos(value, 'y', true);
    const isShown = y >= bbox.top && y <= bottom;
    if (isShown) {
      ctx.setLineDash([7 * ratio, 4 * ratio]);
      ctx.beginPath();
      ctx.moveTo(bbox.left, y);
      ctx.lineTo(right, y);
      ctx.stroke();
    }
    const wanted = isShown ? y - 4 * ratio : bbox.top + line;
    const base = Math.max(wanted < bbox.top + line ? Math.max(bbox.top, y) + line : wanted, above + line);
    const words = isShown ? text : `${text}: beyond the drawing`;
    const place = isShown ? base : Math.max(bbox.top + line, above + line);
    // A rim in the colour of the ground, so that the words can be read on a dense curve.
    ctx.strokeStyle = palette.ground;
    ctx.lineWidth = 4 * ratio;
    ctx.setLineDash([]);
    ctx.strokeText(words, right - 4 * ratio, place);
    ctx.strokeStyle = palette.limit;
    ctx.lineWidth = ratio;
    ctx.fillText(words, right - 4 * ratio, place);
    above = base;
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
