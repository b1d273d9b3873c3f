import { timestampSeconds } from '../../workload/trace/cells/moments.js';
import { type Source, shareOf } from '../recording/source.js';
import { postgresLog } from './postgres-log.js';
import { accessLog, programLog } from './web-logs.js';

/** `2026-01-05T00:00:00+00:00 heroku[router]: …`; a drain adds a length, a priority, and a host or token. */
const LINE =
  /^(?:\d+ )?(?:<\d+>\d+ )?(\d{4}-\d{2}-\d{2}T\S+) (?:[\w.-]+ )??(?:app|heroku)(?:\[([\w.-]+)\]:?| ([\w.-]+))(?: -)? (.*)$/;
const PLATFORM = /\bheroku(?:\[[\w.-]+\]| [\w.-]+ -)/;

/** Log lines of Heroku: https://devcenter.heroku.com/articles/http-routing and /heroku-postgres-metrics-logs. */
export const heroku: Source = {
  name: 'heroku',
  form: 'a log of Heroku',
  unit: 'request',
  // The output of an application may be an access log, and other platforms write `app[name]`, too.
  recognise: (head) =>
    shareOf(head, LINE) > 0.5 &&
    (shareOf(head, PLATFORM) > 0 || ![accessLog, programLog, postgresLog].some((one) => one.recognise(head))),
  lines: (to) => {
    const milliseconds = (text: string, name: string) =>
      Number(new RegExp(String.raw`\b${name}=([\d.]+)ms`).exec(text)?.[1] ?? 0);
    return (line) => {
      const match = LINE.exec(line);
      const at = match === null ? undefined : timestampSeconds(match[1]!);
      if (match === null || at === undefined) return false;
      const text = match[4]!;
      const process = match[2] ?? match[3];
      const connections = / sample#active-connections=(\d+)/.exec(text)?.[1];
      if (connections !== undefined)
        to.sessions.given(Number(connections), 'sample#active-connections, once a minute');
      const code = process === 'router' ? / code=(\w+)/.exec(text)?.[1] : undefined;
      if (code !== undefined) to.tally(`errors ${code} of the router`);
      const status = process === 'router' ? / status=(\d+)/.exec(text)?.[1] : undefined;
      if (status === undefined) {
        to.covers(at);
        return true;
      }
      to.arrival(at, (milliseconds(text, 'connect') + milliseconds(text, 'service')) / 1000);
      if (status >= '500') to.tally('answers of 500 and above');
      return true;
    };
  },
};
