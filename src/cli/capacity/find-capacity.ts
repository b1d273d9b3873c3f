import { capacityReport } from '../../report/answers/capacity.js';
import { refusal, type ScenarioError } from '../../scenario/document/diagnostic.js';
import { capacityStudy } from '../../study/growth/capacity.js';
import type { CapacityPlan } from '../../study/growth/capacity-result.js';
import { middleGrowth, parseGrowth } from '../../study/growth/load-growth.js';
import { requestedConstraints } from '../../study/replicate/constraint.js';
import { planCaps } from '../../study/replicate/plan-caps.js';
import { compileVariant, readSource } from '../../study/runs/scenario-source.js';
import { EXIT } from '../shared/exit-code.js';
import type { OptionsOf } from '../shared/options.js';
import { inEveryForm } from '../shared/report-forms.js';
import { studyCommand } from '../shared/study-command.js';
import type { capacityCommand } from './capacity.js';

/** Unless told; and the width of a range, as a share, at which fewer will do. */
const REPLICATIONS = 5;
const ENOUGH = 0.05;

/** Finds the load that a scenario file's configuration carries, and prints it. */
export const findCapacity = studyCommand(async (file: string, options: OptionsOf<typeof capacityCommand>) => {
  const { set, seed, constraint, slo, replications = REPLICATIONS, confidence } = options;
  const source = await readSource(file, { set, seed });
  const variant = await compileVariant(source);
  const { scenario } = variant;
  const objectives = requestedConstraints(scenario, constraint, slo);
  const capped = planCaps(scenario, source).constraints.length > 0;
  if (objectives.length === 0 && !capped) throw nothingToMiss(scenario.name);
  const plan: CapacityPlan = {
    objectives,
    replications,
    enough: options.replications === undefined ? ENOUGH : undefined,
    confidence,
    tolerance: options.loadTolerance,
    ...(options.growth === undefined ? {} : { growth: parseGrowth(options.growth) }),
  };
  return {
    files: ['capacity.csv'],
    identity: { options: { command: 'capacity', ...plan }, scenarios: [scenario] },
    study: capacityStudy(source, plan),
    findings(found) {
      const growth = plan.growth === undefined ? 0 : middleGrowth(plan.growth) - 1;
      const now = found.levels.find(({ factor }) => factor === 1);
      return {
        ...inEveryForm(capacityReport(found, source, growth), [variant]),
        about: ['capacity', found.scenario],
        json: () => found,
        exit_code: now?.met === false ? EXIT.objective_missed : EXIT.done,
      };
    },
  };
});

function nothingToMiss(source: string): ScenarioError {
  const message =
    "there is no objective that could be missed: add one such as --constraint 'latency_p99 <= 300ms', or slo: to the scenario";
  return refusal(source, message);
}
