import { FIGURE_UNITS, moreIsBetter } from '../../figures/run-figures.js';
import type { Capacity, CapacityLevel, ObjectiveCapacity } from '../../study/growth/capacity-result.js';
import { writtenConstraint } from '../../study/replicate/constraint.js';
import type { ResourcePressure } from '../../study/replicate/resource-use.js';
import { column, figureColumn, REPLICATIONS_MEANING, sameInAllRows } from '../document/column.js';
import { notesOn, notesPart, type Report, table } from '../document/report.js';
import { runWords } from '../figures/candidate.js';
import { counted } from '../figures/figure-text.js';
import { capitalised } from '../text/verdict.js';
import { when } from '../text/when.js';
import type { AskedScenario } from '../verdict/asked-scenario.js';
import { capacityVerdict, timesText } from '../verdict/capacity-verdict.js';
import { limitWords } from '../verdict/figure-words.js';
import { loadPlot } from './capacity-plot.js';
import { spreadRemark } from './spread-remark.js';

const PLAIN = { emphasis: 'plain' } as const;
/** Resources of a screen: the least loaded are not worth a line. */
const RESOURCES_SHOWN = 3;

/** The load that a configuration carries. */
export function capacityReport(capacity: Capacity, asked?: AskedScenario): Report {
  const { scenario, replications, confidence, levels, objectives, warnings, start, binds, why } = capacity;
  const { prices_checked_until } = capacity;
  const title = 'how much load it carries';
  return {
    question: 'Capacity',
    about: scenario,
    title,
    facts: [
      `${counted(levels.length, 'load')} simulated`,
      runWords(capacity),
      `${replications} replications`,
    ],
    verdict: capacityVerdict(capacity, asked),
    ...(capacity.load !== null && {
      headline: `carries ${timesText(capacity.load.factor)} the present load`,
    }),
    remark: spreadRemark(confidence, replications),
    warnings,
    prices_checked_until,
    start,
    parts: [
      ...objectives.map((objective, index) => ({
        kind: 'plot' as const,
        id: `load-${index}`,
        ...(index === 0 && { title: 'Figures against the load', short: 'Load' }),
        plot: loadPlot(capacity, objective, index),
        chart: { table: 'capacity', x: 'load_factor', y: [objective.figure, `${objective.figure}_bound`] },
      })),
      notesPart('why', notesOn('Note', when(capacity.verdict === 'range' && why !== null, why ?? ''), PLAIN)),
      levelsTable(capacity),
      objectivesTable(capacity),
      ...when(
        binds.length > 0,
        table<ResourcePressure>({
          id: 'resources',
          title: 'Resources under the largest load',
          short: 'Bottleneck',
          appendix: true,
          in: ['screen', 'markdown', 'page', 'workbook'],
          rows: binds,
          max_rows: { screen: RESOURCES_SHOWN, markdown: RESOURCES_SHOWN },
          rest: 'with less pressure',
          keys: 2,
          columns: [
            { name: 'resource', head: 'Resource', of: ({ resource }) => resource },
            { name: 'evidence', head: 'Evidence', of: ({ evidence }) => evidence },
            column('pressure', 'Pressure', 'share', ({ pressure }) => pressure),
          ],
        }),
      ),
    ],
  };
}

/** `capacity.csv`: each load that was simulated to its end. */
export function levelsTable({ objectives, levels, confidence }: Capacity) {
  return table<CapacityLevel>({
    id: 'capacity',
    caption: 'Simulated loads',
    in: ['page', 'csv', 'workbook'],
    rows: levels,
    columns: [
      column('load_factor', 'Times the present load', 'factor', ({ factor }) => factor, {
        meaning: "Times the scenario's load.",
      }),
      column(
        'queries_per_second',
        'Queries per second',
        'queries_per_second',
        (level) => level.queries_per_second,
        { meaning: 'Mean rate of arrivals.' },
      ),
      ...objectives.flatMap(({ figure, bound }, place) => [
        figureColumn<CapacityLevel>(figure, ({ figures }) => figures[place]),
        figureColumn<CapacityLevel>(figure, () => bound, {
          name: `${figure}_bound`,
          head: moreIsBetter(figure) ? 'At least' : 'At most',
          meaning: `What the objective asks of \`${figure}\`.`,
          interval: false,
          in: ['csv', 'workbook'],
        }),
      ]),
      column('objectives', 'Objectives', 'met', ({ met }) => met, { meaning: '`met` or `missed`.' }),
      column('replications', 'Replications', 'count', ({ replications }) => replications, {
        meaning: REPLICATIONS_MEANING,
      }),
      ...sameInAllRows({ confidence }),
      { name: 'fidelity', head: 'Fidelity', meaning: '`exact` or `hybrid`.', of: ({ fidelity }) => fidelity },
    ],
  });
}

/** Each objective separately: now, at the highest load, and the load that misses it. */
function objectivesTable({ objectives, verdict }: Capacity) {
  return table<ObjectiveCapacity>({
    id: 'objectives',
    title: 'Objectives',
    in: ['screen', 'markdown', 'page', 'workbook'],
    rows: objectives,
    columns: [
      column('objective', 'Objective', 'text', ({ objective }) =>
        capitalised(limitWords(writtenConstraint(objective))),
      ),
      column('at_present', 'Now', unitOfObjective, ({ at_present }) => at_present, {
        interval: true,
      }),
      column('met', 'Verdict now', 'met', ({ met }) => met, { in: ['page', 'workbook'] }),
      column(
        'at_capacity',
        verdict === 'none' ? 'At the closest load' : 'At the load it carries',
        unitOfObjective,
        ({ at_capacity }) => at_capacity,
        { interval: true },
      ),
      { name: 'missed', head: 'Missed on its own', of: missedAt },
    ],
  });
}

const unitOfObjective = ({ figure }: ObjectiveCapacity) => FIGURE_UNITS[figure];

/** The load at which each objective would be missed alone, or whether it is met now if no load changes that. */
function missedAt({ least_factor: below, factor: above, met }: ObjectiveCapacity): string {
  const ends = [
    ...(below === null ? [] : [`below ${timesText(below)}`]),
    ...(above === null ? [] : [`above ${timesText(above)}`]),
  ];
  return ends.join(', ') || (met ? 'never' : 'always');
}
