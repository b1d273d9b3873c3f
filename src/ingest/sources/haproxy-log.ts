import { type Source, shareOf } from '../recording/source.js';
import { CLF_MOMENT, clfSeconds } from './log-moment.js';
import { webRequest } from './web-request.js';

/** Moment of the accept, frontend, backend/server, timers, status, bytes; the request is quoted at the end. */
const HTTP = new RegExp(
  String.raw`\[(${CLF_MOMENT})\] \S+ [^/ ]+/\S+ \+?-?\d+(?:/\+?-?\d+){4} (\d{3}|-1) \+?\d+ .*?(?:"([^"]*)"?)?$`,
);
const TCP = new RegExp(String.raw`\[(${CLF_MOMENT})\] \S+ [^/ ]+/\S+ -?\d+/-?\d+/\+?-?\d+ \+?\d+ `);
const PROCESS = / haproxy\[\d+\]:/;

/** HTTP log of HAProxy: https://docs.haproxy.org/2.8/configuration.html#8.2.3. */
export const haproxyLog: Source = {
  name: 'access-log',
  form: 'an HTTP log of HAProxy',
  recognise: (head) => shareOf(head, HTTP) > 0.3,
  lines: (to) => (line) => {
    const match = HTTP.exec(line);
    if (match !== null) {
      webRequest(to, {
        at: clfSeconds(match[1]!, to),
        status: Math.max(0, Number(match[2])),
        target: match[3] ?? '',
      });
      return true;
    }
    const tcp = TCP.exec(line);
    if (tcp === null) return PROCESS.test(line);
    to.covers(clfSeconds(tcp[1]!, to));
    to.tally('connections over TCP, which are not counted');
    return true;
  },
};
