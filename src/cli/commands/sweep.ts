import { sweepReport } from '../../report/answers/sweep.js';
import { candidatesOfSweep, UseOfVariants } from '../../report/figures/candidates-of.js';
import { SHORT_NAMES_TEXT } from '../../scenario/document/short-names.js';
import { sweepStudy } from '../../study/compare/sweep.js';
import { elsewhereSource, refuseWorkbook } from '../../study/elsewhere/vendor-size.js';
import { sweptAxes } from '../../study/plan/plan-space.js';
import { compileVariant, readSource } from '../../study/runs/scenario-source.js';
import { figureNames } from '../shared/figure-values.js';
import { commandOf, type OptionsOf, repeatable, value } from '../shared/option-table.js';
import { wholeNumber } from '../shared/option-values.js';
import { OPTIONS, SCENARIO_FILE, studyOptions } from '../shared/options.js';
import { studyCommand } from '../shared/study-command.js';

const SWEEP_OPTIONS = {
  '--vary <path=values>': repeatable('a setting and its values, or one of the names below alone', undefined, {
    mandatory: true,
  }),
  '--replications <n>': value(wholeNumber(1), 'replications of each combination', { default: 5 }),
  '--figures <names>': value(figureNames, 'figures to show, joined by commas, or all'),
  ...OPTIONS.confidence,
  ...studyOptions('sweep.csv, which has every figure,'),
};

/** Makes `neap sweep`. */
export const declare = () =>
  commandOf('sweep', {
    about:
      'Runs a scenario under every combination of some settings, all with the same random numbers, and prints one ' +
      'row per combination. Combinations that the size table or the plan does not allow are listed with the reason.',
    argument: SCENARIO_FILE,
    options: SWEEP_OPTIONS,
    help: `Examples:
  $ neap sweep my-app.yaml --vary min=0.25..1 --vary max=1..4
  $ neap sweep my-app.yaml --vary timeout=60s..1h:log5,never --vary load.web.rate=10/s,20/s
  $ neap sweep my-app.yaml --vary pooling --vary replicas=0,1,2

In --vary, ${SHORT_NAMES_TEXT}.
A range is from..to:lin5 or from..to:log5 for five values; for sizes, from..to
means all sizes in between.`,
  });

/** Runs every combination of settings and prints a row for each. */
export const act = studyCommand(async (file: string, options: OptionsOf<typeof SWEEP_OPTIONS>) => {
  const { set, replications, confidence, figures } = options;
  const source = await readSource(file, { set });
  const base = await compileVariant(await elsewhereSource(source));
  const plan = { axes: sweptAxes(base.scenario, options.vary ?? []), replications, confidence };
  refuseWorkbook(
    options.xlsx,
    base.scenario.vendor !== undefined || plan.axes.some(({ path }) => /^vendor\b/.test(path)),
  );
  const uses = new UseOfVariants();
  return {
    command: 'sweep',
    files: ['sweep'],
    variants: [base],
    options: { ...plan, set },
    runs: plan.axes.reduce((product, { values }) => product * values.length, replications),
    study: sweepStudy(source, plan),
    made: (made) => uses.add(made),
    findings(swept) {
      const report = sweepReport(swept, base, figures);
      return {
        report,
        async workbook() {
          const { candidatesWorkbook } = await import('../../report/workbook/candidates-workbook.js');
          return candidatesWorkbook(candidatesOfSweep(swept, uses.list()), base.scenario, report);
        },
      };
    },
  };
});
