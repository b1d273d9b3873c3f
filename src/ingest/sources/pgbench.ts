import type { Recording } from '../recording/recording.js';
import { type Source, shareOf } from '../recording/source.js';

/** client, transaction, latency in µs, script, end in seconds and microseconds; of a rate the lag, then retries. */
const TRANSACTION = /^\d+ \d+ (\d+|skipped|failed|serialization|deadlock) \d+ (\d{10}) (\d{1,6})(?: \d+)*$/;
/** Start of an interval, number of transactions, sum of latencies and of their squares, least and largest one. */
const INTERVAL = /^(\d{10}) (\d+) (\d+) \d+ \d+ \d+(?: \d+)*$/;

/** Logs of `pgbench --log`, with or without --aggregate-interval: https://www.postgresql.org/docs/18/pgbench.html. */
export const pgbench: Source = {
  name: 'pgbench',
  form: 'a log of pgbench',
  unit: 'transaction',
  recognise: (head) => shareOf(head, TRANSACTION) > 0.9 || shareOf(head, INTERVAL) > 0.9,
  lines: (to) => {
    const interval = intervals(to);
    return (line) => {
      const match = TRANSACTION.exec(line);
      if (match === null) return interval(line);
      const at = Number(match[2]) + Number(match[3]) / 1e6;
      const took = Number(match[1]) / 1e6;
      to.arrival(at, Number.isNaN(took) ? 0 : took);
      if (Number.isNaN(took)) to.tally(`${match[1] === 'skipped' ? 'skipped' : 'failed'} transactions`);
      return true;
    };
  },
};

/** The last interval is as long as the one before it. */
function intervals(to: Recording): (line: string) => boolean {
  let before: RegExpExecArray | undefined;
  let every = 1;
  const count = ([, start, queries]: RegExpExecArray) => to.count(Number(start), every, Number(queries));
  to.before_finish = () => {
    if (before !== undefined) count(before);
  };
  return (line) => {
    const match = INTERVAL.exec(line);
    if (match === null) return false;
    const distance = Number(match[1]) - Number(before?.[1] ?? match[1]);
    if (distance > 0) every = distance;
    if (before !== undefined && distance > 0) count(before);
    before = match;
    return true;
  };
}
