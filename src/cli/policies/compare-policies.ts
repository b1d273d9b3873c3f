import { policiesReport } from '../../report/answers/policies.js';
import { policyLines, policyList } from '../../report/terminal/policy-list.js';
import { policiesStudy } from '../../study/policies/policy-comparison.js';
import { loadVariant } from '../../study/runs/scenario-source.js';
import { EXIT } from '../shared/exit-code.js';
import type { OptionsOf } from '../shared/options.js';
import { inEveryForm } from '../shared/report-forms.js';
import { studyCommand } from '../shared/study-command.js';
import { printJson, printLines } from '../terminal/print-table.js';
import type { policiesCommand } from './policies.js';

type PoliciesOptions = OptionsOf<typeof policiesCommand>;

/** Lists the policies, or runs a scenario under every one of them and prints the tables. */
export async function policies(file: string | undefined, options: PoliciesOptions): Promise<number> {
  if (file !== undefined) return comparedPolicies(file, options);
  const list = policyList();
  if (options.json === true) printJson(list);
  else printLines((width) => policyLines(list, width));
  return EXIT.done;
}

const comparedPolicies = studyCommand(async (file: string, options: PoliciesOptions) => {
  const { side = 'both', set, seed, wakeCost } = options;
  const variant = await loadVariant(file, { set, seed });
  const { scenario } = variant;
  const sides = side === 'both' ? (['size', 'suspend'] as const) : [side];
  const worths = wakeCost === undefined ? {} : { wake_costs_seconds: wakeCost };
  return {
    files: ['policies.csv'],
    identity: { options: { command: 'policies', sides, ...worths }, scenarios: [scenario] },
    study: policiesStudy(scenario, sides, worths),
    findings(comparison) {
      const report = policiesReport(comparison, scenario, { file, set, seed });
      return {
        ...inEveryForm(report, [variant]),
        about: ['policies', comparison.scenario],
        json: () => comparison,
        async workbook() {
          const { policiesWorkbook } = await import('../../report/workbook/policies-workbook.js');
          return policiesWorkbook(comparison, scenario, report.verdict);
        },
      };
    },
  };
});
