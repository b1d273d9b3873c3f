import { type Draw, sampler, variates } from '../../kernel/sampler.js';
import type { VariatesAhead } from '../../kernel/variates-ahead.js';
import type { LoadSpecification } from '../../workload/load-specification.js';
import type { RunContext } from '../run/run-context.js';
import type { ConnectionDraws } from './client-attempts.js';

/** The distributions a load's queries are drawn from, each with its stream. */
export interface DemandDraws {
  readonly cpu: VariatesAhead;
  /** `undefined` where no load of the run asks for it. */
  readonly wait: VariatesAhead | undefined;
  readonly pages: VariatesAhead;
  readonly memory: VariatesAhead;
  /** `undefined` where no load of the run asks for them. */
  readonly temp: VariatesAhead | undefined;
}

/** What each query of a load asks for. */
export function demandDraws(
  context: Pick<RunContext, 'stream' | 'loads'>,
  specification: LoadSpecification,
): DemandDraws {
  const { name, query } = specification;
  const { loads } = context;
  return {
    cpu: variates(query.cpu_seconds, context.stream(name, 'cpu')),
    wait: loads.anyWait ? variates(query.wait_seconds, context.stream(name, 'wait')) : undefined,
    pages: variates(query.pages, context.stream(name, 'pages')),
    memory: variates(query.memory_bytes, context.stream(name, 'memory')),
    temp: loads.anyTempFiles ? variates(query.temp_bytes, context.stream(name, 'temp')) : undefined,
  };
}

/** What a load's sessions and pools draw. */
export function connectionDraws(
  context: Pick<RunContext, 'stream'>,
  { name, connection }: LoadSpecification,
): ConnectionDraws {
  const draw = (
    purpose: string,
    distribution: Parameters<typeof sampler>[0] | undefined,
  ): Draw | undefined =>
    distribution === undefined ? undefined : sampler(distribution, context.stream(name, purpose));
  const session = connection.kind === 'session' ? connection : undefined;
  const timeout = connection.kind === 'pool' ? connection.acquire_timeout_seconds : undefined;
  return {
    hold: draw('session-hold', session?.hold_seconds),
    queries: draw('session-queries', session?.queries),
    think: draw('session-think', session?.think_seconds),
    acquireTimeout: draw('acquire-timeout', timeout),
  };
}
