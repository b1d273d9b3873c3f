import { byId } from './element.js';
import type { TimelineCurves } from './timeline.js';

/** Of the stretch in view: how much a step moves it, and what remains of it after zooming in. */
const STEP = 0.25;
const CLOSER = 0.5;
/** Places of the cursor across the view, for the keyboard. */
const CURSOR_STEPS = 100;

/** Buttons, keyboard, wheel and fingers for the curves. */
export class TimelineControls {
  readonly #curves: TimelineCurves;
  #cursor = 0;

  constructor(curves: TimelineCurves) {
    this.#curves = curves;
    for (const button of document.querySelectorAll<HTMLButtonElement>('[data-move]')) {
      button.addEventListener('click', () => this.#move(button.dataset['move']!));
    }
    const lane = document.getElementById('lane');
    if (lane instanceof HTMLSelectElement)
      lane.addEventListener('input', () => {
        curves.show(lane.value === 'replications' ? lane.value : Number(lane.value));
      });
    const place = byId('curves', HTMLDivElement);
    place.addEventListener('keydown', (event) => this.#key(event));
    place.addEventListener('wheel', (event) => this.#wheel(event), { passive: false });
    // The library zooms back to all of its data; the stretch in view is that of the run.
    place.addEventListener('dblclick', () => this.#move('all'));
    followFingers(place, curves);
  }

  /** Tells which interval the cursor is at. */
  at(index: number | null): void {
    if (index !== null) this.#cursor = index;
  }

  #move(how: string): void {
    const [from, to] = this.#curves.range;
    const width = to - from;
    const moves: Readonly<Record<string, () => void>> = {
      in: () => this.#zoom(CLOSER),
      out: () => this.#zoom(1 / CLOSER),
      earlier: () => this.#curves.zoom(from - STEP * width, to - STEP * width),
      later: () => this.#curves.zoom(from + STEP * width, to + STEP * width),
      all: () => this.#curves.zoom(...this.#curves.whole),
    };
    moves[how]?.();
  }

  /** Zooms around a moment, the middle unless given. */
  #zoom(factor: number, around?: number): void {
    const [from, to] = this.#curves.range;
    const middle = around ?? (from + to) / 2;
    this.#curves.zoom(middle - (middle - from) * factor, middle + (to - middle) * factor);
  }

  #key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const keys: Readonly<Record<string, () => void>> = {
      '+': () => this.#move('in'),
      '=': () => this.#move('in'),
      '-': () => this.#move('out'),
      PageUp: () => this.#move('earlier'),
      PageDown: () => this.#move('later'),
      Home: () => this.#move('all'),
      ArrowLeft: () => this.#step(-1),
      ArrowRight: () => this.#step(1),
      Enter: () => this.#curves.askAt(this.#cursor),
    };
    const act = keys[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  }

  #step(direction: number): void {
    const { time } = this.#curves.lane;
    const [from, to] = this.#curves.range;
    const first = time.findIndex((moment) => moment >= from);
    const beyond = time.findIndex((moment) => moment >= to);
    const last = Math.max(first, (beyond < 0 ? time.length : beyond) - 1);
    const stride = Math.max(1, Math.round((last - first) / CURSOR_STEPS));
    this.#cursor = Math.max(first, Math.min(last, this.#cursor + direction * stride));
    this.#curves.pointAt(this.#cursor);
  }

  /** With Ctrl the wheel zooms; sideways, or with Shift, it moves; else it scrolls the page as usual. */
  #wheel(event: WheelEvent): void {
    const [from, to] = this.#curves.range;
    const width = to - from;
    if (event.ctrlKey) {
      event.preventDefault();
      const box = plotOf(byId('curves', HTMLDivElement)).getBoundingClientRect();
      const share = Math.max(0, Math.min(1, (event.clientX - box.left) / box.width));
      this.#zoom(Math.exp(event.deltaY / 400), from + share * width);
      return;
    }
    const sideways = event.shiftKey ? event.deltaX + event.deltaY : event.deltaX;
    if (Math.abs(sideways) <= (event.shiftKey ? 0 : Math.abs(event.deltaY))) return;
    event.preventDefault();
    const by = (sideways / byId('curves', HTMLDivElement).clientWidth) * width;
    this.#curves.zoom(from + by, to + by);
  }
}

/** Where the first of the curves is drawn; all have the same width. */
function plotOf(place: HTMLElement): Element {
  return place.querySelector('.u-over') ?? place;
}

/** One finger moves the stretch in view, two stretch it; up and down the page scrolls as usual. */
function followFingers(place: HTMLElement, curves: TimelineCurves): void {
  let before: readonly Touch[] = [];
  const share = (touch: Touch): number => {
    const box = plotOf(place).getBoundingClientRect();
    return (touch.clientX - box.left) / box.width;
  };
  const note = (event: TouchEvent): void => {
    before = [...event.touches];
  };
  place.addEventListener('touchstart', note, { passive: true });
  place.addEventListener('touchend', note, { passive: true });
  place.addEventListener(
    'touchmove',
    (event) => {
      const now = [...event.touches];
      const [from, to] = curves.range;
      const width = to - from;
      if (now.length === 1 && before.length === 1) {
        const by = (share(before[0]!) - share(now[0]!)) * width;
        curves.zoom(from + by, to + by);
      } else if (now.length === 2 && before.length === 2) {
        const [a, b] = [share(before[0]!), share(before[1]!)];
        const [c, d] = [share(now[0]!), share(now[1]!)];
        if (Math.abs(d - c) < 0.02) return;
        const scale = ((b - a) / (d - c)) * width;
        const start = from + a * width - c * scale;
        curves.zoom(start, start + scale);
      }
      before = now;
    },
    { passive: true },
  );
}
