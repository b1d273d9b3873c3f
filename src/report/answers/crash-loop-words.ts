import { CRASH_LOOP_SECONDS } from '../../compute/crash-loop.js';
import { count, counted, duration } from '../figures/figure-text.js';
import type { Summary } from '../figures/summary.js';
import { momentText } from '../text/iso-time.js';

/** That computes ran out of memory again and again, how often, and when; nothing where none did. */
export function crashLoopParts({ total, start, computes, ci }: Summary): readonly string[] {
  const { crash_loops, crash_loop_restarts, crash_loop_from_seconds: from } = total.memory;
  const until = total.memory.crash_loop_until_seconds;
  if (!(crash_loops > 0)) return [];
  const moment = (seconds: number): string => momentText(Date.parse(start) / 1000 + seconds);
  const single = from !== null && until !== null && ci === undefined;
  const who = computes
    .filter(({ memory }) => memory.crash_loops > 0)
    .map(({ name }) => name)
    .slice(0, 3);
  return [
    `out of memory ${counted(crash_loop_restarts, 'time')}`,
    ...(single ? [`from ${moment(from)} to ${moment(until)}`] : []),
    `never up for more than ${duration(CRASH_LOOP_SECONDS)} in between`,
    ...(crash_loops > 1 ? [`${count(crash_loops)} loops`] : []),
    ...(computes.length > 1 ? [`of ${who.join(', ')}`] : []),
  ];
}
