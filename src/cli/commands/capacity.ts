import { capacityReport } from '../../report/answers/capacity.js';
import { refusal, type ScenarioError } from '../../scenario/document/diagnostic.js';
import { elsewhereSource } from '../../study/elsewhere/vendor-size.js';
import { capacityStudy } from '../../study/growth/capacity.js';
import type { CapacityPlan } from '../../study/growth/capacity-result.js';
import { parseGrowth } from '../../study/growth/load-growth.js';
import { requestedConstraints } from '../../study/replicate/constraint.js';
import { planCaps } from '../../study/replicate/plan-caps.js';
import { compileVariant, readSource } from '../../study/runs/scenario-source.js';
import { EXIT } from '../shared/exit-code.js';
import { commandOf, type OptionsOf, value } from '../shared/option-table.js';
import { wholeNumber } from '../shared/option-values.js';
import { OPTIONS, SCENARIO_FILE, studyOptions } from '../shared/options.js';
import { studyCommand } from '../shared/study-command.js';

const CAPACITY_OPTIONS = {
  ...OPTIONS.constraint,
  ...OPTIONS.growth,
  '--replications <n>': value(
    wholeNumber(2),
    'replications at each load (3 or 5, and up to 59 of short runs)',
  ),
  ...OPTIONS.confidence,
  ...studyOptions('capacity.csv, one row per load tried,'),
};

/** Makes `neap capacity`. */
export const declare = () =>
  commandOf('capacity', {
    about:
      'Finds the load at which a configuration first misses an objective, as a multiple of the load of the ' +
      'scenario, with a range. Reports which objective fails first, which resource is the bottleneck, and, with ' +
      '--growth, when that load will be reached. Scheduled jobs, by cron or regular: { every }, do not grow; all other loads do.',
    argument: SCENARIO_FILE,
    options: CAPACITY_OPTIONS,
    help: `Examples:
  $ neap capacity my-app.yaml --constraint 'latency_p99 <= 300ms' --growth 8%/month
  $ neap capacity my-app.yaml --set duration=1d --constraint 'success_rate >= 99.9%' --set slo={}

A constraint takes the place of the scenario's objective on the same figure.
Runs take as long as the scenario is: --set duration=1d answers sooner.`,
  });

/** Width of a range, as a share, at which fewer replications will do. */
const MAX_RANGE_WIDTH = 0.05;
const REPLICATIONS = 5;
/** Relative error allowed in the resulting load. */
const LOAD_TOLERANCE = 0.01;

/** Finds the load that a scenario file's configuration carries, and prints it. */
export const act = studyCommand(async (file: string, options: OptionsOf<typeof CAPACITY_OPTIONS>) => {
  const { set, constraint, confidence } = options;
  const source = await elsewhereSource(await readSource(file, { set }));
  const variant = await compileVariant(source);
  const { scenario } = variant;
  const objectives = requestedConstraints(scenario, constraint);
  const capped = planCaps(scenario, source).constraints.length > 0;
  if (objectives.length === 0 && !capped) throw nothingToMiss(scenario.name);
  const plan: CapacityPlan = {
    objectives,
    replications: options.replications ?? REPLICATIONS,
    enough: options.replications === undefined ? MAX_RANGE_WIDTH : undefined,
    confidence,
    tolerance: LOAD_TOLERANCE,
    ...(options.growth === undefined ? {} : { growth: parseGrowth(options.growth) }),
  };
  return {
    command: 'capacity',
    files: ['capacity'],
    variants: [variant],
    options: { ...plan },
    runs: plan.replications,
    study: capacityStudy(source, plan),
    findings(found) {
      const now = found.levels.find(({ factor }) => factor === 1);
      return {
        report: capacityReport(found, source),
        exit_code: now?.met === false ? EXIT.objective_missed : EXIT.done,
      };
    },
  };
});

function nothingToMiss(source: string): ScenarioError {
  const message =
    "the scenario has no objective that could be missed: add one such as --constraint 'latency_p99 <= 300ms', or slo: to the scenario";
  return refusal(source, message);
}
