import { Command, Option } from '@commander-js/extra-typings';
import { policiesReport } from '../../report/answers/policies.js';
import { policyList, policyListReport } from '../../report/answers/policy-list.js';
import { policiesStudy } from '../../study/policies/policy-comparison.js';
import { loadVariant } from '../../study/runs/scenario-source.js';
import { POLICIES_HELP } from '../policies/policies-help.js';
import { EXIT } from '../shared/exit-code.js';
import { durationsSeconds } from '../shared/option-values.js';
import { isGiven, OPTIONS, type OptionsOf, studyOptions } from '../shared/options.js';
import { inEveryForm } from '../shared/report-forms.js';
import { studyCommand } from '../shared/study-command.js';
import { printDocument, printJson } from '../terminal/print-table.js';

/** Makes `neap policies`. */
export const declare = () =>
  studyOptions(ownOptions(), 'policies.csv')
    .addHelpText('after', POLICIES_HELP)
    .hook('preAction', (called) => {
      const { side, wakeCost } = called.opts();
      if (side === 'size' && wakeCost !== undefined) {
        called.error(
          'error: --wake-cost has no effect with --side size; it is about suspension: leave one of them out',
        );
      }
    })
    .hook('preAction', (called) => {
      if (called.args.length > 0) return;
      const given = called.options.find(
        (option) => option.attributeName() !== 'json' && isGiven(called, option.attributeName()),
      );
      if (given === undefined) return;
      called.error(
        `error: ${given.long} applies to comparing policies on a scenario, and no file is given; try "neap policies my-app.yaml ${given.long} ..."`,
      );
    });

const ownOptions = () =>
  new Command('policies')
    .description(
      'Without a file, lists the policies that resize a compute with its load and those that suspend an idle ' +
        'compute: what each does, who published it, and its parameters with their defaults. With a scenario file, ' +
        'runs the scenario under each of them and prints what they cost and how well they serve.',
    )
    .argument('[file]', 'scenario file, YAML or JSON')
    .addOption(
      new Option('--side <side>', 'which policies to compare').choices(['size', 'suspend', 'both'] as const),
    )
    .option(
      '--wake-cost <durations>',
      'what a wake is worth, in running time: one value, or several such as 10s,60s,5m (60s unless given)',
      durationsSeconds,
    )
    .addOption(OPTIONS.html())
    .addOption(OPTIONS.xlsx());

type PoliciesOptions = OptionsOf<typeof declare>;

/** Lists the policies, or runs a scenario under every one of them and prints the tables. */
export async function act(file: string | undefined, options: PoliciesOptions): Promise<number> {
  if (file !== undefined) return comparedPolicies(file, options);
  const list = policyList();
  if (options.json === true) printJson(list);
  else printDocument(policyListReport(list));
  return EXIT.done;
}

const comparedPolicies = studyCommand(async (file: string, options: PoliciesOptions) => {
  const { side = 'both', set, wakeCost } = options;
  const variant = await loadVariant(file, { set });
  const { scenario } = variant;
  const sides = side === 'both' ? (['size', 'suspend'] as const) : [side];
  const worths = wakeCost === undefined ? {} : { wake_costs_seconds: wakeCost };
  return {
    files: ['policies.csv'],
    identity: { options: { command: 'policies', sides, ...worths }, scenarios: [scenario] },
    study: policiesStudy(scenario, sides, worths),
    findings(comparison) {
      const report = policiesReport(comparison, scenario, { file, set });
      return {
        ...inEveryForm(report, [variant]),
        about: ['policies', comparison.scenario],
        json: () => comparison,
        async workbook() {
          const { policiesWorkbook } = await import('../../report/workbook/policies-workbook.js');
          return policiesWorkbook(comparison, scenario, report);
        },
      };
    },
  };
});
