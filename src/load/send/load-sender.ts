import type { RandomStream } from '../../kernel/random-stream.js';
import { type Draw, sampler } from '../../kernel/sampler.js';
import type { Scenario } from '../../scenario/scenario.js';
import { connectionDraws, DemandDraws } from '../../simulation/clients/query-draws.js';
import { loadTraits } from '../../simulation/run/load-traits.js';
import { QueryTable } from '../../simulation/run/query-table.js';
import { arrivalSource } from '../../workload/arrival/arrival-source.js';
import type { LoadSpecification } from '../../workload/load-specification.js';
import { backoffSeconds, reconnectSeconds, triesAgain } from '../../workload/retry-backoff.js';
import { RetryBudget } from '../../workload/retry-budget.js';
import type { LoadConnections } from '../clients/connections.js';
import { errorName } from '../clients/error-name.js';
import type { LoadClient, SentQuery } from '../clients/load-client.js';
import { perQueryClient } from '../clients/per-query.js';
import { pooledClient } from '../clients/pool.js';
import { sessionClient } from '../clients/session.js';
import { workText } from '../database/work-schema.js';
import type { AttemptRow, LoadRecord } from '../record/load-record.js';
import type { Pacer } from './pacer.js';
import type { PageChoice } from './page-choice.js';

/** Common settings of all loads that are sent. */
export interface SendingSetting {
  readonly scenario: Scenario;
  readonly pacer: Pick<Pacer, 'now_seconds' | 'at' | 'until'>;
  readonly record: LoadRecord;
  readonly turns_per_second: number;
  /** The random stream of a load and a purpose, as in the first replication of a run. */
  readonly stream: (entity: string, purpose: string) => RandomStream;
}

/**
 * Sends one load: queries at their scheduled times, whether earlier ones have ended or not, with the same arrivals and
 * demands as a run of the scenario.
 */
export class LoadSender {
  readonly #setting: SendingSetting;
  readonly #load: LoadSpecification;
  readonly #connections: LoadConnections;
  readonly #demands: DemandDraws;
  /** The demands of the latest query, in a table with one row. */
  readonly #asked = new QueryTable();
  readonly #pages: PageChoice | undefined;
  readonly #retries: RandomStream;
  readonly #budget: RetryBudget | undefined;
  /** The client that all queries use; `undefined` for sessions and listeners. */
  readonly #shared: LoadClient | undefined;
  readonly #session: ReturnType<typeof connectionDraws>;

  /** @param pages chooses the pages of queries; `undefined` if queries read none */
  constructor(
    setting: SendingSetting,
    load: LoadSpecification,
    connections: LoadConnections,
    pages: PageChoice | undefined,
  ) {
    const { scenario, stream, record, pacer } = setting;
    const { connection, retry, name } = load;
    const now = (): number => pacer.now_seconds;
    this.#setting = setting;
    this.#load = load;
    this.#connections = connections;
    this.#pages = pages;
    this.#demands = new DemandDraws({ stream, loads: loadTraits(scenario.load) }, load);
    this.#session = connectionDraws({ stream }, load);
    this.#retries = stream(name, 'retry-jitter');
    this.#budget = retry.budget === undefined ? undefined : new RetryBudget(retry.budget);
    if (connection.kind === 'per_query') this.#shared = perQueryClient(connections);
    if (connection.kind === 'pool') this.#shared = pooledClient(connections, connection, record, now);
  }

  begin(): void {
    const { scenario, stream, pacer } = this.#setting;
    const { name, process, connection } = this.#load;
    if (connection.kind === 'listen') {
      for (let client = 0; client < connection.clients; client++) void this.#listen();
      return;
    }
    const source = arrivalSource(process, (purpose) => stream(name, purpose), scenario.duration_seconds);
    const think =
      process.kind === 'closed' ? sampler(process.think_seconds, stream(name, 'think')) : undefined;
    const next = (): void => {
      const at = source.next();
      if (at >= scenario.duration_seconds) return;
      pacer.at(at, () => {
        // The next arrival is scheduled first, so that this one cannot delay it.
        next();
        void this.#arrive(at, think);
      });
    };
    next();
  }

