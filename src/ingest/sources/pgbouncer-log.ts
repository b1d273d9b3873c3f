import { type Source, shareOf } from '../source.js';
import { logSeconds } from './log-moment.js';

const LINE =
  /^(\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}\.\d{3}(?: [A-Z]{2,5}| ?[+-]\d{2}(?::?\d{2})?)?) \[?\d+\]? (?:LOG|INFO|WARNING|ERROR|FATAL|DEBUG|NOISE) (.*)$/;
const STATS = /^stats: (\d+) xacts\/s, (\d+) queries\/s,.* query (\d+) us,? wait(?: time)? (\d+) us/i;
/** Versions before 1.8. */
const OLD_STATS = /^stats: (\d+) req\/s,.* query (\d+) us/i;
const USUAL_PERIOD_SECONDS = 60;

/**
 * The log of PgBouncer, whose `stats:` lines average the period since the one before (`stats_period`, a minute by
 * default) over all databases: https://www.pgbouncer.org/config.html#log_stats.
 */
export const pgbouncerLog: Source = {
  name: 'pgbouncer',
  form: 'a log of PgBouncer',
  recognise: (head) => shareOf(head, LINE) > 0.5 && !head.lines.some((line) => / LOG: /.test(line)),
  lines: (to) => {
    let period = USUAL_PERIOD_SECONDS;
    let before: number | undefined;
    return (line) => {
      const match = LINE.exec(line);
      const at = match === null ? undefined : logSeconds(match[1]!, to);
      if (match === null || at === undefined) return false;
      const stats = STATS.exec(match[2]!);
      const old = stats === null ? OLD_STATS.exec(match[2]!) : null;
      const rate = stats?.[2] ?? old?.[1];
      if (rate === undefined) {
        to.covers(at);
        return true;
      }
      const distance = before === undefined ? period : Math.round(at - before);
      if (distance > 0 && distance < 3600) period = distance;
      before = at;
      const queries = Number(rate) * period;
      to.count(Math.round(at) - period, period, queries);
      const us = Number(stats?.[3] ?? old?.[2] ?? 0);
      if (us > 0 && queries > 0) to.service.push(us / 1e6, queries);
      to.pooler = true;
      to.note('the log has averages in whole queries per second: a rate below 1 is shown as 0 or 1');
      return true;
    };
  },
};
