import { parseTimestamp } from '../trace/read/cells/timestamp.js';
import { TraceError } from '../trace/trace-error.js';
import { eachLine } from './file-text.js';
import { GrownTimes } from './grown-times.js';
import { found, type Imported, type ImportOptions, webImport } from './imported.js';
import { requestTraffic } from './request-traffic.js';

/** `2026-01-05T00:00:00+00:00 heroku[router]: ...`, and as log drains have it: `<158>1 2026-... host heroku router - ...`. */
const PREFIX =
  /^(?:\d+ )?(?:<\d+>\d+ )?(\d{4}-\d{2}-\d{2}T\S+) (?:host )?(\w+)(?:\[([\w.-]+)\](?:: | - )| ([\w.-]+) - )(.*)$/;
const PAIR = /([\w.#-]+)=("(?:[^"\\]|\\.)*"|\S*)/g;

/**
 * Log lines of Heroku: requests of the router (`at=info method=GET ... connect=1ms service=18ms status=200`),
 * which began `connect` and `service` before their line, and connections of `heroku-postgres` samples
 * (`sample#active-connections=12`). Names from https://devcenter.heroku.com/articles/http-routing and
 * /heroku-postgres-metrics-logs.
 */
export async function importHerokuLog(files: readonly string[], options: ImportOptions): Promise<Imported> {
  const times = new GrownTimes();
  const errors = new Map<string, number>();
  let connections = 0;
  let other = 0;
  for (const file of files) {
    await eachLine(file, (line, number) => {
      const prefix = PREFIX.exec(line);
      if (prefix === null) {
        if (line.trim() !== '') other += 1;
        return;
      }
      const [, moment, , bracketed, bare, text] = prefix;
      const process = bracketed ?? bare;
      if (process !== 'router' && process !== 'heroku-postgres') return;
      const pairs = new Map([...text!.matchAll(PAIR)].map(([, key, value]) => [key!, value!]));
      if (process === 'heroku-postgres') {
        connections = Math.max(connections, Number(pairs.get('sample#active-connections') ?? 0));
        return;
      }
      const timestamp = parseTimestamp(moment!);
      if (timestamp?.zoned !== true)
        throw new TraceError(file, `"${moment}" is no time with a zone, as in 2026-01-05T14:30:00+00:00`, {
          line: number,
        });
      const code = pairs.get('code');
      if (code !== undefined) errors.set(code, (errors.get(code) ?? 0) + 1);
      if (pairs.get('status') === undefined) return;
      const took = milliseconds(pairs.get('connect')) + milliseconds(pairs.get('service'));
      times.push(timestamp.epoch_seconds + timestamp.fraction - took / 1000);
    });
  }
  if (times.length === 0) {
    throw new TraceError(
      files[0]!,
      'no line of the router was found; expected ... heroku[router]: at=info method=GET ... service=18ms status=200',
    );
  }
  const { traffic, findings } = requestTraffic(times, options.queries_per_request, false);
  const more = [...errors]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([code, count]) => found('counted', `${count} errors ${code} of the router`, 'their code'));
  if (connections > 0) {
    const how = 'sample#active-connections, once a minute';
    more.push(found('measured', `at most ${connections} connections`, how));
  }
  return webImport(traffic, [...findings, ...more], {
    pool_size: connections > 0 ? connections : undefined,
    warnings: other === 0 ? [] : [`${other} lines have another form and were left out`],
  });
}

function milliseconds(text: string | undefined): number {
  const match = /^(\d+(?:\.\d+)?)ms$/.exec(text ?? '');
  return match === null ? 0 : Number(match[1]);
}
