import { byId } from '../../../report/page/browser/element.js';
import { call, messageOf } from './emulator-calls.js';

/** A span per request, and the number of requests: a long skip has several parts, so that progress is visible. */
const SKIPS: readonly { readonly name: string; readonly span: string; readonly parts: number }[] = [
  { name: '+1s', span: '1s', parts: 1 },
  { name: '+1m', span: '1m', parts: 1 },
  { name: '+5m', span: '5m', parts: 1 },
  { name: '+1h', span: '10m', parts: 6 },
  { name: '+1d', span: '1h', parts: 24 },
];
const SPEEDS = [0, 1, 60, 3600];

export interface TimeControls {
  readonly showProblem: (problem: string) => void;
  /** Redraws the page. */
  readonly refresh: () => Promise<void>;
}

/** Buttons that skip time and choose its speed. */
export class TimeButtons {
  readonly #page: TimeControls;
  readonly #buttons: HTMLButtonElement[] = [];
  readonly #speeds = new Map<number, HTMLButtonElement>();
  readonly #stop = byId('stop', HTMLButtonElement);
  #stopped = false;

  constructor(page: TimeControls) {
    this.#page = page;
    for (const { name, span, parts } of SKIPS) {
      this.#add('skips', name, () => this.#skip(name, span, parts));
    }
    for (const speed of SPEEDS) {
      const name = speed === 0 ? 'pause' : `${speed}×`;
      this.#speeds.set(
        speed,
        this.#add('speeds', name, () => call('POST', '/clock', { speed }).then(() => undefined)),
      );
    }
    this.#stop.addEventListener('click', () => {
      this.#stopped = true;
      progress('stopping after this part …');
    });
  }

  /** Marks the button of the current speed. */
  showSpeed(speed: number): void {
    for (const [each, button] of this.#speeds) button.setAttribute('aria-pressed', String(each === speed));
  }

  #add(place: string, name: string, action: () => Promise<void>): HTMLButtonElement {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = name;
    button.addEventListener('click', () => void this.#perform(action));
    byId(place, HTMLDivElement).append(button);
    this.#buttons.push(button);
    return button;
  }

  /** Ignores clicks while an action runs, because another request would wait without feedback. */
  async #perform(action: () => Promise<void>): Promise<void> {
    if (this.#buttons.some((button) => button.getAttribute('aria-disabled') === 'true')) return;
    // A button that is disabled loses the focus.
    for (const button of this.#buttons) button.setAttribute('aria-disabled', 'true');
    try {
      await action();
      this.#page.showProblem('');
    } catch (error) {
      this.#page.showProblem(messageOf(error));
    }
    for (const button of this.#buttons) button.removeAttribute('aria-disabled');
    await this.#page.refresh();
  }

  async #skip(name: string, span: string, parts: number): Promise<void> {
    this.#stopped = false;
    this.#stop.hidden = parts === 1;
    try {
      for (let part = 0; part < parts && !this.#stopped; part++) {
        progress(parts === 1 ? `skipping ${name} …` : `skipping ${name}: ${part} of ${parts} parts …`);
        await call('POST', '/clock', { advance: span });
        if (parts > 1) await this.#page.refresh();
      }
    } finally {
      this.#stop.hidden = true;
      progress('');
    }
  }
}

function progress(text: string): void {
  byId('progress', HTMLSpanElement).textContent = text;
}
