import { csvRows } from '../../workload/trace/layout/csv-rows.js';
import type { Source } from '../recording/source.js';
import { logSeconds, unixSeconds } from './log-moment.js';

/** Results of JMeter as CSV: https://jmeter.apache.org/usermanual/listeners.html. `timeStamp` is the start of a sample. */
export const jmeter: Source = {
  name: 'jmeter',
  form: 'results of JMeter',
  unit: 'sample',
  recognise: ({ lines }) => /^"?timeStamp"?[,;\t]"?elapsed"?[,;\t]/.test(lines[0] ?? ''),
  lines: (to) => {
    return csvRows(({ timeStamp = '', success, URL, dataType }) => {
      const number = Number(timeStamp || Number.NaN);
      const at = Number.isFinite(number)
        ? unixSeconds(number)
        : logSeconds(timeStamp.replaceAll('/', '-'), to);
      if (at === undefined) return false;
      // A transaction has neither URL nor data: its samples have separate rows.
      if (URL === 'null' && dataType === '') {
        to.covers(at);
        to.tally('transactions, whose samples are counted instead');
        return true;
      }
      to.arrival(at);
      if (success === 'false') to.tally('failed samples');
      return true;
    });
  },
};
