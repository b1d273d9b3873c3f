import { type Source, shareOf } from '../recording/source.js';
import { webRequest } from './web-request.js';

const LINE = /^(?:\S+ )?(\d{9,10}\.\d{3}) +(\d+) \S+ [A-Z_]+\/(\d{3}) \d+ [A-Z]+ (\S+) /;

/** Native log format of Squid: https://wiki.squid-cache.org/Features/LogFormat. A line is written at the end of a request. */
export const squidLog: Source = {
  name: 'access-log',
  form: 'an access log of Squid',
  recognise: (head) => shareOf(head, LINE) > 0.5,
  lines: (to) => (line) => {
    const match = LINE.exec(line);
    if (match === null) return false;
    const [, at, ms, status, target] = match;
    webRequest(to, { at: Number(at), took: Number(ms) / 1000, status: Number(status), target: target! });
    return true;
  },
};
