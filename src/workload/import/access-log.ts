import { TraceError } from '../trace/trace-error.js';
import { eachLine, epochSeconds } from './file-text.js';
import { GrownTimes } from './grown-times.js';
import { found, type Imported, type ImportOptions, webImport } from './imported.js';
import { requestTraffic } from './request-traffic.js';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `host ident user [10/Oct/2000:13:55:36 -0700] "GET / HTTP/1.0" 200 2326`, and whatever follows. */
const LINE =
  /^\S+ \S+ .*?\[(\d{2})\/([A-Z][a-z]{2})\/(\d{4}):(\d{2}:\d{2}:\d{2}) ([+-]\d{4})\] "(?:[^"\\]|\\.)*" (\d{3}) (?:\d+|-)/;

/**
 * The access logs of nginx and Apache, in the common or the combined format: requests by the second. nginx logs
 * a request when it has been answered, Apache its beginning; at a resolution of a second that is one.
 *
 * Source of the formats: https://httpd.apache.org/docs/2.4/logs.html (common, combined), which nginx's
 * `combined` follows (https://nginx.org/en/docs/http/ngx_http_log_module.html).
 */
export async function importAccessLog(files: readonly string[], options: ImportOptions): Promise<Imported> {
  const times = new GrownTimes();
  let failed = 0;
  for (const file of files) {
    await eachLine(file, (line, number) => {
      if (line.trim() === '') return;
      const match = LINE.exec(line);
      if (match === null) {
        const expected =
          'a line of the common or combined log format, such as 192.0.2.7 - - [05/Jan/2026:14:30:00 +0000] "GET / HTTP/1.1" 200 512';
        throw new TraceError(file, `expected ${expected}`, { line: number });
      }
      times.push(momentOf(match, file, number));
      if (match[6]!.startsWith('5')) failed += 1;
    });
  }
  if (times.length === 0) throw new TraceError(files[0]!, 'the log has no lines');
  const { traffic, findings } = requestTraffic(times, options.queries_per_request, true);
  const answers = found('counted', `${failed} answers of 500 and above`, 'their status');
  return webImport(traffic, [...findings, answers]);
}

function momentOf([, day, month, year, time, zone]: RegExpExecArray, file: string, line: number): number {
  const number = String(MONTHS.indexOf(month!) + 1).padStart(2, '0');
  return epochSeconds(`${year}-${number}-${day}T${time}${zone}`, file, line);
}
