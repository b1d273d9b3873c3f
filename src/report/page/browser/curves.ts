import type { CourseData } from '../../course/course-data.js';
import { coursePlot } from '../../course/course-plot.js';
import { type ShownCurve, shownCurves } from '../../course/panels.js';
import { drawPlot } from '../../forms/plot/draw-plot.js';
import type { DecisionLog } from './decision-log.js';
import { byId, drawnPart, shownMoment, tableOf } from './element.js';
import { drawingInSight, letPicturesBeCopied } from './pictures.js';
import { stretchTable } from './stretch-table.js';

/** How far a step moves the view, and how much of it remains after zooming in, as shares of its length. */
const STEP = 0.25;
const CLOSER = 0.5;
/** Places of the cursor across the view, for the keyboard. */
const CURSOR_STEPS = 100;
/** A drag across less than this share of the view is a click. */
const CLICK = 0.01;
/** Further keys, in addition to those that move the cursor. */
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
/** Baseline of the values at the cursor: that of the name of a panel. */
const NAME_BASELINE = 13;

/** A stretch of time in seconds since the run's beginning. */
type View = readonly [from: number, to: number];

/** The curves over time: the stretch in view, the lane that is shown, and the values at the cursor. */
export class Curves {
  readonly #data: CourseData;
  readonly #log: DecisionLog;
  readonly #place = byId('curves', HTMLDivElement);
  readonly #table = byId('timeline-details', HTMLDetailsElement);
  readonly #choice = document.getElementById('lane') as HTMLSelectElement | null;
  #shown = 0;
  #curves: readonly ShownCurve[];
  #view: View;
  /** The interval at the cursor. */
  #cursor = 0;
  /** Where a drag began. */
  #dragged: number | undefined;

  constructor(data: CourseData, log: DecisionLog) {
    this.#data = data;
    this.#log = log;
    this.#curves = shownCurves(data, this.#shown);
    this.#view = [0, data.duration_seconds];
    document.documentElement.dataset['live'] = 'yes';
    const asked = ADDRESS.exec(location.hash);
    if (asked === null) this.#announce();
    else this.#zoom(Number(asked[1]), Number(asked[2]));
    this.#listen();
  }

