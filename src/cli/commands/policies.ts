import { policiesReport } from '../../report/answers/policies.js';
import { policyList, policyListReport } from '../../report/answers/policy-list.js';
import { policiesStudy } from '../../study/policies/policy-comparison.js';
import { loadVariant } from '../../study/runs/scenario-source.js';
import { EXIT } from '../shared/exit-code.js';
import { commandOf, isGiven, type OptionsOf, oneOf, value } from '../shared/option-table.js';
import { durationSeconds } from '../shared/option-values.js';
import { studyOptions } from '../shared/options.js';
import { studyCommand } from '../shared/study-command.js';
import { printDocument, printJson } from '../terminal/print-table.js';

const POLICIES_OPTIONS = {
  '--side <side>': oneOf(['size', 'suspend', 'both'], 'which policies to compare'),
  '--wake-cost <duration>': value(durationSeconds(0), 'cost of a wake, in running time (60s by default)'),
  ...studyOptions('policies.csv'),
};

/** Makes `neap policies`. */
export const declare = () =>
  commandOf('policies', {
    about:
      'Without a file, lists the policies of size and suspension with their sources and parameters. With a ' +
      'scenario file, runs the scenario under each of them and compares their cost and service.',
    argument: ['[file]', 'scenario file, YAML or JSON'],
    options: POLICIES_OPTIONS,
    help: HELP,
    refuse(called) {
      const { side, wakeCost } = called.opts();
      if (side === 'size' && wakeCost !== undefined) {
        return '--wake-cost has no effect with --side size; it is about suspension: leave one of them out';
      }
      if (called.args.length > 0) return undefined;
      const given = called.options.find(
        (option) => option.attributeName() !== 'json' && isGiven(called, option.attributeName()),
      );
      return (
        given &&
        `${given.long} applies to comparing policies on a scenario, and no file is given; try "neap policies my-app.yaml ${given.long} ..."`
      );
    },
  });

const HELP = `Examples:
  $ neap policies
  $ neap policies my-app.yaml --side size --out results
  $ neap policies my-app.yaml --side suspend --wake-cost 5m
  $ neap run my-app.yaml --set computes.primary.policy.suspend=observed_optimum

With a file, each policy runs with its default parameters on every compute that it can affect. All runs
have the same arrivals and demands, so a difference between two rows is not due to chance. A policy that knows the future (oracle, provisioned) cannot
be deployed: it is a yardstick. docs/data-dictionary.md explains the columns.

--wake-cost is passed to policies with a wake_cost_seconds, including the oracle. A column has the range
of wake costs where each policy is cheapest.

Your policies are JavaScript modules, named relative to the scenario file (policy: ./my-policy.js).
examples/office-hours.mjs in the package is a complete one.`;

type PoliciesOptions = OptionsOf<typeof POLICIES_OPTIONS>;

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
  const worth = wakeCost === undefined ? {} : { wake_cost_seconds: wakeCost };
  return {
    command: 'policies',
    files: ['policies'],
    variants: [variant],
    options: { sides, ...worth },
    study: policiesStudy(scenario, sides, worth),
    findings: (comparison) => ({ report: policiesReport(comparison, scenario, { file, set }) }),
  };
});
