import { type FigureName, NOT_MEASURED } from '../../../src/figures/run-figures.js';
import type { Scenario } from '../../../src/scenario/scenario.js';
import { Contender } from '../../../src/study/plan/contender.js';
import type { Measurement, WholeRuns } from '../../../src/study/plan/plan-runs.js';
import type { ScenarioSource } from '../../../src/study/runs/scenario-source.js';
import { known } from '../known.js';

/** Properties of such a contender in addition to its figures. */
interface About {
  readonly index?: number;
  readonly today?: boolean;
  readonly settings?: Readonly<Record<string, string>>;
  /** Queries of each run. */
  readonly arrived?: number;
}

/** Adds a complete run with these figures; the others were not measured. */
export function addRun(contender: Contender, figures: object, arrived = 1): void {
  contender.whole.add({ figures: { ...NOT_MEASURED, ...figures }, events: 10, arrived });
}

/** A contender with the value of each replication of some figures; nothing is simulated. */
export function sampled(
  name: string,
  shown: Partial<Record<FigureName, readonly (number | null)[]>>,
  about: About = {},
): Contender {
  const { index = 0, today = false, settings = {}, arrived = 1 } = about;
  const source = { set: [] } as unknown as ScenarioSource;
  const variant = { name, scenario: { duration_seconds: 1 } as Scenario, source };
  const contender = new Contender(variant, settings, { index, changes: today ? 0 : 1 });
  const replications = Math.max(0, ...Object.values(shown).map((values) => values.length));
  for (let replication = 0; replication < replications; replication++) {
    const values = Object.entries(shown).map(([figure, of]) => [figure, of[replication] ?? null]);
    addRun(contender, Object.fromEntries(values), arrived);
  }
  return contender;
}

/**
 * Runs with known figures instead of simulations; each counts as one of the budget.
 * @param asked collects every request: `b×3` means three runs of b
 */
export function knownRuns(figures: (contender: Contender) => object, asked: string[] = []): WholeRuns {
  const runs = { work: 0, best: undefined, workOf: () => 1, measure };
  function measure(wanted: readonly Measurement[], limit: number) {
    return known(() => {
      asked.push(wanted.map(({ contender: { name }, replications }) => `${name}×${replications}`).join(' '));
      const before = runs.work;
      for (const { contender, replications } of wanted) {
        while (contender.whole.n < replications && runs.work < limit) {
          addRun(contender, figures(contender));
          runs.work += 1;
        }
      }
      return runs.work - before;
    });
  }
  return runs;
}
