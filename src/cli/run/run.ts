import type { Fidelity } from '../../simulation/simulation.js';
import { figureNames } from '../shared/figure-values.js';
import {
  commandOf,
  flag,
  isGiven,
  type OptionsOf,
  oneOf,
  repeatable,
  value,
} from '../shared/option-table.js';
import { path, share, wholeNumber } from '../shared/option-values.js';
import { OPTIONS, SCENARIO_FILE, studyOptions } from '../shared/options.js';

const RUN_OPTIONS = {
  '--baseline <summary.json>': value(path, 'an earlier run to compare with in the Markdown report', {
    needs: ['md', 'failOn'],
  }),
  '--fail-on <change>': repeatable(
    "exit with 4 if a figure changes by more against --baseline, such as 'cost_usd>+10%'",
    undefined,
    { needs: ['baseline'], conflicts: ['steadyState'] },
  ),
  '--replications <n>': value(
    wholeNumber(1),
    'run n times with independent random numbers, and report means with confidence intervals',
  ),
  '--precision <share>': value(
    share,
    'run until the intervals are this narrow, relative to their mean, such as 2%',
  ),
  '--figures <names>': value(figureNames, 'figures that --precision applies to (cost_usd,latency_p99)', {
    needs: ['precision'],
  }),
  '--redraw <what>': oneOf(
    ['tenants'],
    'draw new tenants for each replication, so that intervals cover fleets like this one',
    { needs: ['replications'] },
  ),
  '--steady-state': flag('run once, drop the warm-up, and report confidence intervals by batch means', {
    conflicts: ['replications', 'precision', 'fidelity', 'cluster', 'html', 'xlsx'],
  }),
  '--fidelity <how>': oneOf(
    ['exact', 'hybrid', 'auto'],
    'exact simulates every query; hybrid skips queries that others can represent, and reports it; auto is hybrid wherever that is possible',
    { default: 'exact' },
  ),
  '--without-each': flag('also run without each load, and print what that would save', {
    conflicts: ['steadyState', 'redraw'],
  }),
  '--verbose': flag('also print the course of load and size, and the assumptions'),
  '--confidence <share>': {
    ...OPTIONS.confidence['--confidence <share>'],
    needs: ['replications', 'precision', 'steadyState'],
  },
  ...studyOptions('the result files'),
};

/** Makes `neap run`. */
export const runCommand = () =>
  commandOf('run', {
    about:
      'Simulates a scenario file and prints the results on one screen. With --out, writes summary.json, ' +
      'computes.csv, loads.csv, timeline.csv and decisions.csv, and tenants.csv for a fleet; by default writes nothing. ' +
      'The same scenario and seed give the same bytes.',
    argument: SCENARIO_FILE,
    options: RUN_OPTIONS,
    help: HELP,
    refuse: (called) =>
      isGiven(called, 'resume') && !isGiven(called, 'replications') && !isGiven(called, 'precision')
        ? '--resume has no effect without --replications <n> or --precision <share>; add it, or leave the option out'
        : undefined,
  });

export type RunOptions = OptionsOf<typeof RUN_OPTIONS>;

/** The fidelity of a run; `auto` chooses by each compute's loads. */
export function askedFidelity({ fidelity }: Pick<RunOptions, 'fidelity'>): Fidelity {
  return fidelity === 'exact' ? 'exact' : 'hybrid';
}

const HELP = `Examples:
  $ neap run scenarios/weekday-saas.yaml --out results --html results/page.html
  $ neap run scenarios/weekday-saas.yaml --set computes.primary.autoscaling_limit_max_cu=4 --set seed=7
  $ neap run scenarios/hobby-app.yaml --precision 2% --figures cost_usd,wake_probability
  $ neap run my-app.yaml --steady-state --set duration=30d
  $ neap run my-app.yaml --baseline main/summary.json --md comment.md --fail-on 'cost_usd>+10%'

With replications every figure is a mean, with its half-width under "ci" in summary.json. Objectives are
compared with the means. timeline.csv and decisions.csv are those of the first replication. --precision
makes ten replications or more, up to --replications.

A fleet has the same tenants in every replication. --redraw tenants draws others for each: replication n
has the seed SEED/n.

"Kept awake by" says which load each active second, CU-second and wake is due to. Idle time that two
loads share remains if one of them is removed: --without-each makes one more run per load, and shows
what its removal would save.

A single run of a fleet uses --workers threads, or the workers of --cluster; any other single run uses
one thread.

--fidelity hybrid leaves out most queries of a busy compute; the summary lists the ticks of 5.004 s that
were simulated completely, and why. Sparse loads, sessions, closed loops and loads of several computes are
always simulated completely.

--fail-on takes a figure, > or <, and a change with its sign: a percentage of the baseline's value, or
an amount: 'latency_p99>+50ms', 'cost_usd>+$5', 'success_rate<-0.1points'.

NEAP_OUT_FORMATS=parquet,openmetrics in the environment adds formats to --out.`;
