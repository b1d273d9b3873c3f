import type {
  DemandSpecification,
  LoadSpecification,
  ProcessSpecification,
  RetrySpecification,
} from '../../workload/load-specification.js';
import { DEFAULT_POPULARITY } from '../model/default-popularity.js';
import type { ModelConstants } from '../model/model-constants.js';
import { type LoadForm, NO_QUERY, type QueryForm } from '../schema/load-schema.js';
import { NO_RETRY } from '../schema/retry-schema.js';
import { compileConnection, connectTimeout } from './compile-connection.js';
import { clockOf, compileRate, followingRate, type RateContext, traceProcess } from './compile-trace.js';
import { processOf, sendsNothing } from './trace-requests.js';

/** A load with every default filled in; its traces have been read. */
export function compileLoad(
  form: LoadForm,
  context: Omit<RateContext, 'load'>,
  { round_trip_latency }: Pick<ModelConstants, 'round_trip_latency'>,
): LoadSpecification {
  const { connection } = form;
  const own = 'round_trip' in connection ? connection.round_trip : undefined;
  return {
    name: form.name,
    route: form.route ?? { by: 'weight', targets: [{ compute: form.compute!, weight: 1 }] },
    process: compileProcess(form, { ...context, load: form }),
    query: compileQuery(form.query ?? NO_QUERY),
    round_trip_seconds: own ?? round_trip_latency,
    connection: compileConnection(connection),
    retry: compileRetry(form),
  };
}

function compileProcess(form: LoadForm, context: RateContext): ProcessSpecification {
  if (sendsNothing(form)) return { kind: 'none' };
  if (form.process?.kind === 'complete') return form.process.process;
  if (form.process?.kind === 'cron') return { ...form.process, ...clockOf(context) };
  const rate = form.rate!;
  if (processOf(form) === 'trace' && rate.kind === 'trace') {
    return traceProcess(context.traces.get(rate.trace)![0]!, rate.trace, form);
  }
  return followingRate(form, compileRate(rate, context));
}

function compileQuery(query: QueryForm): DemandSpecification {
  return {
    cpu_seconds: query.cpu,
    wait_seconds: query.wait,
    pages: query.pages,
    working_set_bytes: query.working_set,
    popularity_exponent: query.popularity ?? DEFAULT_POPULARITY.default,
    memory_bytes: query.memory,
    temp_bytes: query.temp,
    statement_timeout_seconds: query.statement_timeout,
  };
}

/** Without a retry section a query is tried once; the backoff counts for connections that are opened again. */
function compileRetry({ retry = NO_RETRY, connection }: LoadForm): RetrySpecification {
  return {
    attempts: retry.attempts ?? 1,
    budget: retry.budget,
    give_up_seconds: retry.give_up,
    first_seconds: retry.first,
    factor: retry.factor,
    max_seconds: retry.max,
    jitter: retry.jitter,
    connect_timeout_seconds: connectTimeout(retry.connect_timeout, connection),
  };
}
