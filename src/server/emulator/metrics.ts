import { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** What is read off the emulator whenever its metrics are asked for. */
export interface MetricSources {
  /** Computes by state. */
  readonly computes: () => Readonly<Record<string, number>>;
  readonly operations_in_flight: () => number;
  /** Emulated time, in ms since the epoch. */
  readonly now_ms: () => number;
}

/** The emulator's own figures, in a registry of their own, so that several emulators can live in a process. */
export class Metrics {
  readonly #registry = new Registry();
  readonly #requests: Counter<'route' | 'status'>;
  readonly #duration: Histogram<'route'>;

  constructor(sources: MetricSources) {
    const registers = [this.#registry];
    this.#requests = new Counter({
      name: 'neap_http_requests_total',
      help: 'Requests to the management API by route and status code.',
      labelNames: ['route', 'status'],
      registers,
    });
    this.#duration = new Histogram({
      name: 'neap_http_request_duration_seconds',
      help: 'Time from a request to its answer.',
      labelNames: ['route'],
      buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1],
      registers,
    });
    new Gauge({
      name: 'neap_computes',
      help: 'Computes by state.',
      labelNames: ['state'],
      registers,
      collect() {
        this.reset();
        for (const [state, count] of Object.entries(sources.computes())) this.set({ state }, count);
      },
    });
    new Gauge({
      name: 'neap_operations_in_flight',
      help: 'Operations that are scheduled or running.',
      registers,
      collect() {
        this.set(sources.operations_in_flight());
      },
    });
    new Gauge({
      name: 'neap_emulated_time_seconds',
      help: 'Emulated time, in seconds since the epoch.',
      registers,
      collect() {
        this.set(sources.now_ms() / 1000);
      },
    });
  }

  /** Counts an answered request. */
  answered(route: string, status: number, duration_ms: number): void {
    this.#requests.inc({ route, status });
    this.#duration.observe({ route }, duration_ms / 1000);
  }

  /** The figures in Prometheus form, and their content type. */
  async text(): Promise<{ readonly body: string; readonly content_type: string }> {
    return { body: await this.#registry.metrics(), content_type: this.#registry.contentType };
  }
}
