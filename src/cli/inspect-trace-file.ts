import type { Command } from 'commander';
import { loadBlock } from '../report/load-block.js';
import { type InspectedTrace, traceLines } from '../report/terminal-trace.js';
import { traceReport } from '../report/trace-report.js';
import { guessKind } from '../workload/trace/guess-kind.js';
import { inspectTrace } from '../workload/trace/inspect-trace.js';
import { readTraceFile } from '../workload/trace/read-trace.js';
import type { Trace } from '../workload/trace/trace.js';
import { screenOf } from './screen.js';

/** Options of `neap trace` as commander hands them over. */
export interface TraceOptions {
  readonly time?: string;
  readonly value?: string;
  readonly kind?: Trace['kind'];
  readonly vcpu?: number;
  readonly json?: boolean;
}

/**
 * Inspects one trace file and prints what was found.
 *
 * @throws TraceError when the file is no trace
 */
export async function inspectTraceFile(path: string, options: TraceOptions, command: Command): Promise<void> {
  const chosen = { file: path, time: options.time, value: options.value };
  const guess =
    options.kind === undefined ? await guessKind(chosen) : { kind: options.kind, why: 'as the command says' };
  const { kind } = guess;
  if (options.vcpu !== undefined && kind !== 'level') {
    command.error(
      `error: --vcpu is for a level such as CPU %, and this is read as ${kind}; say --kind level`,
    );
  }
  const duplicates = kind === 'level' ? 'last' : 'sum';
  const reading = await readTraceFile({
    ...chosen,
    kind,
    scale: 1,
    shift_seconds: 0,
    from: undefined,
    to: undefined,
    repeat: 1,
    interval_seconds: undefined,
    gaps: 'report',
    duplicates,
  });
  const kind_why = options.kind === undefined ? `guessed: ${guess.why}` : guess.why;
  const facts = inspectTrace(reading.trace);
  const inspected: InspectedTrace = { file: path, reading, facts, kind_why, vcpu: options.vcpu };
  const block = loadBlock({
    file: path,
    time: reading.layout.time.name,
    value: reading.layout.value?.name,
    kind,
    vcpu: options.vcpu,
    duplicates: reading.duplicates > 0 ? duplicates : undefined,
  });
  if (options.json === true) {
    process.stdout.write(`${JSON.stringify(traceReport(inspected, block), null, 2)}\n`);
    return;
  }
  const screen = screenOf(process.stdout);
  const lines = traceLines(inspected, screen.width).map((row) => screen.paint(row.text, row.emphasis));
  process.stdout.write(`${lines.join('\n')}\n\nTo play it, paste into a scenario:\n\n${block}`);
}
