import type { Recording } from '../recording/recording.js';
import { type Source, shareOf } from '../recording/source.js';
import { logSeconds } from './log-moment.js';

/** A container or collector may write its name or the time in front. */
const LINE =
  /^(?:\S+ +(?:\| |std\w+ F )?)?(\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}\.\d{3}(?: [A-Z]{2,5}| ?[+-]\d{2}(?::?\d{2})?)?) \[?\d+\]? (?:LOG|INFO|WARNING|ERROR|FATAL|DEBUG|NOISE) (.*)$/;
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
    const take = averagedPeriods(to);
    return (line) => {
      const match = LINE.exec(line);
      const at = match === null ? undefined : logSeconds(match[1]!, to);
      if (match === null || at === undefined) return false;
      to.covers(at);
      const stats = STATS.exec(match[2]!);
      const old = stats === null ? OLD_STATS.exec(match[2]!) : null;
      const rate = stats?.[2] ?? old?.[1];
      if (rate !== undefined) take({ at, rate: Number(rate), us: Number(stats?.[3] ?? old?.[2] ?? 0) });
      return true;
    };
  },
};

/** Averages of the time since the line before. */
interface Averages {
  readonly at: number;
  readonly rate: number;
  /** Mean duration of a query in microseconds. */
  readonly us: number;
}

/** The first line averages a period as long as the second one does. */
function averagedPeriods(to: Recording): (line: Averages) => void {
  let before: Averages | undefined;
  let period: number | undefined;
  const count = ({ at, rate, us }: Averages, seconds: number) => {
    to.count(Math.round(at) - seconds, seconds, rate * seconds);
    if (us > 0 && rate > 0) to.service.push(us / 1e6, rate * seconds);
  };
  to.pooler = true;
  to.note('the log has averages in whole queries per second: a rate below 1 is shown as 0 or 1');
  to.before_finish = () => {
    if (before !== undefined && period === undefined) count(before, USUAL_PERIOD_SECONDS);
  };
  return (line) => {
    const distance = before === undefined ? undefined : Math.round(line.at - before.at);
    if (distance !== undefined && distance > 0) {
      const usual = distance < 3600 ? distance : (period ?? USUAL_PERIOD_SECONDS);
      if (period === undefined) count(before!, usual);
      period = usual;
      count(line, usual);
    }
    before = line;
  };
}
