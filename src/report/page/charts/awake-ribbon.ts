import { number } from '../../figures/figure-text.js';
import { html, htmlLine, type Markup } from '../markup/markup.js';
import { at, type Drawn, drawing, key, type Sheet } from './drawing.js';
import { LETTERS, textWidth } from './place-labels.js';
import { inside } from './plot.js';
import { timeTicks } from './time-axis.js';

/** Height of a row, and of what is drawn in it. */
const ROW = 18;
const BAR = 12;
/** Stretches of time that a row tells apart. */
const STRETCHES = 336;
/** Shades of a size, the largest size the darkest. */
const SHADES = 5;
/** Room for what the axis is called beside the first moment. */
const LEAST_LEFT = 66;
/** Letters of a name. */
const NAME = 22;

/** The size of each compute in each interval. */
interface SizesOverTime {
  readonly length: number;
  sizes(): readonly { readonly name: string; readonly cu: readonly number[] }[];
}

/** What a ribbon is drawn from. */
interface RibbonOf {
  readonly timeline: SizesOverTime;
  readonly start_epoch_seconds: number;
  readonly duration_seconds: number;
}

/** When each of several computes was awake: a row for each, darker where it was larger. */
export function awakeRibbon(of: RibbonOf): Markup | null {
  const rows = of.timeline.sizes();
  if (rows.length < 2 || of.timeline.length < 2) return null;
  const largest = Math.max(...rows.flatMap(({ cu }) => cu));
  return drawing(
    {
      id: 'awake-ribbon',
      title: 'When each compute was awake',
      keys: key('cu', `awake; the darkest: ${number(largest)} CU`),
      label: `When each of ${rows.length} computes was awake`,
      counts: { points: rows.length },
    },
    (sheet) => drawnRows(sheet, rows, largest, of),
  );
}

function drawnRows(
  sheet: Sheet,
  rows: ReturnType<SizesOverTime['sizes']>,
  largest: number,
  { start_epoch_seconds, duration_seconds }: RibbonOf,
): Drawn {
  const names = rows.map(({ name }) => (name.length > NAME ? `${name.slice(0, NAME - 1)}…` : name));
  const left = Math.max(LEAST_LEFT, ...names.map(textWidth)) + 8;
  const x = (share: number): number => at(left + share * (sheet.width - left - 14));
  const bottom = rows.length * ROW + 2;
  const ticks = timeTicks(start_epoch_seconds, duration_seconds, sheet.narrow ? 4 : 8);
  return {
    height: bottom + LETTERS + 6,
    content: [
      rows.map(({ cu }, row) => {
        const y = row * ROW + 2;
        // One path for each shade: a month of many computes has thousands of stretches.
        const paths = new Map<number, string>();
        for (const { from, to, shade } of shadesOf(cu, largest)) {
          const width = at(x(to) - x(from));
          paths.set(shade, `${paths.get(shade) ?? ''}M${x(from)} ${y}h${width}v${BAR}h-${width}z`);
        }
        const bars = [...paths].map(
          ([shade, path]) =>
            html`<path class="part-growing" fill-opacity="${at(0.2 + 0.8 * shade)}" d="${path}"/>`,
        );
        return htmlLine`<text x="${left - 8}" y="${y + BAR - 1}" text-anchor="end">${names[row]}</text>${bars}`;
      }),
      ticks.map(({ seconds, text }) => {
        const place = x(seconds / duration_seconds);
        return htmlLine`<line class="grid" x1="${place}" x2="${place}" y1="0" y2="${bottom}"/><text x="${inside(place, text, sheet)}" y="${bottom + LETTERS}" text-anchor="middle">${text}</text>`;
      }),
      htmlLine`<text x="0" y="${bottom + LETTERS}" class="axis-name">UTC</text>`,
    ],
  };
}

/** Stretches of one shade, as shares of the whole time; none where a compute was suspended. */
function shadesOf(cu: readonly number[], largest: number) {
  const width = Math.max(1, Math.ceil(cu.length / STRETCHES));
  const found: { from: number; to: number; shade: number }[] = [];
  for (let begin = 0; begin < cu.length; begin += width) {
    const part = cu.slice(begin, begin + width);
    const mean = part.reduce((sum, each) => sum + each, 0) / part.length;
    const shade = Math.ceil((mean / largest) * SHADES) / SHADES;
    const [from, to] = [begin / cu.length, Math.min(1, (begin + width) / cu.length)];
    const last = found.at(-1);
    if (last?.to === from && last.shade === shade) last.to = to;
    else if (mean > 0) found.push({ from, to, shade });
  }
  return found;
}
