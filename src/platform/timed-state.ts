import { Agenda } from './agenda.js';
import type { StoredTables } from './change.js';
import { performDue } from './due-events.js';
import { type PlatformOptions, rulesOf } from './options.js';
import { State } from './state.js';

/**
 * A state and the time: before a call, what has come due by then happens; a call happens whole or not at all;
 * and whatever changed is told once.
 */
export class TimedState {
  readonly #state: State;
  readonly #agenda = new Agenda();
  readonly #onChange: PlatformOptions['onChange'];

  constructor(options: PlatformOptions = {}) {
    this.#state = new State(options.seed ?? 'neap', rulesOf(options));
    this.#onChange = options.onChange;
  }

  /** Takes over the rows of a stored state; for a state that has none yet. */
  protected load(tables: StoredTables): void {
    this.#state.load(tables);
    this.#agenda.noteAll(this.#state);
  }

  /** Every row there is, by table, ordered by id. */
  tables(): Required<StoredTables> {
    return this.#state.dump();
  }

  /** When something next happens by itself, in ms since the epoch; `undefined` when nothing is due. */
  get next_event_at(): number | undefined {
    return this.#agenda.first(this.#state)?.at_ms;
  }

  /** Performs everything that is due by `now` (ms since the epoch), in order of time. */
  advance(now: number): void {
    for (;;) {
      const event = this.#agenda.take(this.#state, now);
      if (event === undefined) return;
      this.#transact(event.at_ms, (state) => performDue(state, event));
      // A quota that is not used up yet, for one, changes nothing and stays due later.
      this.#agenda.consider(this.#state, event.kind, event.id);
    }
  }

  /**
   * Makes a call at `now` (ms since the epoch), after everything that is due by then.
   * @throws what the body throws, with everything as it was before the call
   */
  protected call<Answer>(now: number, body: (state: State) => Answer): Answer {
    this.advance(now);
    return this.#transact(now, body);
  }

  #transact<Answer>(at_ms: number, body: (state: State) => Answer): Answer {
    const state = this.#state;
    state.begin(at_ms);
    let answer: Answer;
    try {
      answer = body(state);
    } catch (refusal) {
      state.rollback();
      throw refusal;
    }
    const changes = state.commit();
    if (changes.length > 0) {
      this.#agenda.note(state, changes);
      this.#onChange?.(changes);
    }
    return answer;
  }
}
