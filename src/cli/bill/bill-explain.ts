import { explainAwake } from '../../ingest/awake/explain-awake.js';
import type { ExplainedCompute } from '../../ingest/awake/explained-compute.js';
import { platformRecords } from '../../ingest/awake/platform-records.js';
import { explainedReport } from '../../report/answers/bill/bill-explained.js';
import { commandLine } from '../../report/text/command-line.js';
import { type OutputOptions, withOutputs } from '../shared/outputs.js';

/**
 * Explains from operations and consumption what keeps computes awake, without a scenario.
 * @throws TraceError for files that are neither, or that show no time awake
 */
export async function billExplained(files: readonly string[], options: OutputOptions): Promise<number> {
  const records = await platformRecords(files);
  const explanation = await explainAwake(records, files);
  const { operation_files, history_files } = records;
  const [first] = explanation.computes as [ExplainedCompute];
  const isMoved = first.wakes !== null;
  const command = commandLine([
    'import',
    ...(isMoved ? operation_files : history_files),
    ...(explanation.computes.length > 1 ? ['--value', first.compute || first.project] : []),
    '--write',
    'my-app.yaml',
  ]);
  return withOutputs(options, ['bill.json'], (print) =>
    print({
      report: explainedReport(explanation, command),
      variants: [],
      json: () => ({ ...explanation, next: command }),
    }),
  );
}
