import { count, duration } from '../../report/figures/figure-text.js';
import { refusal } from '../../scenario/document/diagnostic.js';
import type { Scenario } from '../../scenario/scenario.js';
import { foreseenWork } from '../../simulation/foreseen-work.js';

/** A run that would keep one core busy for longer than this is taken for a slip of the pen. */
const MAX_CPU_SECONDS = 86_400;
/** Likewise one whose timeline would have more rows: some 100 GB. */
const MAX_TIMELINE_ROWS = 1e9;

/**
 * Refuses a run that would hardly ever end, before it begins.
 *
 * @param allowed whether the user has said that it may take as long as it takes
 * @throws ScenarioError with the estimate, and what to do
 */
export function refuseEndless(scenario: Scenario, allowed: boolean): void {
  if (allowed) return;
  const { queries, timeline_rows, cpu_seconds } = foreseenWork(scenario);
  const remedy = 'or allow it with --allow-long';
  if (timeline_rows > MAX_TIMELINE_ROWS) {
    const rows = `the timeline would have about ${count(Math.round(timeline_rows))} rows`;
    throw refusal(scenario.name, `${rows}; expected at most a billion: widen timeline_interval, ${remedy}`);
  }
  if (cpu_seconds > MAX_CPU_SECONDS) {
    const work = `a run of about ${count(Math.round(queries))} queries would take one core some ${duration(cpu_seconds)}`;
    throw refusal(
      scenario.name,
      `${work}; expected at most a day: lower the rate or the duration, ${remedy}`,
    );
  }
}
