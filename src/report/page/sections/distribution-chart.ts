import type { Histogram } from '../../../statistics/histogram.js';
import { count, counted, duration, percent } from '../../figures/figure-text.js';
import { LATENCY_QUANTILES, partName } from '../../figures/latency-quantiles.js';
import { type Bin, distributionBins, log2 } from '../charts/distribution-bins.js';
import { htmlLine, type Markup } from '../markup/markup.js';
import { figures, percentage, table } from '../markup/table.js';

/** Height of the bars, and of a row of labels above them; pixels. */
const HEIGHT = 180;
const LABEL = 15;

/** Fewer values than this have no shape. */
const FEW = 20;

/** Between two ticks, as a share of the drawing's width. */
const MIN_DISTANCE = 0.15;

/** Ticks of a logarithmic axis of time, in seconds. */
const TICKS = [1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 0.1, 1, 10, 60, 600, 3600];

/** From the value's logarithm to its place on the axis, 0 to 1. */
type Place = (value_log2: number) => number;

/**
 * A distribution of durations as a drawing of bars on a logarithmic axis with percentiles marked, and the same as a
 * table behind it. Widths are shares of the drawing's, so that it fits any screen and paper.
 * Of few values there is no distribution: they are told in a sentence.
 * @param what one of the things that took so long, and several of them: `query`, `queries`
 */
export function distributionChart(
  id: string,
  title: string,
  [one, what]: readonly [one: string, several: string],
  seconds: Histogram,
): Markup {
  const bins = distributionBins(seconds);
  if (bins.length === 0) return htmlLine`<p>${title}: nothing to measure.</p>`;
  if (seconds.count < FEW) return fewWords(title, counted(seconds.count, one, what), seconds);
  const [low, high] = rangeOf(bins);
  const place: Place = (value) => (value - low) / (high - low);
  const labels = percentileLabels(seconds, place);
  const top = labels.length * LABEL + 4;
  const words = labels.map(({ name, text }) => `${name} ${text}`).join(', ');
  const densest = Math.max(...bins.map(density));
  const tallestBin = bins.find((bin) => density(bin) === densest)!;
  const tallest = `${count(tallestBin.count)} ${what} (${percent(tallestBin.count / seconds.count)})`;
  return htmlLine`<figure id="${id}" class="drawing">
<figcaption><strong>${title}</strong> <span>${count(seconds.count)} ${what}; logarithmic scale of time; areas are shares, and the tallest bar is ${tallest}</span></figcaption>
<div class="plot"><svg class="area" height="${top + HEIGHT + 24}" role="img" aria-label="${title}: ${words}" data-points="${bins.length}">
<line class="rule" x1="0" x2="100%" y1="${top + HEIGHT}" y2="${top + HEIGHT}"/>
${ticks(low, high, place, top)}
${bins.map((bin) => barOf(bin, { place, top, densest, whole: seconds.count, what }))}
${labels.map((label) => labelOf(label, top))}
</svg></div>
<details><summary>As a table</summary>
${binTable(title, bins, seconds.count)}</details>
</figure>`;
}

/** A handful of values in words. */
function fewWords(title: string, howMany: string, seconds: Histogram): Markup {
  const [least, middle] = [seconds.quantile(0), seconds.quantile(0.5)];
  const words =
    seconds.count === 1
      ? duration(seconds.max)
      : `from ${duration(least)} to ${duration(seconds.max)}, half of them up to ${duration(middle)}`;
  return htmlLine`<p>${title}: ${howMany}, ${words}. Too few for a distribution.</p>`;
}

/** The bins' range, widened to two octaves where they have less. */
function rangeOf(bins: readonly Bin[]): readonly [number, number] {
  const low = bins[0]!.from_log2;
  const high = bins[bins.length - 1]!.to_log2;
  const missing = Math.max(0, 2 - (high - low));
  return [low - missing / 2, high + missing / 2];
}

/** Bins of an octave differ in width on a logarithmic axis: what is seen of a bin is its area. */
function density(bin: Bin): number {
  return bin.count / (bin.to_log2 - bin.from_log2);
}

