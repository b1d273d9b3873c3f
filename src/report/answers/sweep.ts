import { costFigure } from '../../figures/cost.js';
import { FIGURE_NAMES, type FigureName } from '../../figures/run-figures.js';
import type { Sweep, SweepRow } from '../../study/compare/sweep.js';
import { settingsName } from '../../study/compare/tried-combinations.js';
import { sloConstraints } from '../../study/replicate/constraint.js';
import type { SourcedVariant } from '../../study/runs/scenario-source.js';
import { type Column, column, figureColumn, sameInAllRows } from '../document/column.js';
import { notesOn, notesPart, type Report, table } from '../document/report.js';
import { missedOf, runWords } from '../figures/candidate.js';
import { candidatesOfSweep } from '../figures/candidates-of.js';
import { counted } from '../figures/figure-text.js';
import { cheapestWords, sweepRemarks, sweepVerdict } from '../verdict/sweep-verdict.js';
import { candidatesParts } from './candidates/candidate-parts.js';
import { frontParts } from './candidates/front-parts.js';
import { judgedCandidates } from './candidates/judged-candidates.js';
import { settingParts } from './candidates/setting-parts.js';
import { pairedRemark } from './spread-remark.js';

/** Default figures of the table, in addition to cost. */
const SERVED: readonly FigureName[] = ['latency_p99', 'delayed_probability'];

/**
 * Every combination of settings.
 * @param base the scenario without what is varied
 * @param figures those of the table on a screen
 */
export function sweepReport(
  sweep: Sweep,
  base: SourcedVariant,
  figures: readonly FigureName[] = [costFigure(sweep.duration_seconds), ...SERVED],
): Report {
  const { scenario, axes, rows, replications, confidence, warnings, prices_checked_until, start } = sweep;
  const remarks = sweepRemarks(sweep);
  const candidates = candidatesOfSweep(sweep);
  const list = candidates.list.map((candidate, index) => {
    const remark = remarks.get(rows[index]!) ?? candidate.remark;
    return { ...candidate, remark, leads: remark === 'best served' };
  });
  const judged = judgedCandidates({ ...candidates, list }, sloConstraints(base.scenario.slo));
  const best = judged.views.find(({ candidate }) => candidate.remark === 'best');
  return {
    question: 'Settings swept',
    about: scenario,
    title: counted(rows.length, 'combination'),
    facts: [runWords(sweep), `${counted(replications, 'replication')}`],
    verdict: sweepVerdict(sweep, base),
    headline: cheapestWords(sweep),
    remark: pairedRemark(confidence, replications),
    warnings,
    prices_checked_until,
    start,
    parts: [
      notesPart(
        'refusals',
        rows.flatMap(({ settings, invalid }) =>
          invalid === null ? [] : notesOn('Not allowed', [`${settingsName(settings)}: ${invalid}`]),
        ),
        { in: ['screen', 'markdown'] },
      ),
      ...frontParts(judged),
      ...settingParts(judged, axes, best),
      ...candidatesParts(list, judged, figures),
      sweepTable(sweep),
    ],
  };
}

/** `sweep.csv`: a row for each combination, those that are not allowed with the reason. */
export function sweepTable({ axes, rows, replications, confidence }: Sweep) {
  return table<SweepRow>({
    id: 'sweep',
    caption: 'All figures',
    in: ['csv'],
    rows,
    columns: [
      ...settingColumns(axes),
      column('invalid', 'Not allowed', 'text', ({ invalid }) => invalid, {
        meaning: 'Why the combination is not allowed and was not run; empty otherwise.',
      }),
      column(
        'objectives_missed',
        'Objectives missed',
        'text',
        ({ slo }) => missedOf(slo, 'objective').join('; '),
        { meaning: 'Objectives that the means miss.' },
      ),
      ...FIGURE_NAMES.map((figure) => figureColumn<SweepRow>(figure, ({ figures }) => figures[figure])),
      ...sameInAllRows({ replications, confidence }),
    ],
  });
}

/** The values of what was varied, by their paths. */
export function settingColumns<Row extends { readonly settings: Readonly<Record<string, string>> }>(
  axes: readonly { readonly path: string }[],
): readonly Column<Row>[] {
  const meaning = 'A setting that was varied, as a scenario file has it.';
  return axes.map(({ path }) => ({ name: path, head: path, meaning, of: ({ settings }) => settings[path] }));
}