  #listen(): void {
    for (const button of document.querySelectorAll<HTMLButtonElement>('[data-move]')) {
      button.addEventListener('click', () => this.#move(button.dataset['move']!));
    }
    this.#choice?.addEventListener('input', () => this.#show(Number(this.#choice!.value)));
    this.#place.addEventListener('keydown', (event) => {
      if (!event.ctrlKey && !event.metaKey && !event.altKey && this.#key(event.key)) event.preventDefault();
    });
    this.#place.addEventListener('pointermove', (event) => this.#point(event));
    this.#place.addEventListener('pointerdown', (event) => {
      this.#dragged = event.button === 0 ? this.#timeAt(event) : undefined;
    });
    document.addEventListener('pointerup', (event) => this.#drop(event));
    this.#place.addEventListener('dblclick', () => this.#move('all'));
    this.#place.addEventListener('pointerleave', () => this.#clear());
    this.#table.addEventListener('toggle', () => this.#announce());
    document.getElementById('worst')?.addEventListener('click', (event) => {
      event.preventDefault();
      this.#goToWorst();
    });
  }

  /** Shows a lane, keeping the stretch in view. */
  #show(shown: number): void {
    this.#shown = shown;
    this.#curves = shownCurves(this.#data, shown);
    this.#zoom(...this.#view);
  }

  /** Brings a stretch into view, within the run and at least two intervals long. */
  #zoom(from: number, to: number): void {
    const { duration_seconds } = this.#data;
    const width = Math.min(duration_seconds, Math.max(to - from, 2 * this.#data.width_seconds));
    const begin = Math.max(0, Math.min(from, duration_seconds - width));
    this.#view = [begin, begin + width];
    // All text from scenarios is escaped in the drawing.
    this.#place.innerHTML = drawPlot(coursePlot(this.#data, this.#shown, this.#view))?.html ?? '';
    letPicturesBeCopied(this.#place);
    this.#announce();
  }

  #move(how: string): void {
    const [from, to] = this.#view;
    const width = to - from;
    const around = (factor: number) =>
      this.#zoom(from + (width * (1 - factor)) / 2, to - (width * (1 - factor)) / 2);
    if (how === 'in') around(CLOSER);
    else if (how === 'out') around(1 / CLOSER);
    else if (how === 'earlier') this.#zoom(from - STEP * width, to - STEP * width);
    else if (how === 'later') this.#zoom(from + STEP * width, to + STEP * width);
    else this.#zoom(0, this.#data.duration_seconds);
  }

  /** @returns whether the key does something */
  #key(key: string): boolean {
    const move = KEYS[key];
    if (move !== undefined) this.#move(move);
    else if (key === 'ArrowLeft' || key === 'ArrowRight') this.#step(key === 'ArrowLeft' ? -1 : 1);
    else if (key === 'Enter') this.#log.show(this.#cursor * this.#data.width_seconds);
    else return false;
    return true;
  }

  /** Moves the cursor by a hundredth of the view. */
  #step(direction: number): void {
    const [first, last] = this.#intervals;
    const stride = Math.max(1, Math.round((last - first) / CURSOR_STEPS));
    this.#read(Math.max(first, Math.min(last, this.#cursor + direction * stride)));
  }

  /** The first and the last interval in view. */
  get #intervals(): readonly [first: number, last: number] {
    const { width_seconds } = this.#data;
    const [from, to] = this.#view;
    return [Math.floor(from / width_seconds), Math.ceil(to / width_seconds) - 1];
  }

  /** The drawing in sight, and the ends of its axis of time. */
  get #sheet(): { readonly svg: SVGSVGElement; readonly left: number; readonly right: number } | undefined {
    const svg = drawingInSight(this.#place);
    const axis = svg?.querySelector('line.rule');
    if (svg === undefined || !axis) return undefined;
    const [left, right] = ['x1', 'x2'].map((name) => Number(axis.getAttribute(name)));
    return { svg, left: left!, right: right! };
  }

  /** The moment that is pointed at, within the view. */
  #timeAt({ clientX }: PointerEvent): number | undefined {
    const sheet = this.#sheet;
    if (sheet === undefined) return undefined;
    const { svg, left, right } = sheet;
    const box = svg.getBoundingClientRect();
    const x = ((clientX - box.left) / box.width) * svg.viewBox.baseVal.width;
    const share = Math.max(0, Math.min(1, (x - left) / (right - left)));
    const [from, to] = this.#view;
    return from + share * (to - from);
  }

  #point(event: PointerEvent): void {
    const time = this.#timeAt(event);
    if (time === undefined) return;
    const [first, last] = this.#intervals;
    this.#read(Math.max(first, Math.min(last, Math.floor(time / this.#data.width_seconds))));
    if (this.#dragged !== undefined) this.#mark('band', this.#dragged, time);
  }

  #drop(event: PointerEvent): void {
    const [begin, end] = [this.#dragged, this.#timeAt(event)];
    this.#dragged = undefined;
    if (begin === undefined || end === undefined) return;
    const [from, to] = this.#view;
    if (Math.abs(end - begin) > CLICK * (to - from)) this.#zoom(Math.min(begin, end), Math.max(begin, end));
  }

  /** Shows the values of an interval in every panel, and its moment next to the controls. */
  #read(index: number): void {
    const sheet = this.#sheet;
    if (sheet === undefined) return;
    this.#cursor = index;
    this.#clear();
    const seconds = Math.max(this.#view[0], index * this.#data.width_seconds);
    this.#mark('present', seconds, seconds);
    const panels = [...sheet.svg.querySelectorAll(':scope > g')];
    const texts = this.#curves.map(({ panel, values }) => {
      const value = values[index] ?? null;
      return value === null ? '-' : panel.text(value);
    });
    for (const [place, text] of texts.entries()) {
      const at = { class: 'reading point-name', x: sheet.right, y: NAME_BASELINE, 'text-anchor': 'end' };
      panels[place]?.append(drawnPart('text', at, text));
    }
    byId('reading', HTMLOutputElement).textContent = shownMoment(
      (this.#data.start_epoch_seconds + index * this.#data.width_seconds) * 1000,
    );
  }

  /** Marks a stretch across all panels. */
  #mark(kind: 'present' | 'band', begin: number, end: number): void {
    const { svg, left, right } = this.#sheet!;
    const [from, to] = this.#view;
    const place = (time: number) => left + ((time - from) / (to - from)) * (right - left);
    const [x, width] = [place(Math.min(begin, end)), Math.abs(place(end) - place(begin))];
    const { height } = svg.viewBox.baseVal;
    svg.append(
      kind === 'band'
        ? drawnPart('rect', { class: 'reading band', x, width, y: 0, height })
        : drawnPart('line', { class: 'reading present', x1: x, x2: x, y1: 0, y2: height }),
    );
  }

  #clear(): void {
    for (const part of this.#place.querySelectorAll('.reading')) part.remove();
  }

  #goToWorst(): void {
    const { duration_seconds, width_seconds, worst } = this.#data;
    const half = Math.max(duration_seconds / 50, 20 * width_seconds) / 2;
    this.#zoom(worst!.seconds - half, worst!.seconds + half);
    this.#place.scrollIntoView({ block: 'nearest' });
  }

  /** Writes the stretch in view next to the controls, into the address, the log and the table. */
  #announce(): void {
    const [from, to] = this.#view;
    const { start_epoch_seconds: start, duration_seconds } = this.#data;
    byId('in-view', HTMLParagraphElement).textContent =
      `${shownMoment(Math.round(start + from) * 1000)} to ${shownMoment(Math.round(start + to) * 1000)}`;
    this.#log.view(from, to);
    if (this.#table.open) {
      const { heads, rows } = stretchTable(this.#curves, this.#intervals, this.#data);
      const table = tableOf('The stretch in view', heads, rows, new Set([0]));
      byId('timeline-table', HTMLDivElement).replaceChildren(table);
    }
    const isWhole = from <= 0 && to >= duration_seconds;
    if (isWhole && !ADDRESS.test(location.hash)) return;
    const hash = isWhole ? '' : `#t=${Math.floor(from)}-${Math.ceil(to)}`;
    try {
      history.replaceState(null, '', `${location.pathname}${location.search}${hash}`);
    } catch {
      // Some viewers do not give a page an address.
    }
  }
}
