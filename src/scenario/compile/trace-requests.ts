import { mean } from '../../kernel/distribution-moments.js';
import type { Diagnostic } from '../document/diagnostic.js';
import type { DocumentPath, ScenarioDocument } from '../document/scenario-document.js';
import type { LoadForm } from '../schema/load-schema.js';
import type { RateForm } from '../schema/rate-shapes.js';
import type { Item } from '../schema/sections.js';
import type { TraceForm } from '../schema/trace-schema.js';

/** What a trace in a scenario becomes: exact arrivals, a rate, or a dimensionless multiplier. */
export type TraceUse = 'process' | 'rate' | 'factor';

/** One mention of a trace in a scenario. */
export interface TraceRequest {
  readonly load: LoadForm;
  /** Where the trace's mapping stands. */
  readonly path: DocumentPath;
  readonly trace: TraceForm;
  readonly use: TraceUse;
}

/** Whether a load consists of connections only, which have no queries, no process and no rate. */
export function sendsNothing({ connection: { kind } }: LoadForm): boolean {
  return kind === 'listen' || kind === 'replication';
}

/** Every trace that a load mentions, in the order of the file. */
export function traceRequests({ index, form }: Item<LoadForm>): readonly TraceRequest[] {
  if (form.rate === undefined) return [];
  const path = ['load', index, 'rate'];
  if (form.rate.kind === 'trace') {
    const use = processOf(form) === 'trace' ? 'process' : 'rate';
    return [{ load: form, path: [...path, 'trace'], trace: form.rate.trace, use }];
  }
  return within(form.rate, path, 'rate').map((found) => ({ load: form, ...found }));
}

/**
 * The process of a load that follows its rate: a trace is replayed unless another process is named, any
 * other rate is Poisson. `undefined` for a process that sets its own times.
 */
export function processOf(form: LoadForm): 'poisson' | 'regular' | 'trace' | undefined {
  if (form.process === undefined) return form.rate?.kind === 'trace' ? 'trace' : 'poisson';
  return form.process.kind === 'by_rate' ? form.process.process : undefined;
}

/**
 * What is wrong with a use of a trace, before its file is read.
 * @param fleet name of the scenario's fleet, if it has one
 */
export function checkTraceRequest(
  request: TraceRequest,
  document: ScenarioDocument,
  fleet: string | undefined,
): readonly Diagnostic[] {
  const { trace, use, path, load } = request;
  const problem = (key: string, message: string) => [document.diagnostic([...path, key], message)];
  if (trace.values !== undefined) {
    if (trace.value !== undefined) return problem('value', 'values takes the place of value; leave one out');
    if (trace.kind === 'arrivals')
      return problem('kind', 'columns of tenants hold counts or levels, not arrivals');
    if (path.at(-2) !== 'rate' || fleet === undefined || load.compute !== fleet) {
      const message =
        'a column for each tenant needs a load on a fleet whose rate is this trace alone; expected such a load, or one column as value';
      return problem('values', message);
    }
  }
  if (trace.kind === 'arrivals' && use !== 'process') {
    return problem('kind', 'single arrivals have no rate; expected process: trace, or kind: counts');
  }
  if (use === 'factor') {
    if (trace.kind !== 'level')
      return problem('kind', 'a factor is a plain number; expected kind: level, whose values multiply');
    if (trace.vcpu !== undefined) return problem('vcpu', 'a factor is a plain number; leave vcpu out');
    return [];
  }
  if (trace.kind !== 'level') {
    return trace.vcpu === undefined
      ? []
      : problem('vcpu', `vcpu belongs to kind: level; leave it out for ${trace.kind}`);
  }
  if (trace.vcpu === undefined) {
    return problem(
      'vcpu',
      '"vcpu" is missing; expected the number of vCPU of the machine whose CPU % this is',
    );
  }
  if (load.query === undefined) return [];
  const demand_seconds = mean(load.query.cpu);
  if (demand_seconds > 0 && Number.isFinite(demand_seconds)) return [];
  return problem(
    'kind',
    'a level becomes queries by their mean CPU time; expected a query.cpu with a finite mean above 0',
  );
}

function within(
  rate: RateForm,
  path: DocumentPath,
  use: TraceUse,
): readonly { readonly path: DocumentPath; readonly trace: TraceForm; readonly use: TraceUse }[] {
  if (rate.kind === 'trace') return [{ path: [...path, 'trace'], trace: rate.trace, use }];
  if (rate.kind !== 'sum' && rate.kind !== 'product') return [];
  const { kind } = rate;
  return rate.parts.flatMap((part, index) =>
    within(part, [...path, kind, index], kind === 'product' && index > 0 ? 'factor' : use),
  );
}
