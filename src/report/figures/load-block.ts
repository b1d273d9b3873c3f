import { Document, isScalar } from 'yaml';
import type { Trace } from '../../workload/trace/trace.js';

/** What the block says about a trace. */
export interface LoadBlockTrace {
  /** As it is to stand in the scenario. */
  readonly file: string;
  readonly time: string;
  /** `undefined` for single arrivals. */
  readonly value: string | undefined;
  readonly kind: Trace['kind'];
  /** vCPUs of the machine whose level was recorded; `undefined`: not known. */
  readonly vcpu: number | undefined;
  /** The rule for repeated times, where the file has some. */
  readonly duplicates: 'sum' | 'last' | undefined;
}

/** The `load:` section of a scenario that plays a trace, as YAML to paste; guesses are marked by comments. */
export function loadBlock(trace: LoadBlockTrace): string {
  const { file, time, value, kind, vcpu, duplicates } = trace;
  const selection = {
    file,
    time,
    ...(value === undefined ? {} : { value }),
    kind,
    ...(kind === 'level' ? { vcpu: vcpu ?? 2 } : {}),
    ...(duplicates === undefined ? {} : { duplicates }),
  };
  const load = {
    name: 'web',
    compute: 'primary',
    process: 'trace',
    rate: { trace: selection },
    query: { cpu: '5ms' },
  };
  const document = new Document({ load: [load] });
  const rate = ['load', 0, 'rate', 'trace'];
  comment(document, ['load', 0, 'compute'], "the compute's name in the scenario");
  comment(document, [...rate, 'file'], 'relative to the scenario file, or absolute');
  comment(document, ['load', 0, 'query', 'cpu'], 'a guess: CPU time of one query');
  if (kind === 'level' && vcpu === undefined) {
    comment(document, [...rate, 'vcpu'], 'a guess: vCPUs of the machine that was recorded');
  }
  return document.toString({ lineWidth: 0 });
}

function comment(document: Document, path: readonly (string | number)[], text: string): void {
  const node: unknown = document.getIn(path, true);
  if (isScalar(node)) node.comment = ` ${text}`;
}
