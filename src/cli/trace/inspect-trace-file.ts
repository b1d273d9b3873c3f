import { loadBlock } from '../../report/figures/load-block.js';
import { traceReport } from '../../report/files/trace-report.js';
import { type InspectedTrace, traceLines } from '../../report/terminal/terminal-trace.js';
import { guessKind } from '../../workload/trace/inspect/guess-kind.js';
import { inspectTrace } from '../../workload/trace/inspect/inspect-trace.js';
import { readTraceFile } from '../../workload/trace/read/read-trace.js';
import { EXIT } from '../shared/exit-code.js';
import type { OptionsOf } from '../shared/options.js';
import { printJson } from '../shared/print-table.js';
import { screenOf } from '../shared/screen.js';
import type { traceCommand } from './trace.js';

/**
 * Inspects one trace file and prints what was found.
 * @returns the exit code
 * @throws TraceError when the file is no trace
 */
export async function inspectTraceFile(
  path: string,
  options: OptionsOf<typeof traceCommand>,
  command: ReturnType<typeof traceCommand>,
): Promise<number> {
  const chosen = { file: path, time: options.time, value: options.value };
  const guess =
    options.kind === undefined ? await guessKind(chosen) : { kind: options.kind, why: 'as the command says' };
  const { kind } = guess;
  if (options.vcpu !== undefined && kind !== 'level') {
    command.error(
      `error: --vcpu applies to a level such as CPU %, and this is read as ${kind}; add --kind level`,
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
    printJson(traceReport(inspected, block));
    return EXIT.done;
  }
  const screen = screenOf(process.stdout);
  const lines = traceLines(inspected, screen.width).map((row) => screen.paint(row.text, row.emphasis));
  process.stdout.write(`${lines.join('\n')}\n\nTo replay it, paste this into a scenario:\n\n${block}`);
  return EXIT.done;
}
