import type { Member, Organization, UserRecord } from './accounts/account.js';
import * as console from './accounts/console.js';
import type { CreatedApiKey } from './api-keys/api-key.js';
import { type IssuedKey, issueApiKey } from './api-keys/calls.js';
import { authenticate } from './checks/authentication.js';
import type { Caller } from './checks/caller.js';
import * as touches from './endpoints/lifecycle.js';
import type { Operation } from './operations/operation.js';
import { extendOperation, release } from './operations/scheduling.js';
import type { Rule } from './resource/call.js';
import { type PlatformOptions, rulesOf } from './store/options.js';
import { State, type StateView } from './store/state.js';
import type { StoredTables } from './store/tables.js';
import { Agenda } from './time/agenda.js';
import { DUE, failOperation } from './time/due-events.js';

/**
 * The rules of the management API.
 *
 * Calls return the bodies of the API's responses; a delete returns `undefined` if there was nothing to delete (204).
 * Every call takes its time, `now`, in ms since the epoch, and processes all events due by then first. A
 * refused call throws a {@link PlatformError} and changes nothing. Unknown attributes of a request are ignored, as
 * in the real API.
 *
 * ```ts
 * const platform = new Platform({ operation_duration_ms: { start_compute: 300 } });
 * const user = platform.signUp({ name: 'Ada', email: 'ada@example.com' }, now);
 * const { key } = platform.issueApiKey({ user_id: user.id, key_name: 'first' }, now);
 * const caller = platform.authenticate(key, '127.0.0.1', now);
 * const { project } = platform.call(CONTRACT.createProject, caller, { project: { name: 'shop' } }, now);
 * platform.advance(now + 5_000);
 * ```
 */
export class Platform {
  readonly #state: State;
  #agenda = new Agenda();
  readonly #onChange: PlatformOptions['onChange'];

  constructor(options: PlatformOptions = {}) {
    this.#state = new State(options.seed ?? 'neap', rulesOf(options));
    this.#onChange = options.onChange;
  }

  /**
   * Restores a platform from its rows; it continues exactly as the platform that wrote them. The rows include the
   * seed, but no other options.
   */
  static restore(tables: StoredTables, options: PlatformOptions = {}): Platform {
    const platform = new Platform(options);
    platform.#state.load(tables);
    platform.#agenda.scheduleAll(platform.#state);
    return platform;
  }

  /** Every row by table, ordered by id. */
  tables(): Required<StoredTables> {
    return this.#state.dump();
  }

  /** A live view of the rows. */
  get state(): StateView {
    return this.#state;
  }

  /** Replaces the complete state: rows, counters and time. */
  replace(tables: StoredTables): void {
    const changes = this.#state.replace(tables);
    this.#agenda = new Agenda();
    this.#agenda.scheduleAll(this.#state);
    if (changes.length > 0) this.#onChange?.(changes);
  }

  /** Time of the next scheduled event, in ms since the epoch; `undefined` if there is none. */
  get next_event_at(): number | undefined {
    return this.#agenda.first(this.#state)?.at_ms;
  }

  /** Processes all events due by `now` (ms since the epoch), in order of time. */
  advance(now: number): void {
    for (;;) {
      const event = this.#agenda.take(this.#state, now);
      if (event === undefined) return;
      this.#transact(event.at_ms, (state) => DUE[event.kind].perform(state, event.id));
      // An event may change nothing and stay due later, for example a quota that is not exhausted yet.
      this.#agenda.schedule(this.#state, event.kind, event.id);
    }
  }

  /**
   * Authenticates a request.
   * @param secret the key after `Bearer ` in the `Authorization` header; `undefined` if it is missing
   * @param from_addr address of the client, stored as the key's `last_used_from_addr`
   * @throws PlatformError `unauthorized`
   */
  authenticate(secret: string | undefined, from_addr: string, now: number): Caller {
    return this.#perform(now, (state) => authenticate(state, secret, from_addr));
  }

  /**
   * Makes a call of the management API.
   * @param served the call with its rule
   * @param input path parameters, query and body in one object
   * @throws PlatformError if the call is refused
   */
  call<Input, Answer>(
    served: { readonly rule: Rule<Input, Answer> },
    caller: Caller,
    input: Input,
    now: number,
  ): Answer {
    return this.#perform(now, (state) => served.rule(state, caller, input));
  }

  // The console: actions of a signed-in user, without a key.

  /** Creates a user without an organization or a key. */
  signUp(input: console.SignUp, now: number): UserRecord {
    return this.#perform(now, (state) => console.signUp(state, input));
  }

  /** Creates an organization with the user as its administrator. */
  createOrganization(input: console.NewOrganization, now: number): Organization {
    return this.#perform(now, (state) => console.createOrganization(state, input));
  }

  /** Makes a user a member of an organization. */
  addMember(input: console.NewMember, now: number): Member {
    return this.#perform(now, (state) => console.addMember(state, input));
  }

  /** Creates a personal key in the console, without another key. */
  issueApiKey(input: IssuedKey, now: number): CreatedApiKey {
    return this.#perform(now, (state) => issueApiKey(state, input));
  }

  // Events of computes outside the API.

  /**
   * Records a client's use of an endpoint: resets the idle time of an active one, wakes an idle one.
   * @throws PlatformError if it cannot be woken: `not_found`, or `unprocessable` with the reason as `code`
   */
  touch(endpoint_id: string, now: number): touches.Touch {
    return this.#perform(now, (state) => touches.touch(state, endpoint_id));
  }

  /** Sets the size of an active endpoint within its limits, as the autoscaler does; nothing else changes. */
  resize(endpoint_id: string, current_cu: number, now: number): void {
    this.#perform(now, (state) => touches.resize(state, endpoint_id, current_cu));
  }

  /** Sets the logical size of a branch's data. */
  setLogicalSize(branch_id: string, logical_size_bytes: number, now: number): void {
    this.#perform(now, (state) => touches.setLogicalSize(state, branch_id, logical_size_bytes));
  }

  /**
   * Moves the end of a running operation to a later time (ms since the epoch), for work that takes longer.
   * Due events are not processed.
   */
  extendOperation(operation_id: string, due_at_ms: number): void {
    this.#transact(0, (state) => extendOperation(state, operation_id, due_at_ms));
  }

  /** Makes a running operation fail when it is due, and marks a finished one as failed. Due events are not processed. */
  failOperation(operation_id: string, error: string): void {
    this.#transact(0, (state) => failOperation(state, operation_id, error));
  }

  /** Ends an operation that an injected fault has stuck. @throws PlatformError `not_found`, `conflict` */
  release(operation_id: string, now: number): Operation {
    return this.#perform(now, (state) => release(state, operation_id));
  }

  /**
   * Runs `body` at `now` (ms since the epoch), after all events due by then.
   * @throws any error of `body`, after rolling back its changes
   */
  #perform<Answer>(now: number, body: (state: State) => Answer): Answer {
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
      this.#agenda.scheduleChanges(state, changes);
      this.#onChange?.(changes);
    }
    return answer;
  }
}
