import { FIGURE_LABELS } from '../../../../figures/run-figures.js';
import type {
  Capacity,
  CapacityLevel,
  ObjectiveCapacity,
} from '../../../../planner/growth/capacity-result.js';
import { writtenConstraint } from '../../../../planner/replicate/constraint.js';
import type { ResourcePressure } from '../../../../planner/replicate/resource-use.js';
import { dateText, failsAt } from '../../../answers/capacity-report.js';
import { count, number, percent } from '../../../figures/figure-text.js';
import { figureText, figureWithSpread } from '../../../figures/named-figure.js';
import { capitalised } from '../../../text/verdict.js';
import { limitWords } from '../../../verdict/figure-words.js';
import { loadCurve } from '../../charts/load-curve.js';
import { figureElement, meanElement } from '../../markup/figure.js';
import { htmlLine, metMark } from '../../markup/markup.js';
import { appendix, type Section, section } from '../../markup/section.js';
import { figures, measures, table, words } from '../../markup/table.js';

/** Each limited figure against the load, with the loads that are carried. */
export function loadsSection(capacity: Capacity): Section {
  const { objectives, levels } = capacity;
  const curves = objectives.map((objective, index) => curveOf(capacity, objective, index));
  return section('loads', 'Load', 'Figures against the load', [
    curves,
    table('Loads that were simulated', levelColumns(capacity), levels, { sortable: true, paper_rows: 12 }),
  ]);
}

function curveOf(
  { levels, load, least }: Capacity,
  { figure, bound, objective }: ObjectiveCapacity,
  index: number,
) {
  const limit = limitWords(writtenConstraint(objective));
  const ends = [
    ...(least === null ? [] : [{ ...least, text: `from ${number(least.factor)} times` }]),
    ...(load === null ? [] : [{ ...load, text: `up to ${number(load.factor)} times` }]),
  ];
  return loadCurve({
    id: `load-${figure}`,
    title: `${FIGURE_LABELS[figure]} against the load`,
    label: FIGURE_LABELS[figure],
    text: (value) => figureText(figure, value),
    limit: { text: limit, value: bound },
    ends,
    points: levels.flatMap((level) => {
      const interval = level.figures[index];
      if (interval === null || interval === undefined) return [];
      return [
        {
          factor: level.factor,
          mean: interval.mean,
          half_width: interval.half_width,
          rough: level.fidelity === 'hybrid',
          met: level.met,
          lines: [
            `${number(level.factor)} times the present load: ${number(level.queries_per_second)} queries a second`,
            `${FIGURE_LABELS[figure]} ${figureWithSpread(figure, interval)}`,
            level.met ? 'every objective is met' : 'an objective is missed',
          ],
        },
      ];
    }),
  });
}

function levelColumns({ objectives }: Capacity) {
  return [
    { ...measures<CapacityLevel>('Times the present load', ({ factor }) => factor, number), words: true },
    figures<CapacityLevel>('Queries a second', ({ queries_per_second }, index) =>
      figureElement(`levels.${index}.queries_per_second`, queries_per_second, number),
    ),
    ...objectives.map(({ figure }, place) =>
      figures<CapacityLevel>(FIGURE_LABELS[figure], (level, index) =>
        meanElement(`levels.${index}.figures.${place}.mean`, figure, level.figures[place]),
      ),
    ),
    words<CapacityLevel>('Verdict', ({ met }) => metMark(met)),
    figures<CapacityLevel>('Runs', ({ replications }) => count(replications)),
    words<CapacityLevel>('Fidelity', ({ fidelity }) => fidelity),
  ];
}

/** Each objective by itself: now, at the load that is carried, and where it breaks. */
export function limitsSection(capacity: Capacity): Section {
  const { objectives, verdict } = capacity;
  const there = verdict === 'none' ? 'At the closest load' : 'At the load that is carried';
  const rows = table(
    'Objectives at the present load and at that load',
    [
      words<ObjectiveCapacity>('Objective', (each) =>
        capitalised(limitWords(writtenConstraint(each.objective))),
      ),
      figures<ObjectiveCapacity>('Now', ({ figure, at_present }, index) =>
        meanElement(`objectives.${index}.at_present.mean`, figure, at_present),
      ),
      words<ObjectiveCapacity>('Verdict now', ({ met }) => metMark(met)),
      figures<ObjectiveCapacity>(there, ({ figure, at_capacity }, index) =>
        meanElement(`objectives.${index}.at_capacity.mean`, figure, at_capacity),
      ),
      words<ObjectiveCapacity>('Fails by itself at', failsAt),
    ],
    objectives,
    { quiet: true },
  );
  // Where nothing is carried, and where nothing is too much, there is no load to be reached.
  const isReached = capacity.date !== undefined && verdict === 'range';
  const reached = isReached ? htmlLine`<p>Reached: ${dateText(capacity)}.</p>` : null;
  return section('objectives', 'Objectives', 'Objectives', [rows, reached]);
}

/** What the largest load presses on; no section where that is not known. */
export function resourcesSection({ binds }: Capacity): readonly Section[] {
  if (binds.length === 0) return [];
  return [
    appendix(
      'resources',
      'Bottleneck',
      'What the load presses on, hardest first',
      table(
        'Resources and how hard they are pressed',
        [
          words<ResourcePressure>('Resource', ({ resource }) => resource),
          measures<ResourcePressure>('Pressure', ({ pressure }) => pressure, percent),
          words<ResourcePressure>('Evidence', ({ evidence }) => evidence),
        ],
        binds,
        { quiet: true },
      ),
    ),
  ];
}
