import { planJson, planReport } from '../../report/answers/plan/plan.js';
import { withTodaysRun } from '../../report/findings/todays-run.js';
import type { PlanAgain } from '../../report/verdict/plan-verdict.js';
import { refusal } from '../../scenario/document/diagnostic.js';
import { SHORT_NAMES_TEXT } from '../../scenario/document/short-names.js';
import type { Scenario } from '../../scenario/scenario.js';
import { elsewhereSource, refuseWorkbook } from '../../study/elsewhere/vendor-size.js';
import { DEFAULT_MAX_QUERIES, DEFAULT_SAFETY } from '../../study/plan/plan-budget.js';
import type { PlanResult } from '../../study/plan/plan-result.js';
import { parseConstraint } from '../../study/replicate/constraint.js';
import { compileVariant, readSource, type SourcedVariant } from '../../study/runs/scenario-source.js';
import { worldsPlanStudy } from '../../study/worlds/plan-worlds.js';
import { timedBudget } from '../plan/timed-budget.js';
import { type SettingsTarget, settingsTarget, writeSettings } from '../plan/write-settings.js';
import { EXIT } from '../shared/exit-code.js';
import { figureName } from '../shared/figure-values.js';
import { commandOf, type OptionsOf, off, optional, repeatable, value } from '../shared/option-table.js';
import {
  durationSeconds,
  numberThat,
  queryCount,
  queryCountText,
  share,
  wholeNumber,
} from '../shared/option-values.js';
import { OPTIONS, SCENARIO_FILE, studyOptions } from '../shared/options.js';
import { studyCommand } from '../shared/study-command.js';
import { typedCommand, typedWords, withoutOptions } from '../shared/typed-command.js';
import { worldsOf, worldsOption } from '../shared/worlds.js';

const PLAN_OPTIONS = {
  '--minimise <figure>': value(figureName, 'figure to minimise, or to maximise where more is better', {
    default: 'cost_usd',
  }),
  ...OPTIONS.constraint,
  '--vary <dimension>': repeatable(
    'what to search: min, max, timeout, pooling, replicas, policy, or path=values',
  ),
  '--at-load <factors>': value(loadFactors, 'multiples of the load to plan for as well, or none', {
    default: [1.5, 2, 5],
  }),
  '--no-sensitivity': off('do not try other values of the assumptions'),
  '--replications <n>': value(
    wholeNumber(2),
    'most replications of a candidate (as many as it takes to decide, up to 640)',
  ),
  '--max-queries <n>': value(
    queryCount,
    'work to simulate in total, in queries, such as 10M or 6.6 billion',
    {
      default: DEFAULT_MAX_QUERIES,
      shown: `${DEFAULT_MAX_QUERIES / 1e6} million: about two minutes on two cores`,
    },
  ),
  '--time <duration>': value(
    durationSeconds(1),
    'time to take, about; prints the --max-queries that reproduces the answer',
    { conflicts: ['maxQueries', 'resume', 'cluster'] },
  ),
  '--worlds <n>': worldsOption('plan'),
  '--write [file]': optional(
    'put the recommendation into the scenario file, comments kept; with a name, into that file',
  ),
  '--confidence <share>': value(
    share,
    'confidence level of intervals, and probability that the recommendation meets each constraint',
    { default: DEFAULT_SAFETY, shown: '95%' },
  ),
  ...studyOptions('plan.json and candidates.csv'),
};

/** Makes `neap plan`. */
export const declare = () =>
  commandOf('plan', {
    about:
      'Searches for the settings that minimise a figure within constraints. Reports what they save compared ' +
      "with today's, the next best settings, and what changes if the load grows or an assumption changes.",
    argument: SCENARIO_FILE,
    options: PLAN_OPTIONS,
    help: `Examples:
  $ neap plan my-app.yaml --constraint 'latency_p99 <= 300ms' --constraint 'wake_probability <= 1%'
  $ neap plan my-app.yaml --minimise latency_p99 --constraint 'cost_usd <= $50/month'
  $ neap plan my-app.yaml --vary min --vary max=1,2,4 --vary pooling --at-load 2x,10x
  $ neap plan my-app.yaml --write

Without --vary, min, max and timeout are searched over the sizes and timeouts that the plan allows.
In --vary, ${SHORT_NAMES_TEXT}. Values are written as in neap sweep;
NAME.min, NAME.max and NAME.timeout alone plan for one compute.
A constraint is a figure, <= or >=, and a value in its unit: 300ms, 1%, $50, $50/month, 20.`,
  });

