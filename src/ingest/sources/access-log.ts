import { timestampSeconds } from '../../workload/trace/cells/moments.js';
import { type Source, shareOf } from '../recording/source.js';
import { CLF_MOMENT, clfSeconds } from './log-moment.js';
import { webRequest } from './web-request.js';

/** Anything may precede the moment: a virtual host, a syslog header. A scheme or host may follow it. */
const LINE = new RegExp(
  String.raw`\[(${CLF_MOMENT}|\d{4}-\d{2}-\d{2}T[\d:.]+Z)\] (?:[^" ]+ )?"((?:[^"\\]|\\.)*)" (\d{3}) (?:\d+|-)`,
);

/** Common and combined log format of nginx, Apache, Caddy and Traefik, and the default one of Envoy: https://httpd.apache.org/docs/2.4/logs.html. */
export const accessLog: Source = {
  name: 'access-log',
  form: 'an access log in the common or combined format',
  recognise: (head) => shareOf(head, LINE) > 0.5,
  lines: (to) => (line) => {
    const match = LINE.exec(line);
    if (match === null) return false;
    const moment = match[1]!;
    const at = moment[4] === '-' ? timestampSeconds(moment)! : clfSeconds(moment, to);
    webRequest(to, { at, status: Number(match[3]), target: match[2]! });
    return true;
  },
};
