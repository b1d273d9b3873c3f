import uPlot from 'uplot';
import type { CourseData } from '../../course/course-data.js';
import { type CurvePlace, columnsOf, optionsOf } from './curve-options.js';
import type { DecisionLog } from './decision-log.js';
import { byId, element, shownMoment, tableOf } from './element.js';
import { type ShownLane, shownLane, stretchTable, valueText } from './shown-lane.js';

/** Of the stretch in view: how much a step moves it, and what remains of it after zooming in. */
const STEP = 0.25;
const CLOSER = 0.5;
/** Places of the cursor across the view, for the keyboard. */
const CURSOR_STEPS = 100;
/** What keys do besides moving the cursor. */
const KEYS: Readonly<Record<string, string>> = {
  '+': 'in',
  '=': 'in',
  '-': 'out',
  PageUp: 'earlier',
  PageDown: 'later',
  Home: 'all',
};
/** The stretch that an address names, in seconds since the run's beginning. */
const ADDRESS = /^#t=(\d+)-(\d+)$/;

/** The curves over time: which stretch of them is in view, of which compute, and the values at the cursor. */
export class Curves {
  readonly #data: CourseData;
  readonly #log: DecisionLog;
  readonly #place = byId('curves', HTMLDivElement);
  readonly #table = byId('timeline-details', HTMLDetailsElement);
  readonly #worst = document.getElementById('worst');
  #lane!: ShownLane;
  #charts: readonly uPlot[] = [];
  #cursor = 0;

  constructor(data: CourseData, log: DecisionLog) {
    this.#data = data;
    this.#log = log;
    byId('curves-live', HTMLDivElement).hidden = false;
    document.documentElement.dataset['live'] = 'yes';
    const asked = ADDRESS.exec(location.hash);
    this.#show(data.replications === undefined ? '0' : 'replications');
    const start = data.start_epoch_seconds;
    if (asked !== null) this.#zoom(start + Number(asked[1]), start + Number(asked[2]));
    this.#listen();
  }

