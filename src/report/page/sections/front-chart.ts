import type { FigureName } from '../../../figures/run-figures.js';
import { type Candidate, paretoFront } from '../../figures/candidate.js';
import { figureText, figureWithSpread } from '../../figures/named-figure.js';
import { type Axis, axisOf } from '../charts/axis.js';
import { html, type Markup } from '../markup/markup.js';
import { percentage } from '../markup/section.js';

/** Height of the plotting area, and the room of the labels below; pixels. */
const HEIGHT = 280;
const BELOW = 44;
const TOP = 12;
/** More points than this are passed over by the Tab key but for those on the front. */
const MAX_STOPS = 60;

/** A candidate in the drawing. */
interface Dot {
  readonly candidate: Candidate;
  readonly front: boolean;
  readonly x: number;
  readonly y: number;
}

/**
 * Candidates as points of two figures, with the Pareto front: no other candidate is as good in both and better in
 * one. Each point says what it is when it is pointed at or has the focus.
 */
export function frontChart(list: readonly Candidate[], first: FigureName, second: FigureName): Markup | null {
  const onFront = paretoFront(list, first, second);
  const dots = list.flatMap((candidate, index): readonly Dot[] => {
    const [x, y] = [candidate.figures[first]?.mean, candidate.figures[second]?.mean];
    if (candidate.invalid !== null || x === undefined || y === undefined) return [];
    return [{ candidate, front: onFront[index]!, x, y }];
  });
  if (dots.length === 0) return null;
  const across = axisOf(dots.map(({ x }) => x));
  const up = axisOf(dots.map(({ y }) => y));
  const front = dots.filter((dot) => dot.front).sort((a, b) => a.x - b.x);
  const names = front.map(({ candidate }) => candidate.name).join('; ');
  // What stands out is drawn last, on top of the others.
  const drawn = [...dots].sort((a, b) => rank(a) - rank(b));
  return html`<figure id="front-${second}" class="drawing">
<figcaption><strong>${second} against ${first}</strong> <span>filled: on the Pareto front</span>${dots.some(({ candidate }) => candidate.missed.length > 0) ? html` <span>dashed: misses an objective</span>` : null}</figcaption>
<div class="plot"><svg class="axis" width="72" height="${TOP + HEIGHT + BELOW}" aria-hidden="true">
${up.ticks.map((tick) => html`<text x="64" y="${heightOf(up, tick) + 4}" text-anchor="end">${figureText(second, tick)}</text>`)}</svg>
<svg class="area" height="${TOP + HEIGHT + BELOW}" role="group" aria-label="${second} against ${first}; on the front: ${names}" data-points="${dots.length}" data-front="${front.length}">
${up.ticks.map((tick) => html`<line class="grid" x1="0" x2="100%" y1="${heightOf(up, tick)}" y2="${heightOf(up, tick)}"/>`)}
<line class="rule" x1="0" x2="100%" y1="${TOP + HEIGHT}" y2="${TOP + HEIGHT}"/>
${across.ticks.map((tick) => html`<line class="tick" x1="${percentage(across.place(tick))}" x2="${percentage(across.place(tick))}" y1="${TOP + HEIGHT}" y2="${TOP + HEIGHT + 5}"/><text x="${percentage(across.place(tick))}" y="${TOP + HEIGHT + 18}" text-anchor="middle">${figureText(first, tick)}</text>`)}
<text x="50%" y="${TOP + HEIGHT + 38}" text-anchor="middle">${first}</text>
<svg x="0" y="${TOP}" width="100%" height="${HEIGHT}" viewBox="0 0 1000 1000" preserveAspectRatio="none" aria-hidden="true"><polyline class="front-line" points="${stairs(front, across, up)}"/></svg>
${drawn.map((dot) => dotOf(dot, { across, up, first, second, stop: dot.front || dots.length <= MAX_STOPS }))}
</svg></div>
</figure>
`;
}

function rank({ front, candidate }: Dot): number {
  return (front ? 1 : 0) + (candidate.remark === '' ? 0 : 2);
}

function heightOf(axis: Axis, value: number): number {
  return Math.round((TOP + (1 - axis.place(value)) * HEIGHT) * 10) / 10;
}

/** Between two candidates of the front nothing better is known than the dearer figure of either. */
function stairs(front: readonly Dot[], across: Axis, up: Axis): string {
  const points: string[] = [];
  let before: number | undefined;
  for (const { x, y } of front) {
    const [left, top] = [across.place(x), 1 - up.place(y)].map((share) => Math.round(share * 1000));
    if (before !== undefined) points.push(`${left},${before}`);
    points.push(`${left},${top}`);
    before = top;
  }
  return points.join(' ');
}

function dotOf(
  { candidate, front, x, y }: Dot,
  of: {
    readonly across: Axis;
    readonly up: Axis;
    readonly first: FigureName;
    readonly second: FigureName;
    readonly stop: boolean;
  },
): Markup {
  const { name, figures, missed, remark } = candidate;
  const lines = [
    remark === '' ? name : `${name} (${remark})`,
    `${of.first} ${figureWithSpread(of.first, figures[of.first])}`,
    `${of.second} ${figureWithSpread(of.second, figures[of.second])}`,
    ...(missed.length > 0 ? [`misses ${missed.join(', ')}`] : []),
  ];
  const kinds = [
    'dot',
    ...(front ? ['front'] : []),
    ...(remark === '' ? [] : ['remarkable']),
    ...(missed.length > 0 ? ['missed'] : []),
  ];
  const left = percentage(of.across.place(x));
  const top = heightOf(of.up, y);
  const label =
    remark === ''
      ? null
      : html`<text class="strong" x="${left}" dx="10" y="${top - 8}" aria-hidden="true">${remark}</text>`;
  return html`<circle class="${kinds.join(' ')}" cx="${left}" cy="${top}" r="6" role="img" aria-label="${lines.join('; ')}" data-tip="${lines.join('\n')}"${of.stop ? html` tabindex="0"` : null}/>${label}
`;
}
