import { timestampSeconds } from '../../workload/trace/cells/moments.js';
import { type Source, shareOf } from '../recording/source.js';
import { webRequest } from './web-request.js';

const ISO = String.raw`\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d+Z`;
/** An Application Load Balancer writes the type first; a classic one starts with the time. */
const LINE = new RegExp(
  String.raw`^(?:(h2|https?|grpcs|wss?) )?(${ISO}) \S+ \S+:\d+ (?:\S+:\d+|-) (-?[\d.]+) (-?[\d.]+) (-?[\d.]+) (\d{3}|-) \S+ -?\d+ -?\d+ "([^"]*)"`,
);
const CREATED = new RegExp(` (${ISO}) "`);

/**
 * Access logs of AWS load balancers: https://docs.aws.amazon.com/elasticloadbalancing/latest/application/load-balancer-access-logs.html.
 * An ALB stamps the answer and adds the arrival; a classic one stamps the arrival.
 */
export const loadBalancerLog: Source = {
  name: 'access-log',
  form: 'an access log of an AWS load balancer',
  recognise: (head) => shareOf(head, LINE) > 0.5,
  lines: (to) => (line) => {
    const match = LINE.exec(line);
    if (match === null) return false;
    const [, type, time, ...rest] = match;
    const created = type === undefined ? time! : (CREATED.exec(line.slice(match[0].length))?.[1] ?? time!);
    const [request = '0', target = '0', response = '0', status, target_line] = rest;
    const at = timestampSeconds(created)!;
    if (status === '-') {
      to.covers(at);
      to.tally('connections without an answer');
      return true;
    }
    const seconds = [request, target, response].reduce((sum, part) => sum + Math.max(0, Number(part)), 0);
    const took = created === time && type !== undefined ? seconds : 0;
    webRequest(to, { at, took, status: Number(status), target: target_line! });
    return true;
  },
};
