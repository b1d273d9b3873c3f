import { FIGURE_NAMES, type FigureName, type RunFigures } from '../../../src/figures/run-figures.js';
import type { Scenario } from '../../../src/scenario/scenario.js';
import { Contender } from '../../../src/study/plan/contender.js';
import type { ScenarioSource } from '../../../src/study/runs/scenario-source.js';

/** By figure, the value of each replication. */
type Shown = Partial<Record<FigureName, readonly (number | null)[]>>;

/** Properties of such a contender in addition to its figures. */
interface About {
  readonly index?: number;
  readonly today?: boolean;
  readonly settings?: Readonly<Record<string, string>>;
  /** Queries of each run. */
  readonly arrived?: number;
}

/** A contender with the given runs; nothing is simulated. */
export function sampled(name: string, shown: Shown, about: About = {}): Contender {
  const { index = 0, today = false, settings = {}, arrived = 1 } = about;
  const source = { set: [] } as unknown as ScenarioSource;
  const contender = new Contender(
    name,
    settings,
    { index, changes: today ? 0 : 1 },
    { scenario: {} as Scenario, source },
  );
  const replications = Math.max(0, ...Object.values(shown).map((values) => values.length));
  for (let replication = 0; replication < replications; replication++) {
    const value = (figure: FigureName) => shown[figure]?.[replication] ?? null;
    const figures = Object.fromEntries(FIGURE_NAMES.map((figure) => [figure, value(figure)]));
    contender.whole.add({ figures: figures as unknown as RunFigures, events: 10, arrived });
  }
  return contender;
}
