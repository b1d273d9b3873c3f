import { isoSeconds } from '../../workload/trace/cells/moments.js';
import type { Source } from '../recording/source.js';
import { webRequest } from './web-request.js';

/** Extended log format of the W3C, as CloudFront and IIS write it: https://www.w3.org/TR/WD-logfile.html. Times are in UTC. */
export const w3cLog: Source = {
  name: 'access-log',
  form: 'an access log of CloudFront or IIS',
  unit: 'request',
  recognise: ({ text }) => /^#Fields:.*\bsc-status\b/m.test(text),
  lines: (to) => {
    let fields: readonly string[] = [];
    let is_cloudfront = false;
    return (line) => {
      if (line.startsWith('#')) {
        const named = /^#Fields:\s*(.*)$/.exec(line)?.[1];
        if (named !== undefined) {
          fields = named.trim().split(/\s+/);
          is_cloudfront = fields.some((name) => name.startsWith('x-edge-'));
        }
        return true;
      }
      const cells = line.split(line.includes('\t') ? '\t' : ' ');
      const cell = (name: string) => cells[fields.indexOf(name)];
      const at = isoSeconds(`${cell('date')} ${cell('time')}`);
      const status = Number(cell('sc-status'));
      if (at === undefined || Number.isNaN(status)) return false;
      const time_taken = Number(cell('time-taken') ?? 0);
      const took = Number.isNaN(time_taken) ? 0 : is_cloudfront ? time_taken : time_taken / 1000;
      webRequest(to, { at, took, status, target: cell('cs-uri-stem') ?? '' });
      if (/^(?:Hit|RefreshHit)/.test(cell('x-edge-result-type') ?? ''))
        to.tally('requests answered by the cache, which make no query');
      return true;
    };
  },
};
