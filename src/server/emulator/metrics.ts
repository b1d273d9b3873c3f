import { getOrCreate } from '../../kernel/get-or-create.js';
import type { Emulator } from './emulator.js';

/** Upper ends of the buckets of answer times, in seconds. */
const BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1];

/** The answers counted for one route. */
interface Answers {
  readonly by_status: Map<number, number>;
  /** Responses by the first bucket that they fall into; the last one counts those above every bound. */
  readonly counts: number[];
  sum_seconds: number;
}

/** The emulator's own figures, in the text format of Prometheus. Source: its documentation, "Exposition formats". */
export class Metrics {
  readonly #emulator: Pick<Emulator, 'computes' | 'operations_in_flight' | 'now'>;
  readonly #routes = new Map<string, Answers>();

  constructor(emulator: Pick<Emulator, 'computes' | 'operations_in_flight' | 'now'>) {
    this.#emulator = emulator;
  }

  /** Counts an answered request. */
  countAnswer(route: string, status: number, duration_ms: number): void {
    const answers = getOrCreate(this.#routes, route, noAnswers);
    answers.by_status.set(status, (answers.by_status.get(status) ?? 0) + 1);
    const seconds = duration_ms / 1000;
    const bucket = BUCKETS.findIndex((end) => seconds <= end);
    const place = bucket === -1 ? BUCKETS.length : bucket;
    answers.counts[place]! += 1;
    answers.sum_seconds += seconds;
  }

  /** The figures, and their content type. */
  text(): { readonly body: string; readonly content_type: string } {
    const { computes, operations_in_flight } = this.#emulator;
    const parts = [
      family(
        'neap_http_requests_total',
        'counter',
        'Requests to the management API by route and status code.',
        [...this.#requestLines()],
      ),
      family('neap_http_request_duration_seconds', 'histogram', 'Time from a request to its answer.', [
        ...this.#durationLines(),
      ]),
      family(
        'neap_computes',
        'gauge',
        'Computes by state.',
        Object.entries(computes).map(([state, count]) => `neap_computes{state="${state}"} ${count}`),
      ),
      family('neap_operations_in_flight', 'gauge', 'Operations that are scheduled or running.', [
        `neap_operations_in_flight ${operations_in_flight}`,
      ]),
      family('neap_emulated_time_seconds', 'gauge', 'Emulated time, in seconds since the epoch.', [
        `neap_emulated_time_seconds ${this.#emulator.now() / 1000}`,
      ]),
    ];
    return { body: `${parts.join('\n')}\n`, content_type: 'text/plain; version=0.0.4; charset=utf-8' };
  }

  *#requestLines(): Generator<string> {
    for (const [route, { by_status }] of this.#routes) {
      for (const [status, count] of by_status) {
        yield `neap_http_requests_total{route="${route}",status="${status}"} ${count}`;
      }
    }
  }

  *#durationLines(): Generator<string> {
    const name = 'neap_http_request_duration_seconds';
    for (const [route, { counts, sum_seconds }] of this.#routes) {
      let below = 0;
      for (const [place, count] of counts.entries()) {
        below += count;
        yield `${name}_bucket{le="${BUCKETS[place] ?? '+Inf'}",route="${route}"} ${below}`;
      }
      yield `${name}_sum{route="${route}"} ${sum_seconds}`;
      yield `${name}_count{route="${route}"} ${below}`;
    }
  }
}

function noAnswers(): Answers {
  return { by_status: new Map(), counts: new Array<number>(BUCKETS.length + 1).fill(0), sum_seconds: 0 };
}

function family(name: string, type: string, help: string, lines: readonly string[]): string {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines].join('\n');
}
