import { type Decision, wordsOf } from './decision-rows.js';
import { byId, tableOf } from './element.js';
import { shownMoment } from './moment.js';

/** Rows of a page: no more than these are ever in the document. */
const PAGE = 50;
const HEADS = ['Time (UTC)', 'Compute', 'Decision', 'State', 'CU before', 'CU after', 'Reason'];
const WORDS = new Set([0, 1, 2, 3, 6]);

/** A stretch of time in seconds since the run's beginning. */
export interface ZoomRange {
  readonly from_seconds: number;
  readonly to_seconds: number;
}

/** The decision log with its search, its filters and its pages. */
export class DecisionList {
  readonly #rows: readonly Decision[];
  readonly #start_ms: number;
  readonly #search = byId('decision-search', HTMLInputElement);
  readonly #kind = byId('decision-kind', HTMLSelectElement);
  readonly #inView = byId('decision-in-view', HTMLInputElement);
  #found: readonly Decision[];
  #page = 0;
  #view: ZoomRange | undefined;

  constructor(rows: readonly Decision[], start_epoch_seconds: number) {
    this.#rows = rows;
    this.#found = rows;
    this.#start_ms = start_epoch_seconds * 1000;
    for (const input of [this.#search, this.#kind, this.#inView]) {
      input.addEventListener('input', () => this.#find());
    }
    for (const button of document.querySelectorAll<HTMLButtonElement>('[data-page]')) {
      button.addEventListener('click', () => this.#turn(button.dataset['page']!));
    }
    this.#find();
  }

  /** Tells the stretch that the curves show. */
  view(stretch: ZoomRange): void {
    this.#view = stretch;
    if (this.#inView.checked) this.#find();
  }

  /** Shows all decisions, from the page that holds a moment on, and marks those of it. */
  show(seconds: number): void {
    this.#search.value = '';
    this.#kind.value = '';
    this.#inView.checked = false;
    this.#found = this.#rows;
    const first = this.#rows.findIndex(({ time_ms }) => time_ms >= Math.floor(seconds * 1000));
    const place = first < 0 ? this.#rows.length - 1 : first;
    this.#page = Math.max(0, Math.floor(place / PAGE));
    this.#show();
    const row =
      document.querySelectorAll<HTMLTableRowElement>('#decision-table tbody tr')[place - this.#page * PAGE];
    row?.classList.add('asked');
    row?.setAttribute('tabindex', '-1');
    row?.focus({ preventScroll: true });
    row?.scrollIntoView({ block: 'center' });
  }

  #find(): void {
    const words = this.#search.value
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => word !== '');
    const kind = this.#kind.value;
    const { from_seconds = 0, to_seconds = Infinity } = (this.#inView.checked && this.#view) || {};
    this.#found = this.#rows.filter((row) => {
      if (kind !== '' && row.decision !== kind) return false;
      if (row.time_ms < from_seconds * 1000 || row.time_ms > to_seconds * 1000) return false;
      if (words.length === 0) return true;
      const text = wordsOf(row);
      return words.every((word) => text.includes(word));
    });
    this.#page = 0;
    this.#show();
  }

  #turn(to: string): void {
    const last = this.#lastPage();
    const pages: Readonly<Record<string, number>> = {
      first: 0,
      previous: this.#page - 1,
      next: this.#page + 1,
      last,
    };
    this.#page = Math.max(0, Math.min(last, pages[to] ?? 0));
    this.#show();
  }

  #lastPage(): number {
    return Math.max(0, Math.ceil(this.#found.length / PAGE) - 1);
  }

  #show(): void {
    const first = this.#page * PAGE;
    const rows = this.#found.slice(first, first + PAGE);
    const table = tableOf(
      'Decision log',
      HEADS,
      rows.map((row) => this.#cells(row)),
      WORDS,
    );
    table.setAttribute('aria-rowcount', String(this.#found.length + 1));
    byId('decision-table', HTMLDivElement).replaceChildren(table);
    const all = this.#rows.length.toLocaleString('en');
    byId('decision-status', HTMLParagraphElement).textContent =
      this.#found.length === this.#rows.length
        ? `${all} decisions`
        : `${this.#found.length.toLocaleString('en')} of ${all} decisions`;
    const last = this.#lastPage();
    byId('decision-page', HTMLSpanElement).textContent = `Page ${this.#page + 1} of ${last + 1}`;
    for (const button of document.querySelectorAll<HTMLButtonElement>('[data-page]')) {
      const backwards = button.dataset['page'] === 'first' || button.dataset['page'] === 'previous';
      button.disabled = backwards ? this.#page === 0 : this.#page === last;
    }
  }

  #cells(row: Decision): readonly string[] {
    return [
      shownMoment(this.#start_ms + row.time_ms),
      row.compute,
      row.decision.replaceAll('_', ' '),
      row.state,
      String(row.cu_before),
      String(row.cu_after),
      row.reason,
    ];
  }
}
