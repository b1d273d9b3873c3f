import { intervalWarnings } from '../../scenario/reading/read-sections.js';
import type { Scenario } from '../../scenario/scenario.js';

/** Reports on standard error that the middle of every interval is used, if a command's result does not. */
export function tellIntervals({ intervals = [] }: Scenario): void {
  for (const warning of intervalWarnings(intervals)) process.stderr.write(`neap: warning: ${warning}\n`);
}
