import type { MarkLayer } from '../../document/plot.js';
import { type Content, htmlLine } from '../../page/markup/markup.js';
import { POINT_RADIUS, stairPlaces, uprightBox } from './draw-layer.js';
import type { DrawnRule } from './draw-rule.js';
import { at, type Sheet } from './drawing.js';
import { type Box, overlap, placedLabel, pointBox, textBox } from './place-labels.js';
import type { PlotArea } from './plot-area.js';

/** Number of boxes that cover a slanted line; a horizontal or vertical one needs one. */
const SLANTED_BOXES = 16;

/** The names of marks and of vertical rules, if they fit. */
export function drawLabels(
  sheet: Sheet,
  plot: PlotArea,
  layers: readonly MarkLayer[],
  rules: readonly DrawnRule[],
): Content {
  const { area, x, y } = plot;
  const marks = layers.filter(({ as }) => as === 'point').flatMap((layer) => layer.marks);
  const named = marks.filter(({ names = [] }) => names.length > 0).toReversed();
  if (named.length === 0 && rules.every(({ label }) => label === null)) return [];
  const used: Box[] = [
    ...layers.flatMap((layer) => boxesOf(layer, plot)),
    ...rules.flatMap(({ taken }) => taken),
  ];
  const within: Box = { ...area, top: area.top - 8, right: sheet.width };
  const labels: Box[] = [];
  const ofRules = rules.flatMap(({ label }) => {
    if (label === null) return [];
    const { text, kind, places } = label;
    // The text after a colon is left out if it does not fit.
    const boxes = [text, text.split(': ')[0]!].flatMap((words) =>
      places.map((each) => ({ ...each, words, box: textBox(words, each.x, each.y, each.anchor) })),
    );
    // The texts of the vertical axis are left of the area.
    const isFree = (box: Box, of: readonly Box[]) =>
      box.left >= (kind === 'limit' ? 0 : area.left) &&
      box.right <= sheet.width &&
      box.bottom <= area.bottom &&
      !of.some((other) => overlap(box, other));
    // A limit is always named, over the drawing if necessary.
    const found =
      boxes.find(({ box }) => isFree(box, used)) ??
      (kind === 'limit' ? boxes.find(({ box }) => isFree(box, labels)) : undefined);
    if (found === undefined) return [];
    labels.push(found.box);
    used.push(found.box);
    return [
      htmlLine`<text class="${kind}" x="${at(found.x)}" y="${at(found.y)}" text-anchor="${found.anchor}">${found.words}</text>`,
    ];
  });
  const ofMarks = named.map((mark) => {
    const label = placedLabel([x(mark.x), y(mark.y)], mark.names!, within, used);
    if (label === undefined) return null;
    used.push(label.box);
    const strong = mark.kinds?.includes('remarkable') ? ' strong' : '';
    return htmlLine`<text class="point-name${strong}" x="${at(label.x)}" y="${at(label.y)}" text-anchor="${label.anchor}" aria-hidden="true">${label.text}</text>`;
  });
  return [ofRules, ofMarks];
}

/** The boxes that a layer covers. */
function boxesOf({ as, marks }: MarkLayer, plot: PlotArea): readonly Box[] {
  const { x, y, across } = plot;
  const places =
    as === 'step'
      ? stairPlaces(marks, plot).filter(([, level]) => !Number.isNaN(level))
      : marks.map((mark) => [x(mark.x), y(mark.y)] as const);
  if (as === 'point') {
    return marks.flatMap((mark) => [
      pointBox(x(mark.x), y(mark.y), POINT_RADIUS + 1),
      ...(mark.y_ends === undefined
        ? []
        : [between([x(mark.x), y(mark.y_ends[1])], [x(mark.x), y(mark.y_ends[0])])]),
      ...(mark.x_ends === undefined
        ? []
        : [between([x(mark.x_ends[0]), y(mark.y)], [x(mark.x_ends[1]), y(mark.y)])]),
    ]);
  }
  if (as === 'bar') return across.steps === undefined ? [] : marks.map((mark) => uprightBox(mark, plot));
  if (as === 'cell' || as === 'area') return [];
  return places.slice(1).flatMap((end, index) => {
    const begin = places[index]!;
    if (begin[0] === end[0] || begin[1] === end[1]) return [between(begin, end)];
    const point = (share: number): Place => [
      begin[0] + share * (end[0] - begin[0]),
      begin[1] + share * (end[1] - begin[1]),
    ];
    return Array.from({ length: SLANTED_BOXES }, (_, part) =>
      between(point(part / SLANTED_BOXES), point((part + 1) / SLANTED_BOXES)),
    );
  });
}

type Place = readonly [x: number, y: number];

function between([x1, y1]: Place, [x2, y2]: Place): Box {
  return {
    left: Math.min(x1, x2) - 1,
    right: Math.max(x1, x2) + 1,
    top: Math.min(y1, y2) - 1,
    bottom: Math.max(y1, y2) + 1,
  };
}
