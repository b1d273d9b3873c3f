import uPlot from 'uplot';
import type { PackedTimeline, PageData } from '../recorded/page-data.js';
import { curvesOf } from './curve-options.js';
import type { ZoomRange } from './decision-log.js';
import type { Decision } from './decision-rows.js';
import { byId } from './element.js';
import { type Marks, markAt, marksOf } from './marks.js';
import { shownMoment } from './moment.js';
import { currentPalette, type Palette } from './palette.js';
import { type Lane, laneOf } from './timeline-lane.js';

const HEIGHT = 130;
/** Of the size, which has the marks above it. */
const HEIGHT_OF_SIZE = 230;

/** What a timeline tells whoever listens. */
export interface TimelineListeners {
  /** The stretch in view has changed. */
  readonly view: (stretch: ZoomRange, lane: Lane) => void;
  /** A place has been pointed at; `null`: none any more. */
  readonly point: (index: number | null, lane: Lane) => void;
  /** The decisions of a moment are asked for, seconds since the run's beginning. */
  readonly ask: (seconds: number) => void;
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
  readonly #worst: number | undefined;

  constructor(
    span: PageData,
    timeline: PackedTimeline,
    decisions: readonly Decision[],
    listeners: TimelineListeners,
    worst: number | undefined,
  ) {
    this.#span = span;
    this.#timeline = timeline;
    this.#decisions = decisions;
    this.#listeners = listeners;
    this.#worst = worst;
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
    const { start_epoch_seconds, limits } = this.#span;
    const marks = marksOf(this.#span, this.#decisions, whole ? undefined : packed.name);
    const failures = failuresOf(this.#lane);
    showKeys([...marks, ...failures]);
    for (const chart of this.#charts) chart.destroy();
    const curves = curvesOf({
      lane: this.#lane,
      limits: limits[lane]!,
      worst: this.#worst === undefined ? undefined : start_epoch_seconds + this.#worst,
      marks,
      failures,
      palette: () => this.#palette,
    });
    this.#charts = curves.map(({ id, options, data }) => {
      const place = byId(`curve-${id}`, HTMLDivElement);
      place.dataset['points'] = String(data[0].length - 1);
      const chart = new uPlot(
        {
          ...options,
          width: this.#width(),
          height: id === 'size' ? HEIGHT_OF_SIZE : HEIGHT,
          hooks: {
            ...options.hooks,
            setScale: [(changed, key) => key === 'x' && this.#follow(changed)],
            setCursor: [(pointed) => this.#point(pointed)],
          },
        },
        data,
        place,
      );
      if (id === 'size') this.#followClicks(chart, marks);
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

  /** Asks for the decisions of an interval. */
  askAt(index: number): void {
    this.#listeners.ask(this.#lane.time[index]! - this.whole[0]);
  }

  #followClicks(chart: uPlot, marks: readonly Marks[]): void {
    chart.root.addEventListener('click', (event) => {
      const box = chart.root.getBoundingClientRect();
      const mark = markAt(chart, marks, event.clientX - box.left, event.clientY - box.top);
      if (mark !== undefined) this.#listeners.ask(mark.time - this.whole[0]);
    });
  }

  #width(): number {
    return byId('curves', HTMLDivElement).clientWidth;
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
