import { refusal } from '../../scenario/document/diagnostic.js';
import { intervalWarnings } from '../../scenario/reading/read-sections.js';
import type { Scenario } from '../../scenario/scenario.js';
import { DEFAULT_WORLDS } from '../../study/worlds/draw-worlds.js';
import { value } from './option-table.js';
import { numberThat } from './option-values.js';

/** With fewer, the 5th percentile is unreliable. */
const MIN_WORLDS = 10;

/** Reads how many worlds are drawn: 0 for none. */
const worldCount = numberThat(
  (count) => Number.isSafeInteger(count) && (count === 0 || (count >= MIN_WORLDS && count <= 10_000)),
  `a whole number of ${MIN_WORLDS} to 10000, since fewer show little of rare outcomes, or 0 for none`,
);

/** `--worlds` of a command. */
export const worldsOption = (command: keyof typeof DEFAULT_WORLDS) =>
  value(
    worldCount,
    `worlds drawn from the scenario's intervals, such as rate: { between: [5/s, 20/s] }; 0 for none (${DEFAULT_WORLDS[command]} if there are intervals)`,
  );

/**
 * The number of worlds to draw.
 * @throws ScenarioError if worlds are requested and the scenario has no interval
 */
export function worldsOf(
  command: keyof typeof DEFAULT_WORLDS,
  { intervals }: Scenario,
  file: string,
  asked: number | undefined,
): number {
  if (intervals !== undefined) return asked ?? DEFAULT_WORLDS[command];
  if (asked === undefined || asked === 0) return 0;
  throw refusal(
    '--worlds',
    `${file} has no interval to draw from; write one, such as { between: [5/s, 20/s] }, or leave the option out`,
  );
}

/** Reports on standard error that the middle of every interval is used, if a command's result does not. */
export function warnIntervals({ intervals = [] }: Scenario): void {
  for (const warning of intervalWarnings(intervals)) process.stderr.write(`neap: warning: ${warning}\n`);
}
