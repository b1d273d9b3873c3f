import type { RateSpecification } from '../workload/rate-specification.js';
import { traceRate } from './compile-trace.js';
import type { TraceLibrary } from './read-traces.js';
import type { LoadForm } from './schema/load-schema.js';
import type { RateForm } from './schema/rate-shapes.js';
import type { TraceUse } from './trace-requests.js';

/** What a rate needs to know beside its own form. */
export interface RateContext {
  readonly load: LoadForm;
  readonly start_epoch_seconds: number;
  readonly traces: TraceLibrary;
}

/** A rate with its clock anchored and its traces filled in. */
export function compileRate(form: RateForm, context: RateContext, use: TraceUse = 'rate'): RateSpecification {
  switch (form.kind) {
    case 'seasonal':
    case 'cron':
      return { ...form, start_epoch_seconds: context.start_epoch_seconds };
    case 'sum':
      return { kind: 'sum', parts: form.parts.map((part) => compileRate(part, context, use)) };
    case 'product':
      return {
        kind: 'product',
        parts: form.parts.map((part, index) => compileRate(part, context, index > 0 ? 'factor' : use)),
      };
    case 'trace':
      return traceRate(context.traces.get(form.trace)!, form.trace, context.load, use);
    default:
      return form;
  }
}
