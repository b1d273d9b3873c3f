import { Command, Option } from '@commander-js/extra-typings';
import { sweepReport } from '../../report/answers/sweep.js';
import { candidatesOfSweep, UseOfVariants } from '../../report/figures/candidates-of.js';
import { SHORT_NAMES_TEXT } from '../../scenario/document/short-names.js';
import { sweepStudy } from '../../study/compare/sweep.js';
import { sweptAxes } from '../../study/plan/plan-space.js';
import { compileVariant, readSource } from '../../study/runs/scenario-source.js';
import { figureNames } from '../shared/figure-values.js';
import { collected, wholeNumber } from '../shared/option-values.js';
import { manyRuns, OPTIONS, type OptionsOf } from '../shared/options.js';
import { inEveryForm } from '../shared/report-forms.js';
import { studyCommand } from '../shared/study-command.js';

/** Makes `neap sweep`. */
export const declare = () =>
  manyRuns(
    new Command('sweep')
      .description(
        'Runs a scenario under every combination of some settings that the size table and the plan allow, all with ' +
          'the same random numbers, and prints one row per combination. Combinations that are not allowed are listed ' +
          'with the reason.',
      )
      .argument('<file>', 'scenario file, YAML or JSON')
      .addOption(
        new Option(
          '--vary <path=values>',
          'a setting and its values, or one of the names below alone; repeatable',
        )
          .argParser(collected)
          .makeOptionMandatory(),
      )
      .option('--replications <n>', 'replications of each combination', wholeNumber(1), 5)
      .option('--figures <names>', 'figures to show, joined by commas, or all', figureNames)
      .addOption(OPTIONS.html())
      .addOption(OPTIONS.xlsx()),
    'sweep.csv, which has every figure,',
  ).addHelpText(
    'after',
    `
Examples:
  $ neap sweep my-app.yaml --vary max=1,2,4
  $ neap sweep my-app.yaml --vary min=0.25..1 --vary max=1..4
  $ neap sweep my-app.yaml --vary timeout=60s..1h:log5,never --vary load.web.rate=10/s,20/s
  $ neap sweep my-app.yaml --vary pooling --vary replicas=0,1,2
  $ neap sweep my-app.yaml --vary max=1,2,4 --cluster redis://10.0.0.5:6379   on many machines

In --vary, ${SHORT_NAMES_TEXT}.
A range is from..to:lin5 or from..to:log5 for five values; for sizes, from..to
means all sizes in between.`,
  );

/** Runs every combination of settings and prints a row for each. */
export const act = studyCommand(async (file: string, options: OptionsOf<typeof declare>) => {
  const { set, replications, confidence, figures } = options;
  const source = await readSource(file, { set });
  const base = await compileVariant(source);
  const plan = { axes: sweptAxes(base.scenario, options.vary), replications, confidence };
  const uses = new UseOfVariants();
  return {
    files: ['sweep.csv'],
    identity: { options: { command: 'sweep', ...plan, set }, scenarios: [base.scenario] },
    runs: plan.axes.reduce((product, { values }) => product * values.length, replications),
    study: sweepStudy(source, plan),
    made: (made) => uses.add(made),
    findings(swept) {
      const report = sweepReport(swept, base, figures);
      return {
        ...inEveryForm(report, [base]),
        about: ['sweep', swept.scenario],
        json: () => swept,
        async workbook() {
          const { candidatesWorkbook } = await import('../../report/workbook/candidates-workbook.js');
          return candidatesWorkbook(candidatesOfSweep(swept, uses.list()), base.scenario, report);
        },
      };
    },
  };
});
