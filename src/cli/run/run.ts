import { Command, Option } from '@commander-js/extra-typings';
import type { Fidelity } from '../../simulation/simulation.js';
import { figureNames } from '../shared/figure-values.js';
import { collected, path, share, wholeNumber } from '../shared/option-values.js';
import { manyRuns, OPTIONS, type OptionsOf, refuseAlone } from '../shared/options.js';

/** Makes `neap run`. */
export const runCommand = () => {
  const command = new Command('run')
    .description(
      'Simulates a scenario file and prints the results on one screen. With --out, writes summary.json, ' +
        'computes.csv, loads.csv, timeline.csv and decisions.csv, and tenants.csv for a fleet; by default writes nothing. ' +
        'The same scenario and seed give the same bytes.',
    )
    .argument('<file>', 'scenario file, YAML or JSON')
    .addOption(OPTIONS.html().conflicts('steadyState'))
    .addOption(OPTIONS.xlsx().conflicts('steadyState'))
    .addOption(
      new Option(
        '--openmetrics <file>',
        "write the timeline as OpenMetrics with time stamps, under the platform's own metric names",
      )
        .argParser(path)
        .conflicts('steadyState'),
    )
    .option('--baseline <summary.json>', 'an earlier run to compare with in the Markdown report', path)
    .addOption(
      new Option(
        '--fail-on <change>',
        "exit with 4 if a figure changes by more against --baseline, such as 'cost_usd>+10%'; repeatable",
      )
        .argParser(collected)
        .conflicts('steadyState'),
    )
    .option(
      '--replications <n>',
      'run n times with independent random numbers, and report means with confidence intervals',
      wholeNumber(1),
    )
    .option(
      '--precision <share>',
      'run until the intervals are this narrow, relative to their mean, such as 2%',
      share,
    )
    .option('--figures <names>', 'figures that --precision applies to (cost_usd,latency_p99)', figureNames)
    .addOption(
      new Option(
        '--redraw <what>',
        'draw new tenants for each replication, so that intervals cover fleets like this one',
      ).choices(['tenants'] as const),
    )
    .addOption(
      new Option(
        '--steady-state',
        'run once, drop the warm-up, and report confidence intervals by batch means',
      ).conflicts(['replications', 'precision', 'fidelity', 'cluster']),
    )
    .addOption(
      new Option(
        '--fidelity <how>',
        'exact simulates every query; hybrid skips queries that others can represent, and reports it; auto is hybrid wherever that is possible',
      )
        .choices(['exact', 'hybrid', 'auto'])
        .default('exact' as const),
    )
    .addOption(
      new Option('--without-each', 'also run without each load, and print what that would save').conflicts([
        'steadyState',
        'redraw',
      ]),
    )
    .option('--verbose', 'also print the course of load and size, and the assumptions');
  return refuseAlone(manyRuns(command, 'the result files'), {
    baseline: ['md', 'failOn'],
    failOn: ['baseline'],
    figures: ['precision'],
    redraw: ['replications'],
    resume: ['replications', 'precision'],
    confidence: ['replications', 'precision', 'steadyState'],
  }).addHelpText('after', HELP);
};

/** The options of `neap run`. */
export type RunOptions = OptionsOf<typeof runCommand>;

/** The fidelity of a run; `auto` chooses by each compute's loads. */
export function askedFidelity({ fidelity }: Pick<RunOptions, 'fidelity'>): Fidelity {
  return fidelity === 'exact' ? 'exact' : 'hybrid';
}

const HELP = `
Examples:
  $ neap run scenarios/weekday-saas.yaml
  $ neap run scenarios/weekday-saas.yaml --out results --html results/page.html
  $ neap run scenarios/weekday-saas.yaml --set computes.primary.autoscaling_limit_max_cu=4 --set seed=7
  $ neap run scenarios/hobby-app.yaml --md - --baseline results/summary.json
  $ neap run scenarios/hobby-app.yaml --replications 20
  $ neap run scenarios/hobby-app.yaml --precision 2% --figures cost_usd,wake_probability
  $ neap run my-app.yaml --steady-state --set duration=30d

With replications every figure is a mean, and summary.json has its half-width
under "ci"; objectives are compared with the means. replications.csv has the
figures of each replication; timeline.csv and decisions.csv are those of the
first. With --precision there are at least ten replications, and at most
--replications.

A fleet has the same tenants in every replication, unless --redraw tenants has
each draw others: replication n then has the seed SEED/n, the first the seed
itself, whose tenants the report lists. The first three draws are run a second
time, to show how much of the interval is due to the choice of tenants.

loads.csv, "loads" in summary.json and the table "Kept awake by" say which load
each active second, CU-second and wake is due to. That divides the use of this
run: idle time that two loads share remains if one of them is removed. To find
what a removal would save, --without-each makes one more run per load, while
the other loads send the same queries.

A single run of a fleet uses all threads that --workers allows, or the workers
of --cluster; any other single run is made here.

With --fidelity hybrid most queries of a busy compute are left out. The summary
says of how many ticks of 5.004 s all queries were simulated, and why; cost, resizes and
latency keep close to those of an exact run. Sparse loads, sessions, closed loops
and loads of several computes are simulated whole.

--fail-on takes a figure, > or <, and a change with its sign: a percentage of
the baseline's value, or an amount: 'latency_p99>+50ms', 'cost_usd>+$5',
'success_rate<-0.1points'. In a pull request:
  $ neap run my-app.yaml --baseline main/summary.json --md comment.md --fail-on 'cost_usd>+10%'

With --steady-state, --out writes steady-state.csv, and loads that never settle
are reported.`;