  async #arrive(intended: number, think: Draw | undefined): Promise<void> {
    if (this.#load.connection.kind === 'session') return this.#holdSession(intended);
    const { pacer, scenario } = this.#setting;
    for (let at = intended; ; ) {
      await this.#runQuery(this.#draw(at), this.#shared!);
      if (think === undefined) return;
      at = pacer.now_seconds + think();
      if (at >= scenario.duration_seconds) return;
      await pacer.until(at);
    }
  }

  /** Runs a session's queries one after the other, with think times. */
  async #holdSession(intended: number): Promise<void> {
    const { pacer } = this.#setting;
    const { connection } = this.#load;
    if (connection.kind !== 'session') return;
    const { hold, queries, think } = this.#session;
    const count = queries === undefined ? (think === undefined ? 1 : Number.POSITIVE_INFINITY) : queries();
    const hold_seconds = hold === undefined ? Number.POSITIVE_INFINITY : hold();
    const client = sessionClient(this.#connections, connection.in_transaction, () => pacer.now_seconds);
    let at = intended;
    for (let left = Math.max(1, Math.round(count)); ; ) {
      if (!(await this.#runQuery(this.#draw(at), client))) break;
      left -= 1;
      const ends = (client.opened_seconds ?? pacer.now_seconds) + hold_seconds;
      at = pacer.now_seconds + (left > 0 && think !== undefined ? think() : Number.POSITIVE_INFINITY);
      if (at < ends) await pacer.until(at);
      else {
        if (ends < Number.POSITIVE_INFINITY) await pacer.until(ends);
        break;
      }
    }
    client.leave();
  }

  #draw(intended_seconds: number): SentQuery {
    const { cpuSeconds, waitSeconds, pages } = this.#asked;
    this.#demands.next(this.#asked, 0);
    const [cpu_seconds, wait_seconds, read] = [cpuSeconds[0]!, waitSeconds[0]!, pages[0]!];
    const work = { cpu_seconds, wait_seconds, pages: this.#pages?.choose(read) ?? [] };
    return { intended_seconds, cpu_seconds, text: workText(work, this.#setting.turns_per_second) };
  }

  /** Sends a query, with retries. @returns whether it succeeded */
  async #runQuery(query: SentQuery, client: LoadClient): Promise<boolean> {
    const { record, pacer } = this.#setting;
    const { retry } = this.#load;
    const { intended_seconds, cpu_seconds } = query;
    record.arrive(pacer.now_seconds, intended_seconds, cpu_seconds);
    this.#budget?.deposit(pacer.now_seconds);
    for (let attempt = 1; ; attempt++) {
      const began_seconds = pacer.now_seconds;
      record.begin(began_seconds, attempt > 1);
      const error = await attemptError(client, query);
      const now = pacer.now_seconds;
      const outcome = error ?? 'completed';
      const { name: load } = this.#load;
      const row: AttemptRow = { load, intended_seconds, attempt, began_seconds, ended_seconds: now, outcome };
      record.end(row);
      if (error === undefined) {
        record.complete(now, intended_seconds);
        return true;
      }
      const again = triesAgain(retry, attempt, error)
        ? now + backoffSeconds(retry, attempt, this.#retries)
        : Number.POSITIVE_INFINITY;
      const latest = intended_seconds + (retry.give_up_seconds ?? Number.MAX_VALUE);
      if (again > latest || !(this.#budget?.withdraw(now) ?? true)) {
        record.fail(now, error);
        return false;
      }
      record.retry(now, error);
      await pacer.until(again);
    }
  }

  /** Runs a client that listens for notifications and reconnects after a backoff, without a limit of tries. */
  async #listen(): Promise<void> {
    const { pacer } = this.#setting;
    for (let failures = 0; ; failures++) {
      try {
        const client = await this.#connections.open();
        await client.query('listen neap_load');
        failures = 0;
        await new Promise<void>((resolve) => client.once('end', resolve));
      } catch {
        // The record counts refused and lost connections.
      }
      await pacer.until(pacer.now_seconds + reconnectSeconds(this.#load.retry, failures + 1, this.#retries));
    }
  }
}

/** Sends a query once. @returns the name of the error; `undefined` for a success */
async function attemptError(client: LoadClient, query: SentQuery): Promise<string | undefined> {
  try {
    await client.attempt(query);
    return undefined;
  } catch (error) {
    return errorName(error);
  }
}
