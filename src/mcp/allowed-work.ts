import { count, duration } from '../report/figures/figure-text.js';
import { refusal } from '../scenario/document/diagnostic.js';
import type { Scenario } from '../scenario/scenario.js';
import { foreseenWork } from '../simulation/foreseen-work.js';
import type { Limits } from './limits.js';

/** Maximum rows of timelines, which are held in memory. */
const MAX_TIMELINE_ROWS = 1e6;

/**
 * Refuses work that is estimated to exceed the limits of a call.
 * @param runs number of runs of the scenario
 * @throws ScenarioError with the estimate and the remedy
 */
export function refuseLongWork(scenario: Scenario, runs: number, { seconds, queries }: Limits): void {
  const work = foreseenWork(scenario);
  const refuse = (what: string, limit: string): never => {
    const of = runs === 1 ? 'the run' : `${count(runs)} runs`;
    throw refusal(
      scenario.name,
      `${of} would take about ${what}; this server allows ${limit} per call: shorten duration, lower the rate, or ask for fewer runs`,
    );
  };
  if (runs * work.queries > queries) {
    refuse(`${count(Math.round(runs * work.queries))} queries`, count(queries));
  }
  if (runs * work.cpu_seconds > seconds) refuse(duration(runs * work.cpu_seconds), duration(seconds));
  if (runs * work.timeline_rows > MAX_TIMELINE_ROWS) {
    refuse(`${count(Math.round(runs * work.timeline_rows))} rows of timelines`, count(MAX_TIMELINE_ROWS));
  }
}
