import type { Scenario } from '../../scenario/scenario.js';
import { requestedConstraints } from '../replicate/constraint.js';
import type { ForecastPlan } from './forecast-result.js';
import { parseGrowth } from './load-growth.js';

/** The default; and the half-width of the CU-hours, as a share, at which fewer suffice. */
const REPLICATIONS = 5;
const MAX_HALF_WIDTH = 0.005;
/** For a fleet, whose runs are expensive: maximum error of the lines between levels. */
const MAX_FLEET_HALF_WIDTH = 0.01;
/** Relative error allowed in lines between load levels. */
const TOLERANCE = 0.01;

export interface AskedForecast extends Pick<ForecastPlan, 'months' | 'confidence'> {
  /** As `--growth` writes it; default: none. */
  readonly growth?: string | undefined;
  /** In addition to the scenario's objectives, or in their place if they are about the same figure. */
  readonly constraint?: readonly string[] | undefined;
  readonly replications?: number | undefined;
  readonly exact?: boolean | undefined;
}

/** The plan of a forecast. @throws ScenarioError for growth or constraints that cannot be read */
export function forecastPlan(
  scenario: Scenario,
  { months, growth = '0%', constraint, replications, confidence, exact = false }: AskedForecast,
): ForecastPlan {
  const enough = scenario.fleet === undefined ? MAX_HALF_WIDTH : MAX_FLEET_HALF_WIDTH;
  return {
    months,
    growth: parseGrowth(growth),
    objectives: requestedConstraints(scenario, constraint),
    replications: replications ?? REPLICATIONS,
    enough: replications === undefined ? enough : undefined,
    confidence,
    tolerance: TOLERANCE,
    exact,
  };
}
