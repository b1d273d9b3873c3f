import { Command, Option } from '@commander-js/extra-typings';
import { SHORT_NAMES_TEXT } from '../../scenario/document/short-names.js';
import { DEFAULT_MAX_QUERIES, DEFAULT_SAFETY } from '../../study/plan/plan-budget.js';
import { PLAN_WORLDS } from '../../study/worlds/world-counts.js';
import { figureName } from '../shared/figure-values.js';
import { collected, numberThat, queryCount, share, wholeNumber } from '../shared/option-values.js';
import { manyRuns, OPTIONS } from '../shared/options.js';
import { worldsOption } from '../worlds/drawn-worlds.js';

/** Makes `neap plan`. */
export const planCommand = () =>
  manyRuns(
    new Command('plan')
      .description(
        'Searches for the settings that minimise a figure within constraints. Candidates race on the same random ' +
          'numbers instead of being simulated equally often. The answer says what the best settings save compared ' +
          "with today's, what the next best are, what changes if the load grows or an assumption changes, and why.",
      )
      .argument('<file>', 'scenario file, YAML or JSON')
      .option(
        '--minimise <figure>',
        'figure to minimise, or to maximise where more is better',
        figureName,
        'cost_usd' as const,
      )
      .addOption(OPTIONS.constraint())
      .addOption(OPTIONS.noSlo())
      .option(
        '--vary <dimension>',
        'what to search: min, max, timeout, pooling, replicas, policy, or path=values; repeatable',
        collected,
      )
      .option('--compute <name>', 'plan for this compute only; the others stay as they are')
      .option(
        '--at-load <factors>',
        'multiples of the load to plan for as well, or none',
        loadFactors,
        [1.5, 2, 5],
      )
      .option('--no-sensitivity', 'do not try other values of the assumptions')
      .option(
        '--replications <n>',
        'most replications of a candidate (as many as it takes to decide, up to 640)',
        wholeNumber(2),
      )
      .addOption(
        new Option('--safety <share>', 'probability with which the recommendation is to meet each constraint')
          .argParser(share)
          .default(DEFAULT_SAFETY, '95%'),
      )
      .addOption(
        new Option('--max-queries <n>', 'work to simulate in total, in queries, such as 10M or 6.6 billion')
          .argParser(queryCount)
          .default(
            DEFAULT_MAX_QUERIES,
            `${DEFAULT_MAX_QUERIES / 1e6} million: about two minutes on two cores`,
          ),
      )
      .addOption(worldsOption(PLAN_WORLDS))
      .addOption(
        new Option(
          '--regret <criterion>',
          'what the choice over worlds makes least: its expected regret, or the greatest (minimax)',
        )
          .choices(['expected', 'minimax'] as const)
          .default('expected' as const),
      )
      .option(
        '--write [file]',
        'put the recommendation into the scenario file, comments kept; with a name, into that file',
      )
      .addOption(OPTIONS.html())
      .addOption(OPTIONS.xlsx()),
    'plan.json and candidates.csv',
  ).addHelpText(
    'after',
    `
Examples:
  $ neap plan my-app.yaml --constraint 'latency_p99 <= 300ms' --constraint 'wake_probability <= 1%'
  $ neap plan my-app.yaml --minimise latency_p99 --constraint 'cost_usd <= $50/month'
  $ neap plan my-app.yaml --vary min --vary max=1,2,4 --vary pooling --at-load 2x,10x
  $ neap plan my-app.yaml --worlds 50 --regret minimax
  $ neap plan my-app.yaml --out plan
  $ neap plan my-app.yaml --write

Without --vary, min, max and timeout are searched over the sizes and timeouts that the plan allows.
In --vary, ${SHORT_NAMES_TEXT}; values are written as in neap sweep.
A constraint is a figure, <= or >=, and a value in its unit: 300ms, 1%, $50, $50/month, 20.

Exit codes:
  0 done; 1 done, and no setting is known to meet the constraints; 2 invalid input; 3 a run failed;
  130 interrupted`,
  );

/** Reads factors joined by commas, such as `1.5x,2x`; `none` for none. */
function loadFactors(text: string): number[] {
  if (text.trim() === 'none') return [];
  const factor = numberThat(
    (value) => value > 0 && value <= 1000,
    'factors above 0 such as 1.5x,2x,5x, or none',
  );
  return text.split(',').map((item) => factor(item.trim().replace(/x$/i, '')));
}
