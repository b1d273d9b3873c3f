import { type Command, InvalidArgumentError } from 'commander';
import { FIGURE_NAMES, type FigureName } from '../planner/run-figures.js';
import { SHORT_NAMES_TEXT } from '../planner/short-names.js';
import { suggestion } from '../workload/nearest-name.js';
import { refuseTwoForms } from './many-runs-options.js';
import { collected, confidenceOption, resumeOption, wholeNumber, workersOption } from './option-values.js';
import type { PlanOptions } from './plan-options.js';

/** Registers `neap plan`. */
export function addPlanCommand(program: Command): void {
  program
    .command('plan')
    .summary('which settings to choose: the best within constraints, and how sure that is')
    .description(
      'Searches the settings that are best in an objective within constraints, by racing the candidates on the same ' +
        'random numbers instead of simulating all of them equally, and says what they are worth against ' +
        "today's settings, what comes next, what changes when the load grows or an assumption is otherwise, and why.",
    )
    .argument('<file>', 'scenario file, YAML or JSON')
    .option(
      '--objective <figure>',
      'what to make small, or large where more is better',
      figureName,
      'cost_usd',
    )
    .option('--constraint <limit>', 'such as "latency_p99 <= 300ms"; may be repeated', collected, [])
    .option('--no-slo', "leave the scenario's own objectives (slo:) out of the constraints")
    .option(
      '--vary <dimension>',
      'what to search: min, max, timeout, pooling, replicas, policy, or path=values; may be repeated',
      collected,
      [],
    )
    .option('--compute <name>', 'plan for this compute only, the others stay as they are')
    .option('--growth <factors>', 'loads to plan for as well, or none', growthFactors, [1.5, 2, 5])
    .option('--no-sensitivity', 'do not try other values of the assumptions')
    .option(
      '--replications <n>',
      'of the best candidates (10, fewer where the budget is short)',
      wholeNumber(2),
    )
    .option('--budget <events>', 'events to simulate in all, roughly (150 million)', wholeNumber(1000))
    .addOption(confidenceOption())
    .addOption(workersOption())
    .addOption(resumeOption())
    .option('-o, --out <dir>', 'directory for plan.json and candidates.csv; created if need be')
    .option('--html <file>', 'a web page of the plan in one file that opens offline, with the Pareto front')
    .option('--xlsx <file>', 'a workbook of the candidates')
    .option('--md <file>', 'the answer as Markdown in a file; - is standard output, as --markdown')
    .option('--seed <seed>', "use this seed instead of the scenario's")
    .option('--set <path=value>', 'change a value before planning; may be repeated', collected, [])
    .option('--json', 'print one JSON object on standard output, and nothing else')
    .option('--markdown', 'print the answer as Markdown')
    .addHelpText(
      'after',
      `
Examples:
  $ neap plan my-app.yaml --constraint "latency_p99 <= 300ms" --constraint "wake_probability <= 1%"
  $ neap plan my-app.yaml --objective latency_p99 --constraint "cost_usd <= $50/month"
  $ neap plan my-app.yaml --vary min --vary max=1,2,4 --vary pooling --growth 2x,10x
  $ neap plan my-app.yaml --out plan

Without --vary, min, max and timeout are searched over the sizes and timeouts that the plan allows.
In --vary, ${SHORT_NAMES_TEXT}; values are written as in neap sweep.
A constraint is a figure, <= or >=, and a value in its unit: 300ms, 1%, $50, $50/month, 20.

Exit codes:
  0 done; 1 done, and no setting meets the constraints; 2 the input is wrong; 3 a run failed;
  130 interrupted`,
    )
    .action(async (file: string, options: PlanOptions, command: Command) => {
      const markdown = options.markdown === true || options.md === '-';
      refuseTwoForms({ ...options, markdown }, command);
      const { planSettings } = await import('./plan-settings.js');
      process.exitCode = await planSettings(file, { ...options, markdown });
    });
}

/** Reads the name of a figure; `cost` is the cost of the run. */
function figureName(text: string): FigureName {
  const name = text === 'cost' ? 'cost_usd' : text;
  const known = FIGURE_NAMES.find((each) => each === name);
  if (known !== undefined) return known;
  throw new InvalidArgumentError(`there is no figure "${text}"${suggestion(text, FIGURE_NAMES)}`);
}

/** Reads factors joined by commas, such as `1.5x,2x`; `none` for none. */
function growthFactors(text: string): readonly number[] {
  if (text.trim() === 'none') return [];
  return text.split(',').map((item) => {
    const factor = Number(item.trim().replace(/x$/i, ''));
    if (item.trim() !== '' && factor > 0 && factor <= 1000) return factor;
    throw new InvalidArgumentError('expected factors above 0 such as 1.5x,2x,5x, or none');
  });
}
