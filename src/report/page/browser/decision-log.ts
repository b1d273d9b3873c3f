import type { LoggedDecision } from '../../course/course-data.js';
import { byId, shownMoment, tableOf } from './element.js';

/** Rows at first, and how many more each time that they are asked for. */
const FIRST_ROWS = 10;
const MORE_ROWS = 500;
const HEADS = ['Time (UTC)', 'Compute', 'Decision', 'CU', 'Reason'];
const WORDS = new Set([0, 1, 2, 4]);

export class DecisionLog {
  readonly #rows: readonly LoggedDecision[];
  readonly #start_ms: number;
  readonly #search = byId('decision-search', HTMLInputElement);
  readonly #kind = byId('decision-kind', HTMLSelectElement);
  readonly #inView = byId('decision-in-view', HTMLInputElement);
  readonly #more = byId('decision-more', HTMLButtonElement);
  #found: readonly LoggedDecision[] = [];
  #shown = FIRST_ROWS;
  #view_ms: readonly [from: number, to: number] = [0, Number.POSITIVE_INFINITY];

  constructor(rows: readonly LoggedDecision[], start_epoch_seconds: number) {
    this.#rows = rows;
    this.#start_ms = start_epoch_seconds * 1000;
    for (const input of [this.#search, this.#kind, this.#inView]) {
      input.addEventListener('input', () => this.#find());
    }
    this.#more.addEventListener('click', () => {
      this.#shown += MORE_ROWS;
      this.#show();
    });
    this.#find();
  }

  /** Takes in the stretch that the curves show, in seconds since the run's beginning. */
  view(from: number, to: number): void {
    this.#view_ms = [from * 1000, to * 1000];
    if (this.#inView.checked) this.#find();
  }

  /** Shows the decisions from a moment on, and goes to the first. */
  show(seconds: number): void {
    this.#search.value = '';
    this.#kind.value = '';
    this.#inView.checked = false;
    this.#find(this.#rows.findIndex(([time_ms]) => time_ms >= Math.floor(seconds * 1000)));
    const row = document.querySelector<HTMLTableRowElement>('#decision-table tbody tr');
    row?.classList.add('asked');
    row?.setAttribute('tabindex', '-1');
    row?.focus({ preventScroll: true });
    row?.scrollIntoView({ block: 'center' });
  }

  /** @param first the place of the first row to check; beyond the last it is the last */
  #find(first = 0): void {
    const words = this.#search.value.toLowerCase().split(/\s+/);
    const kind = this.#kind.value;
    const [from, to] = this.#inView.checked ? this.#view_ms : [0, Number.POSITIVE_INFINITY];
    this.#found = this.#rows.slice(first).filter(([time_ms, compute, decision, , reason]) => {
      if ((kind !== '' && decision !== kind) || time_ms < from || time_ms > to) return false;
      const text = `${compute} ${decision.replaceAll('_', ' ')} ${reason}`.toLowerCase();
      return words.every((word) => text.includes(word));
    });
    this.#shown = FIRST_ROWS;
    this.#show();
  }

  #show(): void {
    const rows = this.#found.slice(0, this.#shown).map(([time_ms, compute, decision, cu, reason]) => {
      return [
        shownMoment(this.#start_ms + time_ms),
        compute,
        decision.replaceAll('_', ' '),
        String(cu),
        reason,
      ];
    });
    byId('decision-table', HTMLDivElement).replaceChildren(tableOf('Decision log', HEADS, rows, WORDS));
    const [found, all] = [this.#found, this.#rows].map(({ length }) => length.toLocaleString('en'));
    byId('decision-status', HTMLParagraphElement).textContent =
      found === all ? `${all} decisions` : `${found} of ${all} decisions`;
    const left = this.#found.length - rows.length;
    this.#more.hidden = left === 0;
    this.#more.textContent = left <= MORE_ROWS ? `Show all ${found}` : `Show ${MORE_ROWS} more of ${found}`;
  }
}