/** A label has its place, 0 to 1, and a row of its own: on a narrow screen any two might stand on each other. */
function percentileLabels(seconds: Histogram, place: Place) {
  return Object.entries(LATENCY_QUANTILES)
    .map(([part, share]) => ({ name: partName(part), value: seconds.quantile(share) }))
    .filter(({ value }) => value > 0)
    .map(({ name, value }, row) => {
      return { name, text: duration(value), at: Math.max(0, Math.min(1, place(log2(value)))), row };
    });
}

type Label = ReturnType<typeof percentileLabels>[number];

function labelOf({ name, text, at, row }: Label, top: number): Markup {
  const y = row * LABEL + 12;
  const [anchor, shift] = at > 0.75 ? ['end', -4] : ['start', 4];
  return htmlLine`<line class="mark" x1="${percentage(at)}" x2="${percentage(at)}" y1="${y - 9}" y2="${top + HEIGHT}"/><text x="${percentage(at)}" dx="${shift}" y="${y}" text-anchor="${anchor}" class="strong">${name} ${text}</text>`;
}

function ticks(low: number, high: number, place: Place, top: number): readonly Markup[] {
  const inside = TICKS.filter((tick) => log2(tick) >= low && log2(tick) <= high);
  return spaced(inside, place).map((tick) => {
    const at = place(log2(tick));
    const anchor = at < 0.05 ? 'start' : at > 0.95 ? 'end' : 'middle';
    return htmlLine`<line class="tick" x1="${percentage(at)}" x2="${percentage(at)}" y1="${top + HEIGHT}" y2="${top + HEIGHT + 5}"/><text x="${percentage(at)}" y="${top + HEIGHT + 18}" text-anchor="${anchor}">${duration(tick)}</text>`;
  });
}

/** Ticks whose labels do not stand on each other, not even on a narrow screen. */
function spaced(ticks: readonly number[], place: Place): readonly number[] {
  const kept: number[] = [];
  for (const tick of ticks) {
    const before = kept[kept.length - 1];
    if (before === undefined || place(log2(tick)) - place(log2(before)) >= MIN_DISTANCE) kept.push(tick);
  }
  return kept;
}

function barOf(
  bin: Bin,
  of: {
    readonly place: Place;
    readonly top: number;
    readonly densest: number;
    readonly whole: number;
    readonly what: string;
  },
): Markup {
  // What is there at all is to be seen: a tail of one in a million is a pixel high.
  const height = Math.max(1, Math.round((density(bin) / of.densest) * HEIGHT * 10) / 10);
  const width = of.place(bin.to_log2) - of.place(bin.from_log2);
  const tip = `${duration(secondsOf(bin.from_log2))} to ${duration(secondsOf(bin.to_log2))}: ${count(bin.count)} ${of.what} (${percent(bin.count / of.whole)})`;
  return htmlLine`<rect class="bin" x="${percentage(of.place(bin.from_log2))}" y="${of.top + HEIGHT - height}" width="${percentage(width * 0.92)}" height="${height}" data-tip="${tip}"/>`;
}

function binTable(title: string, bins: readonly Bin[], whole: number): Markup {
  let below = 0;
  const rows = bins.map((bin) => {
    below += bin.count;
    return { bin, below };
  });
  type Row = (typeof rows)[number];
  const columns = [
    figures<Row>('From', ({ bin }) => duration(secondsOf(bin.from_log2))),
    figures<Row>('To', ({ bin }) => duration(secondsOf(bin.to_log2))),
    figures<Row>('Count', ({ bin }) => count(bin.count)),
    figures<Row>('Share', ({ bin }) => percent(bin.count / whole)),
    figures<Row>('At or below', (row) => percent(Math.min(1, row.below / whole))),
  ];
  return table(title, columns, rows, { quiet: true });
}

function secondsOf(value_log2: number): number {
  return Math.exp(value_log2 * Math.LN2);
}
