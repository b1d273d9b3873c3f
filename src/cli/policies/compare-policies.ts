import { comparePolicies } from '../../study/policies/policy-comparison.js';
import { loadVariant } from '../../study/runs/scenario-source.js';
import { policyComparisonReport } from '../../report/answers/policy-comparison-report.js';
import { policiesTable } from '../../report/csv/policy-comparison-csv.js';
import { counted } from '../../report/figures/figure-text.js';
import { policyLines, policyList } from '../../report/terminal/policy-list.js';
import { policiesVerdict } from '../../report/verdict/policies-verdict.js';
import type { Scenario } from '../../scenario/scenario.js';
import { foreseenWork } from '../../simulation/foreseen-work.js';
import { longWorkText } from '../shared/endless-work.js';
import { EXIT } from '../shared/exit-code.js';
import { noticingSignals } from '../shared/interruption.js';
import type { OptionsOf } from '../shared/options.js';
import { withOutputs } from '../shared/outputs.js';
import { printJson, printLines } from '../shared/print-table.js';
import { NOBODY, ProgressLine } from '../shared/progress.js';
import { screenOf } from '../shared/screen.js';
import { typedCommand } from '../shared/typed-command.js';
import type { policiesCommand } from './policies.js';

type PoliciesOptions = OptionsOf<typeof policiesCommand>;

/** Longer lines of the list are hard to read. */
const MAX_COLUMNS = 100;

/**
 * Lists the policies, or runs a scenario under every one of them and prints the tables.
 * @throws ScenarioError, TraceError, PolicyError, ResultDirectoryError for wrong input, InvariantError for a failed run
 */
export async function policies(file: string | undefined, options: PoliciesOptions): Promise<number> {
  if (file === undefined) {
    const list = policyList();
    const width = Math.min(screenOf(process.stdout).width, MAX_COLUMNS);
    if (options.json === true) printJson(list);
    else printLines(() => policyLines(list, width));
    return EXIT.done;
  }
  const { side = 'both', set, seed, wakeCost } = options;
  const variant = await loadVariant(file, { set, seed });
  const { scenario } = variant;
  const sides = side === 'both' ? (['size', 'suspend'] as const) : [side];
  return noticingSignals((interruption) =>
    withOutputs(options, ['policies.csv'], async (report) => {
      await interruption.mayBeBlocked();
      await interruption.heed();
      let line: ProgressLine | undefined;
      const comparison = await comparePolicies(scenario, sides, {
        ...(wakeCost === undefined ? {} : { wake_costs_seconds: wakeCost }),
        async progress({ done, runs, now_seconds, arrived }) {
          await interruption.heed();
          line ??= begun(scenario, runs, options);
          line.update(done * scenario.duration_seconds + now_seconds, arrived, counted(runs, 'run'));
        },
      }).finally(() => line?.clear());
      const verdict = policiesVerdict(comparison, scenario, { file, set, seed });
      return report({
        tables: [policiesTable(comparison)],
        about: ['policies', comparison.scenario],
        json: () => comparison,
        report: () => ({ ...policyComparisonReport(comparison), verdict }),
        async page() {
          const { policiesPage } = await import('../../report/page/policies-page.js');
          return policiesPage(comparison, { variant, command: typedCommand() });
        },
        async workbook() {
          const { policiesWorkbook } = await import('../../report/workbook/policies-workbook.js');
          return policiesWorkbook(comparison, scenario, verdict);
        },
      });
    }),
  );
}

function begun(scenario: Scenario, runs: number, { quiet }: PoliciesOptions): ProgressLine {
  const stream = quiet === true ? NOBODY : process.stderr;
  const line = new ProgressLine(stream, runs * scenario.duration_seconds);
  const long = longWorkText(foreseenWork(scenario), runs, 1);
  if (long !== undefined) line.foresee(long);
  return line;
}
