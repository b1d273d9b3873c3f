import uPlot from 'uplot';
import type { PackedTimeline, PageData } from '../recorded/page-data.js';
import { curvesOf } from './curve-options.js';
import type { ZoomRange } from './decision-log.js';
import type { Decision } from './decision-rows.js';
import { byId } from './element.js';
import { type Marks, marksOf } from './marks.js';
import { shownMoment } from './moment.js';
import { currentPalette, type Palette } from './palette.js';
import { type Lane, laneOf } from './timeline-lane.js';

const HEIGHTS: Readonly<Record<string, number>> = { size: 260, queries: 150, latency: 150 };
/** Width of the curves on paper: that of A4 within its margins, at 96 pixels an inch. */
const PAPER_PIXELS = 680;

/** What a timeline tells whoever listens. */
export interface TimelineListeners {
  /** The stretch in view has changed. */
  readonly view: (stretch: ZoomRange, lane: Lane) => void;
  /** A place has been pointed at; `null`: none any more. */
  readonly point: (index: number | null, lane: Lane) => void;
}

/** The curves over time: what is drawn, which stretch of it, and of which compute. */
export class TimelineCurves {
  readonly #span: PageData;
  readonly #timeline: PackedTimeline;
  readonly #decisions: readonly Decision[];
  readonly #listeners: TimelineListeners;
  #palette: Palette = currentPalette();
  #charts: readonly uPlot[] = [];
  #lane!: Lane;
  #printing = false;

  constructor(
    span: PageData,
    timeline: PackedTimeline,
    decisions: readonly Decision[],
    listeners: TimelineListeners,
  ) {
    this.#span = span;
    this.#timeline = timeline;
    this.#decisions = decisions;
    this.#listeners = listeners;
    this.show(0);
    new ResizeObserver(() => this.#fit()).observe(byId('curves', HTMLDivElement));
  }

  /** The whole run, in Unix time. */
  get whole(): readonly [number, number] {
    const { start_epoch_seconds, duration_seconds } = this.#span;
    return [start_epoch_seconds, start_epoch_seconds + duration_seconds];
  }

  /** What is in view. */
  get range(): readonly [number, number] {
    const { min, max } = this.#charts[0]?.scales['x'] ?? {};
    return [min ?? this.whole[0], max ?? this.whole[1]];
  }

  get lane(): Lane {
    return this.#lane;
  }

  /** Shows the compute of a lane, keeping the stretch in view. */
  show(lane: number): void {
    const range = this.#charts.length > 0 ? this.range : this.whole;
    const packed = this.#timeline.lanes[lane]!;
    this.#lane = laneOf(this.#timeline, packed, this.#span);
    const whole = this.#timeline.lanes.length > 1 && lane === 0;
    const { start_epoch_seconds } = this.#span;
    const marks = marksOf(this.#decisions, whole ? undefined : packed.name, start_epoch_seconds);
    const failures = failuresOf(this.#lane);
    showKeys([...marks, ...failures]);
    for (const chart of this.#charts) chart.destroy();
    const curves = curvesOf({ lane: this.#lane, marks, failures, palette: () => this.#palette });
    this.#charts = curves.map(({ id, options, data }) => {
      const place = byId(`curve-${id}`, HTMLDivElement);
      place.dataset['points'] = String(data[0].length - 1);
      const chart = new uPlot(
        {
          ...options,
          width: this.#width(),
          height: HEIGHTS[id]!,
          hooks: {
            ...options.hooks,
            setScale: [(changed, key) => key === 'x' && this.#follow(changed)],
            setCursor: [(pointed) => this.#point(pointed)],
          },
        },
        data,
        place,
      );
      return chart;
    });
    this.zoom(range[0], range[1]);
    this.#announce();
  }

  /** Brings a stretch into view, within the run and at least two intervals long. */
  zoom(from: number, to: number): void {
    const [first, last] = this.whole;
    const width = Math.min(last - first, Math.max(to - from, 2 * this.#timeline.width_seconds));
    const min = Math.max(first, Math.min(from, last - width));
    this.#charts[0]?.setScale('x', { min, max: min + width });
  }

  /** Points at the value of an interval. */
  pointAt(index: number): void {
    for (const chart of this.#charts) {
      const left = chart.valToPos(this.#lane.time[index]!, 'x') + 1;
      chart.setCursor({ left, top: chart.over.clientHeight / 2 });
    }
  }

  /** Draws anew in the present colours. */
  recolour(): void {
    this.#palette = currentPalette();
    for (const chart of this.#charts) chart.redraw(true, true);
  }

  /** Makes ready for paper, and back. */
  print(printing: boolean): void {
    this.#printing = printing;
    this.#fit();
    this.recolour();
  }

  #width(): number {
    return this.#printing ? PAPER_PIXELS : byId('curves', HTMLDivElement).clientWidth;
  }

  #fit(): void {
    const width = this.#width();
    for (const chart of this.#charts) {
      if (chart.width !== width) chart.setSize({ width, height: chart.height });
    }
  }

  /** All curves show the same stretch. */
  #follow(changed: uPlot): void {
    const { min, max } = changed.scales['x']!;
    // The library's types know nothing of the null that a scale begins with.
    if (typeof min !== 'number' || typeof max !== 'number') return;
    for (const chart of this.#charts) {
      const scale = chart.scales['x']!;
      if (chart !== changed && (scale.min !== min || scale.max !== max)) chart.setScale('x', { min, max });
    }
    if (changed === this.#charts[0]) this.#announce();
  }

  #announce(): void {
    const [from, to] = this.range;
    const start = this.whole[0];
    byId('in-view', HTMLParagraphElement).textContent =
      `${shownMoment(Math.round(from) * 1000)} to ${shownMoment(Math.round(to) * 1000)}`;
    this.#listeners.view({ from_seconds: from - start, to_seconds: to - start }, this.#lane);
  }

  #point(chart: uPlot): void {
    if (chart !== this.#charts[0]) return;
    const { left = -1, idx } = chart.cursor;
    if (left < 0 || idx === null || idx === undefined) {
      this.#listeners.point(null, this.#lane);
      return;
    }
    const time = chart.posToVal(left, 'x');
    const index = idx > 0 && this.#lane.time[idx]! > time ? idx - 1 : idx;
    this.#listeners.point(Math.min(index, this.#lane.time.length - 2), this.#lane);
  }
}

/** Intervals in which queries failed. */
function failuresOf(lane: Lane): readonly Marks[] {
  const times = lane.time.filter((_, index) => index < lane.time.length - 1 && lane.failed[index]! > 0);
  return times.length === 0 ? [] : [{ kind: 'failed', times }];
}

function showKeys(marks: readonly Marks[]): void {
  const kinds = new Set(marks.map(({ kind }) => kind));
  for (const key of document.querySelectorAll<HTMLElement>('[data-mark]')) {
    key.hidden = !kinds.has(key.dataset['mark']!);
  }
}
