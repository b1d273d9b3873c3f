import { SWEPT_FIGURES, sweepReport } from '../../report/answers/sweep.js';
import { candidatesOfSweep, UseOfVariants } from '../../report/figures/candidates-of.js';
import { sweepStudy } from '../../study/compare/sweep.js';
import { sweptAxes } from '../../study/plan/plan-space.js';
import { compileVariant, readSource } from '../../study/runs/scenario-source.js';
import type { OptionsOf } from '../shared/options.js';
import { inEveryForm } from '../shared/report-forms.js';
import { studyCommand } from '../shared/study-command.js';
import type { sweepCommand } from './sweep.js';

/** Runs every combination of settings and prints a row for each. */
export const sweepSettings = studyCommand(async (file: string, options: OptionsOf<typeof sweepCommand>) => {
  const { set, seed, replications, confidence, figures = SWEPT_FIGURES } = options;
  const source = await readSource(file, { set, seed });
  const base = await compileVariant(source);
  const plan = { axes: sweptAxes(base.scenario, options.vary), replications, confidence };
  const uses = new UseOfVariants();
  return {
    files: ['sweep.csv'],
    identity: { options: { command: 'sweep', ...plan, set, seed }, scenarios: [base.scenario] },
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
          return candidatesWorkbook(candidatesOfSweep(swept, uses.list()), base.scenario, report.verdict);
        },
      };
    },
  };
});
