import uPlot from 'uplot';
import type { PageData } from '../recorded/page-data.js';
import { type Curve, curvesOf, type Drawn } from './curve-options.js';
import type { ZoomRange } from './decision-log.js';
import type { Decision } from './decision-rows.js';
import { byId } from './element.js';
import { type Marks, markAt, marksOf } from './marks.js';
import { shownMoment } from './moment.js';
import { currentPalette, type Palette } from './palette.js';
import { type Lane, laneOf, laneOfReplications } from './timeline-lane.js';

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

/** What is shown: the timeline of a compute by its place, or all replications together. */
type Shown = number | 'replications';

/** The curves over time: what is drawn, which stretch of it, and of which compute. */
export class TimelineCurves {
  readonly #data: PageData;
  readonly #decisions: readonly Decision[];
  readonly #listeners: TimelineListeners;
  #palette: Palette = currentPalette();
  #charts: readonly uPlot[] = [];
  #lane!: Lane;
  readonly #worst: number | undefined;

  /** @param worst the moment that stands out, seconds since the run's beginning */
  constructor(
    data: PageData,
    decisions: readonly Decision[],
    listeners: TimelineListeners,
    worst: number | undefined,
  ) {
    this.#data = data;
    this.#decisions = decisions;
    this.#listeners = listeners;
    this.#worst = worst;
    this.show(data.replications === undefined ? 0 : 'replications');
    new ResizeObserver(() => this.#fit()).observe(byId('curves', HTMLDivElement));
  }

  /** The whole run, in Unix time. */
  get whole(): readonly [number, number] {
    const { start_epoch_seconds, duration_seconds } = this.#data;
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

  /** Shows a compute, or all replications, keeping the stretch in view. */
  show(shown: Shown): void {
    const range = this.#charts.length > 0 ? this.range : this.whole;
    this.#lane = this.#laneOf(shown);
    const drawn = this.#drawnOf(shown);
    showKeys([...drawn.marks, ...drawn.failures]);
    for (const chart of this.#charts) chart.destroy();
    const curves = curvesOf(drawn);
    showPlaces(shown, curves);
    this.#charts = curves.flatMap(({ id, options, data, nothing }) => {
      const place = byId(`curve-${id}`, HTMLDivElement);
      place.dataset['points'] = String(data[0].length - 1);
      if (nothing !== undefined) return [];
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
      if (id === 'size') this.#followClicks(chart, drawn.marks);
      return [chart];
    });
    this.zoom(range[0], range[1]);
    this.#announce();
  }

  #laneOf(shown: Shown): Lane {
    const { replications, timeline } = this.#data;
    if (shown === 'replications') return laneOfReplications(replications!, this.#data);
    return laneOf(timeline, timeline.lanes[shown]!, this.#data);
  }

  /** Marks, and limits of single computes, are of a single run. */
  #drawnOf(shown: Shown): Drawn {
    const { start_epoch_seconds, limits, timeline } = this.#data;
    const drawn = { lane: this.#lane, palette: (): Palette => this.#palette };
    if (shown === 'replications') {
      const own = { ...limits[0]!, min_cu: null, max_cu: null, max_connections: null };
      return { ...drawn, limits: own, worst: undefined, marks: [], failures: [] };
    }
    const whole = timeline.lanes.length > 1 && shown === 0;
    return {
      ...drawn,
      limits: limits[shown]!,
      worst: this.#worst === undefined ? undefined : start_epoch_seconds + this.#worst,
      marks: marksOf(this.#data, this.#decisions, whole ? undefined : this.#lane.name),
      failures: failuresOf(this.#lane),
    };
  }

  /** Brings a stretch into view, within the run and at least two intervals long. */
  zoom(from: number, to: number): void {
    const [first, last] = this.whole;
    const interval = this.#lane.time[1]! - this.#lane.time[0]!;
    const width = Math.min(last - first, Math.max(to - from, 2 * interval));
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
function failuresOf({ time, failed }: Lane): readonly Marks[] {
  const times = time.filter((_, index) => index < time.length - 1 && (failed?.[index] ?? 0) > 0);
  return times.length === 0 ? [] : [{ kind: 'failed', times }];
}

/** Which curves there are room for, what is said in place of those without anything to draw, and what is chosen. */
function showPlaces(shown: Shown, curves: readonly Curve[]): void {
  for (const place of document.querySelectorAll<HTMLElement>('#curves .canvas')) {
    const curve = curves.find(({ id }) => place.id === `curve-${id}`);
    place.closest('figure')!.hidden = curve === undefined;
    place.classList.toggle('nothing', curve?.nothing !== undefined);
    place.textContent = curve?.nothing ?? '';
  }
  const choice = document.getElementById('lane');
  if (choice instanceof HTMLSelectElement) choice.value = String(shown);
  for (const words of document.querySelectorAll<HTMLElement>('[data-shown]')) {
    words.hidden = (words.dataset['shown'] === 'replications') !== (shown === 'replications');
  }
}

function showKeys(marks: readonly Marks[]): void {
  const kinds = new Set(marks.map(({ kind }) => kind));
  for (const key of document.querySelectorAll<HTMLElement>('[data-mark]')) {
    key.hidden = !kinds.has(key.dataset['mark']!);
  }
}