/** Refuses outputs with the settings and prices of Neon, if a candidate is on another vendor's platform. */
function refuseElsewhere(
  { vendor }: Scenario,
  vary: readonly string[],
  { xlsx, write }: { readonly xlsx?: string | undefined; readonly write?: unknown },
): void {
  const isElsewhere = vendor !== undefined || vary.some((axis) => /^vendor\b/.test(axis));
  refuseWorkbook(xlsx, isElsewhere);
  if (write === undefined || !isElsewhere) return;
  throw refusal('--write', 'settings of other vendors are not written; put them under vendor: in the file');
}

/** Reads factors joined by commas, such as `1.5x,2x`; `none` for none. */
function loadFactors(text: string): number[] {
  if (text.trim() === 'none') return [];
  const factor = numberThat(
    (value) => value > 0 && value <= 1000,
    'factors above 0 such as 1.5x,2x,5x, or none',
  );
  return text.split(',').map((item) => factor(item.trim().replace(/x$/i, '')));
}

/**
 * Searches the best settings of a scenario and prints them with their basis. The exit code is 1 if no setting is
 * known to meet the constraints.
 */
export const act = studyCommand(async (file: string, options: OptionsOf<typeof PLAN_OPTIONS>) => {
  const { set, confidence, vary = [], sensitivity } = options;
  const source = await elsewhereSource(await readSource(file, { set }));
  const today = await compileVariant(source);
  refuseElsewhere(today.scenario, vary, options);
  const queries =
    options.time === undefined ? options.maxQueries : await timedBudget(today, options.time, options.workers);
  const question = {
    objective: options.minimise,
    constraints: (options.constraint ?? []).map(parseConstraint),
    vary,
    growth: options.atLoad,
    sensitivity,
    confidence,
    safety: confidence,
    budget: { queries, replications: options.replications },
  };
  const target = options.write === undefined ? undefined : await settingsTarget(options.write, file);
  const worlds = worldsOf('plan', today.scenario, file, options.worlds);
  return {
    command: 'plan',
    files: ['plan.json', 'candidates'],
    variants: [today],
    options: { ...question, ...(worlds > 0 && { worlds }), set },
    study: withTodaysRun(worldsPlanStudy(source, question, worlds), today),
    findings({ planned, summary }) {
      const report = planReport(planned, { today, again, summary });
      const chosen = planned.worlds === undefined ? planned.recommendation : planned.worlds.choice;
      return {
        report,
        json: () => planJson(planned),
        async workbook() {
          const { planWorkbook } = await import('../../report/workbook/plan-workbook.js');
          return planWorkbook(planned, today.scenario, report);
        },
        ...(target && { change: () => written(target, today, planned, chosen) }),
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
): Promise<string> {
  const { source } = today;
  const candidate = candidates.find(({ name }) => name === chosen);
  if (candidate === undefined) return `no settings are recommended, so no file is written`;
  const isChanged = await writeSettings(target, today, candidate.settings);
  if (target.isScenario && !isChanged) return `${source.file} has the recommended settings already`;
  return `wrote ${candidate.name} to ${target.isScenario ? source.file : target.file}`;
}

/** The command under way with another budget or further overrides. */
const again: PlanAgain = ({ budget, set = [] }) => {
  const words = typedWords();
  return typedCommand([
    ...(budget === undefined
      ? words
      : [...withoutOptions(words, ['--max-queries']), '--max-queries', queryCountText(budget)]),
    ...set.flatMap((change) => ['--set', change]),
  ]);
};
