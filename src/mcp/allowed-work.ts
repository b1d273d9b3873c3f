import { count, duration } from '../report/figures/figure-text.js';
import { refusal } from '../scenario/document/diagnostic.js';
import type { Scenario } from '../scenario/scenario.js';
import { foreseenWork } from '../simulation/foreseen-work.js';
import type { Limits } from './limits.js';

/** A timeline with more rows fills the memory. */
const MAX_TIMELINE_ROWS = 1e6;

/**
 * Refuses work that would take more than a call may.
 * @param runs how many there will be of the scenario
 * @throws ScenarioError with the estimate, and what to do
 */
export function refuseLongWork(scenario: Scenario, runs: number, { seconds, queries }: Limits): void {
  const work = foreseenWork(scenario);
  const much = (what: string, limit: string): never => {
    const of = runs === 1 ? 'the run' : `${count(runs)} runs`;
    throw refusal(
      scenario.name,
      `${of} would take about ${what}; this server allows ${limit} a call: shorten duration, lower the rate, or ask for fewer runs`,
    );
  };
  if (runs * work.queries > queries) {
    much(`${count(Math.round(runs * work.queries))} queries`, count(queries));
  }
  if (runs * work.cpu_seconds > seconds) much(duration(runs * work.cpu_seconds), duration(seconds));
  if (runs * work.timeline_rows > MAX_TIMELINE_ROWS) {
    much(`${count(Math.round(runs * work.timeline_rows))} rows of timelines`, count(MAX_TIMELINE_ROWS));
  }
}
