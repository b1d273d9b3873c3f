import { planJson, planReport } from '../../report/answers/plan/plan.js';
import type { PlanResult } from '../../study/plan/plan-result.js';
import { parseConstraint } from '../../study/replicate/constraint.js';
import { compileVariant, readSource, type SourcedVariant } from '../../study/runs/scenario-source.js';
import { worldsPlanStudy } from '../../study/worlds/plan-worlds.js';
import { PLAN_WORLDS } from '../../study/worlds/world-counts.js';
import { EXIT } from '../shared/exit-code.js';
import type { OptionsOf } from '../shared/options.js';
import { inEveryForm } from '../shared/report-forms.js';
import { studyCommand } from '../shared/study-command.js';
import { typedCommand, typedWords, withoutOptions } from '../shared/typed-command.js';
import { worldsOf } from '../worlds/drawn-worlds.js';
import type { planCommand } from './plan.js';
import { type SettingsTarget, settingsTarget, writeSettings } from './write-settings.js';

/**
 * Searches the best settings of a scenario and prints them with what they rest on. The exit code is 1 if no setting is
 * known to meet the constraints.
 */
export const planSettings = studyCommand(async (file: string, options: OptionsOf<typeof planCommand>) => {
  const { set, seed, confidence, safety, slo, vary = [], compute, sensitivity } = options;
  const question = {
    objective: options.minimise,
    constraints: (options.constraint ?? []).map(parseConstraint),
    slo,
    vary,
    compute,
    growth: options.atLoad,
    sensitivity,
    confidence,
    safety,
    budget: { queries: options.maxQueries, replications: options.replications },
  };
  const source = await readSource(file, { set, seed });
  const today = await compileVariant(source);
  const target = options.write === undefined ? undefined : await settingsTarget(options.write, file);
  const worlds = worldsOf(today.scenario, file, options.worlds, PLAN_WORLDS);
  const drawn = { worlds, criterion: options.regret };
  return {
    files: ['plan.json', 'candidates.csv'],
    identity: {
      options: { command: 'plan', ...question, ...(worlds > 0 && drawn), set, seed },
      scenarios: [today.scenario],
    },
    study: worldsPlanStudy(source, question, drawn),
    findings(planned) {
      const json = planJson(planned);
      const report = planReport(planned, today, again);
      const chosen = planned.worlds === undefined ? planned.recommendation : planned.worlds.choice;
      return {
        ...inEveryForm(report, [today]),
        files: { 'plan.json': `${JSON.stringify(json, null, 2)}\n` },
        about: ['plan', planned.scenario],
        json: () => json,
        async workbook() {
          const { planWorkbook } = await import('../../report/workbook/plan-workbook.js');
          return planWorkbook(planned, today.scenario, report.verdict);
        },
        ...(target && { change: () => written(target, today, planned, chosen, compute) }),
        exit_code: chosen === null ? EXIT.objective_missed : EXIT.done,
      };
    },
  };
});

/** Writes the recommendation, and describes what was done. */
async function written(
  target: SettingsTarget,
  today: SourcedVariant,
  { candidates }: PlanResult,
  chosen: string | null,
  compute: string | undefined,
): Promise<string> {
  const { source } = today;
  const candidate = candidates.find(({ name }) => name === chosen);
  if (candidate === undefined || source === undefined) return `nothing is written: nothing is recommended`;
  const isChanged = await writeSettings(target, { ...today, source }, candidate.settings, compute);
  if (target.isScenario && !isChanged) return `${source.file} has the recommended settings already`;
  return `wrote ${candidate.name} to ${target.isScenario ? source.file : target.file}`;
}

/** The command under way with another budget. */
function again(budget: number): string {
  return typedCommand([...withoutOptions(typedWords(), ['--max-queries']), '--max-queries', `${budget}`]);
}
