import { csvRows } from '../../workload/trace/layout/csv-rows.js';
import { unixSeconds } from '../recording/envelope.js';
import type { Recording } from '../recording/recording.js';
import type { LineReader, Source } from '../recording/source.js';
import { momentOf } from './log-moment.js';

const HEADER = /^"?timeStamp"?([,;\t|])"?elapsed"?[,;\t|]/;

/** Results of JMeter: https://jmeter.apache.org/usermanual/listeners.html. The time is the start of a sample. */
export const jmeter: Source = {
  name: 'jmeter',
  form: 'results of JMeter',
  unit: 'sample',
  recognise: ({ lines, text }) =>
    HEADER.test(lines[0] ?? '') || /^\s*(?:<\?xml.*>\s*)?<testResults\b/.test(text),
  lines: (to) => {
    let row: LineReader | undefined;
    return (line) => {
      row ??= line.startsWith('<') ? xmlSamples(to) : csvSamples(to, HEADER.exec(line)?.[1]);
      return row(line);
    };
  },
};

function csvSamples(to: Recording, separator: string | undefined): LineReader {
  return csvRows(({ timeStamp = '', success, URL, dataType }) => {
    const at = momentOf(timeStamp.replaceAll('/', '-'), to);
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
  }, separator);
}

const SAMPLE = /<(\/?)(?:httpSample|sample)\b([^>]*?)(\/?)>/g;

/** A sample with others within it is a transaction, a redirect or a page: those within it are the requests. */
function xmlSamples(to: Recording): LineReader {
  const open: { readonly attributes: string; has_parts: boolean }[] = [];
  const ended = (attributes: string) => {
    const at = unixSeconds(Number(/\bts="(\d+)"/.exec(attributes)?.[1] ?? Number.NaN));
    if (at === undefined) return;
    to.arrival(at);
    if (attributes.includes('s="false"')) to.tally('failed samples');
  };
  return (line) => {
    for (const [, closes, attributes = '', is_empty] of line.matchAll(SAMPLE)) {
      if (closes === '/') {
        const sample = open.pop();
        if (sample?.has_parts === false) ended(sample.attributes);
        continue;
      }
      const outer = open.at(-1);
      if (outer !== undefined) outer.has_parts = true;
      if (is_empty === '/') ended(attributes);
      else open.push({ attributes, has_parts: false });
    }
    return true;
  };
}
