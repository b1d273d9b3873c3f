import type { Command } from 'commander';
import { POLICY_EXAMPLE } from './policy-example.js';

/** Registers `neap policies`. */
export function addPoliciesCommand(program: Command): void {
  program
    .command('policies')
    .summary('list the policies for size and suspension that a scenario can choose')
    .description(
      'Lists the policies by which the size of a compute follows its load, and by which an idle compute is ' +
        'suspended: what each does, who published it, and its parameters with their defaults.',
    )
    .option('--json', 'print one JSON object on standard output, and nothing else')
    .addHelpText('after', HELP)
    .action(async (options: { readonly json?: boolean }) => {
      const { listPolicies } = await import('./list-policies.js');
      listPolicies(options);
    });
}

const HELP = `
To choose policies, give a compute of the scenario a policy:
  computes:
    - name: primary
      autoscaling_limit_min_cu: 0.25
      autoscaling_limit_max_cu: 4
      policy:
        size: target_tracking
        suspend: { hybrid_histogram: { range_seconds: 2h } }
or, without editing the file:
  $ neap run my-app.yaml --set computes.primary.policy.suspend=break_even

A policy of your own is a JavaScript module, its path relative to the scenario
file: policy: ./my-policy.js for all it exports (size, suspend or both),
suspend: ./my-policy.js for one, size: { ./my-policy.js: { day_cu: 2 } } with
values for its parameters. Its code runs whenever the scenario is read. A whole
my-policy.js:

${POLICY_EXAMPLE.replaceAll(/^(?=.)/gm, '  ')}
Policies are pure: they are told the time, draw no random numbers, keep what
they remember in the state they return, and never change the state they are
given. The types SizePolicy and SuspendPolicy say what they are told and what
they answer.`;
