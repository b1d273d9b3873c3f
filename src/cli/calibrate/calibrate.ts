import { Command, Option } from '@commander-js/extra-typings';
import { LATENCY_KIND_NAMES } from '../../ingest/calibrate/latency-kind.js';
import { collected, durationSeconds, path } from '../shared/option-values.js';
import { OPTIONS, type OptionsOf, refuseAlone } from '../shared/options.js';

/** Makes `neap calibrate`. */
export const calibrateCommand = () =>
  refuseAlone(
    new Command('calibrate')
      .description(
        'Fits wake, restart, resize and connect latencies to what was measured: result folders of "neap observe", and ' +
          'CSV files with a column latency_ms, or at_least_ms and at_most_ms where a value is only known to lie between ' +
          'two. Prints each law with its intervals and the model: block of a scenario; with --scenario also fits the CPU ' +
          'time of queries, by simulation, to the latencies of "neap observe --load" and to logs, replays results that ' +
          'were kept out, and says how far off each figure is.',
      )
      .argument('[input...]', 'result folders and CSV files')
      .option(
        '--from <source:files>',
        'files of an import as well: postgres-log or pg-stat-statements, such as postgres-log:day.csv,next.csv; repeatable',
        collected,
      )
      .option(
        '--interval <duration>',
        'time between snapshots of --from that have no clock',
        durationSeconds(0.001),
      )
      .addOption(
        new Option('--kind <kind>', 'what a CSV file without a column kind holds').choices(
          LATENCY_KIND_NAMES,
        ),
      )
      .option('--scenario <file>', 'scenario that the constants are put into', path)
      .option(
        '--replay <dir>',
        'replay the scenario with the constants against this result folder; repeatable',
        collected,
      )
      .addOption(OPTIONS.confidence())
      .addOption(OPTIONS.out('model.yaml, and scenario.yaml with --scenario,'))
      .addOption(OPTIONS.json()),
    { replay: ['scenario'], interval: ['from'] },
  ).addHelpText(
    'after',
    `
Examples:
  $ neap observe trial.yaml --yes --out observed
  $ neap calibrate observed --out calibrated
  $ neap calibrate wakes.csv --kind wake
  $ neap calibrate monday tuesday wakes.csv --scenario my-app.yaml --replay friday --out calibrated
  $ neap calibrate --from postgres-log:monday.csv --scenario my-app.yaml

A law is a lognormal distribution or a mixture of two or three, by the Bayesian information
criterion; values that somebody gave up waiting for, and those known only to the interval of a poll,
count as such. Ten values are needed for a law, 40 for a p95, 200 for a p99.

The CPU time of a query is fitted where a load was sent (neap observe --load) and where a log or
pg_stat_statements has durations: these hold waiting for the CPU, and the demand is what a simulation
of the scenario needs for the same ones. 200 queries are needed.

Columns of a CSV file: latency_ms (or _us, _s; latency with a unit in each cell), or at_least_ms and
at_most_ms; kind (${LATENCY_KIND_NAMES.join(', ')}); outcome (done or gave_up).
An empty at_most_ms means that somebody gave up.

Exit codes:
  0 done; 2 invalid input, or too little data for any law; nothing is written`,
  );

/** The options of `neap calibrate`. */
export type CalibrateOptions = OptionsOf<typeof calibrateCommand>;