  #listen(): void {
    for (const button of document.querySelectorAll<HTMLButtonElement>('[data-move]')) {
      button.addEventListener('click', () => this.#move(button.dataset['move']!));
    }
    const choice = document.getElementById('lane');
    if (choice instanceof HTMLSelectElement) choice.addEventListener('input', () => this.#show(choice.value));
    this.#place.addEventListener('keydown', (event) => {
      if (!event.ctrlKey && !event.metaKey && !event.altKey && this.#key(event.key)) event.preventDefault();
    });
    this.#table.addEventListener('toggle', () => this.#announce());
    this.#worst?.addEventListener('click', (event) => {
      event.preventDefault();
      this.#goToWorst();
    });
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
      for (const chart of this.#charts) chart.redraw(true, true);
    });
    new ResizeObserver(() => {
      const width = this.#place.clientWidth;
      for (const chart of this.#charts) {
        if (chart.width !== width) chart.setSize({ width, height: chart.height });
      }
    }).observe(this.#place);
  }

  /** Shows a compute, or all replications, keeping the stretch in view. */
  #show(shown: string): void {
    const range = this.#charts.length > 0 ? this.#range : this.#whole;
    this.#lane = shownLane(this.#data, shown);
    for (const chart of this.#charts) chart.destroy();
    const { curves } = this.#lane;
    const isSingle = shown !== 'replications';
    const moment = Number(this.#worst?.dataset['seconds'] ?? Number.NaN);
    const figures = curves.map(() => element('figure', '', 'curve'));
    this.#place.replaceChildren(...figures);
    this.#charts = curves.map((curve, index) => {
      const place: CurvePlace = {
        lane: this.#lane,
        curve,
        isLast: index === curves.length - 1,
        width: this.#place.clientWidth,
        worst: isSingle && Number.isFinite(moment) ? this.#whole[0] + moment : undefined,
      };
      const value = element('output');
      const caption = element('figcaption');
      caption.append(element('strong', curve.panel.label), value);
      const figure = figures[index]!;
      figure.id = `curve-${curve.panel.id}`;
      figure.dataset['points'] = String(this.#lane.time.length - 1);
      figure.append(caption);
      const options = optionsOf(place);
      const chart = new uPlot(
        {
          ...options,
          hooks: {
            ...options.hooks,
            setScale: [(_, key) => key === 'x' && index === 0 && this.#announce()],
            setCursor: [
              ({ cursor: { idx, left = -1 } }) => {
                const at = left < 0 || idx === null || idx === undefined ? undefined : idx;
                value.textContent = at === undefined ? '' : this.#textAt(index, at);
              },
            ],
          },
        },
        columnsOf(place),
        figure,
      );
      return chart;
    });
    const choice = document.getElementById('lane');
    if (choice instanceof HTMLSelectElement) choice.value = shown;
    for (const words of document.querySelectorAll<HTMLElement>('[data-shown]')) words.hidden = isSingle;
    this.#zoom(...range);
  }

  /** The value of a curve in an interval; the first curve has the moment, too. */
  #textAt(curve: number, index: number): string {
    const at = Math.min(index, this.#lane.time.length - 2);
    if (curve === 0) this.#cursor = at;
    const text = valueText(this.#lane.curves[curve]!, at);
    return curve === 0 ? `${text} at ${shownMoment(this.#lane.time[at]! * 1000)}` : text;
  }

  /** The whole run, in Unix time. */
  get #whole(): readonly [number, number] {
    const { start_epoch_seconds, duration_seconds } = this.#data;
    return [start_epoch_seconds, start_epoch_seconds + duration_seconds];
  }

  /** The stretch in view, in Unix time. */
  get #range(): readonly [number, number] {
    const { min, max } = this.#charts[0]?.scales['x'] ?? {};
    return [min ?? this.#whole[0], max ?? this.#whole[1]];
  }

  /** Brings a stretch into view, within the run and at least two intervals long. */
  #zoom(from: number, to: number): void {
    const [first, last] = this.#whole;
    const interval = this.#lane.time[1]! - this.#lane.time[0]!;
    const width = Math.min(last - first, Math.max(to - from, 2 * interval));
    const min = Math.max(first, Math.min(from, last - width));
    for (const chart of this.#charts) chart.setScale('x', { min, max: min + width });
  }

  #move(how: string): void {
    const [from, to] = this.#range;
    const width = to - from;
    const around = (factor: number) =>
      this.#zoom(from + (width * (1 - factor)) / 2, to - (width * (1 - factor)) / 2);
    if (how === 'in') around(CLOSER);
    else if (how === 'out') around(1 / CLOSER);
    else if (how === 'earlier') this.#zoom(from - STEP * width, to - STEP * width);
    else if (how === 'later') this.#zoom(from + STEP * width, to + STEP * width);
    else this.#zoom(...this.#whole);
  }

  /** @returns whether the key does something */
  #key(key: string): boolean {
    const move = KEYS[key];
    if (move !== undefined) this.#move(move);
    else if (key === 'ArrowLeft' || key === 'ArrowRight') this.#step(key === 'ArrowLeft' ? -1 : 1);
    else if (key === 'Enter') this.#log.show(this.#lane.time[this.#cursor]! - this.#whole[0]);
    else return false;
    return true;
  }

  /** Moves the cursor by a hundredth of the view. */
  #step(direction: number): void {
    const { time } = this.#lane;
    const [from, to] = this.#range;
    const inView = time.slice(0, -1).flatMap((moment, at) => (moment >= from && moment < to ? [at] : []));
    const [first = 0, last = 0] = [inView[0], inView.at(-1)];
    const stride = Math.max(1, Math.round((last - first) / CURSOR_STEPS));
    const at = Math.max(first, Math.min(last, this.#cursor + direction * stride));
    for (const chart of this.#charts) {
      chart.setCursor({ left: chart.valToPos(time[at]!, 'x') + 1, top: chart.over.clientHeight / 2 });
    }
    this.#cursor = at;
  }

  /** The worst interval is one of the first replication. */
  #goToWorst(): void {
    const choice = document.getElementById('lane');
    if (choice instanceof HTMLSelectElement && choice.value === 'replications') this.#show('0');
    const { duration_seconds, width_seconds } = this.#data;
    const half = Math.max(duration_seconds / 50, 20 * width_seconds) / 2;
    const moment = this.#whole[0] + Number(this.#worst!.dataset['seconds']);
    this.#zoom(moment - half, moment + half);
    this.#place.scrollIntoView({ block: 'nearest' });
  }

  /** Writes the stretch in view beside the controls, into the address, the log and the table. */
  #announce(): void {
    const [from, to] = this.#range;
    const start = this.#whole[0];
    byId('in-view', HTMLParagraphElement).textContent =
      `${shownMoment(Math.round(from) * 1000)} to ${shownMoment(Math.round(to) * 1000)}`;
    this.#log.view(from - start, to - start);
    if (this.#table.open) {
      const { heads, rows } = stretchTable(this.#lane, from, to);
      const table = tableOf('The stretch in view', heads, rows, new Set([0]));
      byId('timeline-table', HTMLDivElement).replaceChildren(table);
    }
    const isWhole = from <= start && to >= this.#whole[1];
    if (isWhole && !ADDRESS.test(location.hash)) return;
    const hash = isWhole ? '' : `#t=${Math.floor(from - start)}-${Math.ceil(to - start)}`;
    try {
      history.replaceState(null, '', `${location.pathname}${location.search}${hash}`);
    } catch {
      // Some viewers allow a page no address of its own.
    }
  }
}
