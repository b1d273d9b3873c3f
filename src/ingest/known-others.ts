import { objectOf } from './recording/json.js';
import { type Head, shareOf } from './recording/source.js';

/** A kind of file that is often given by mistake, and the command that produces the right one. */
interface KnownOther {
  readonly form: string;
  readonly recognise: (head: Head) => boolean;
  readonly hint: string;
}

const hasKeys = (json: unknown, ...keys: readonly string[]) => {
  const object = objectOf(json);
  return object !== undefined && keys.every((key) => key in object);
};

export const KNOWN_OTHERS: readonly KnownOther[] = [
  {
    form: 'a Terraform plan or state',
    recognise: ({ json, text }) =>
      hasKeys(json, 'terraform_version') || /"terraform_version":/.test(text.slice(0, 400)),
    hint: 'neap bill --terraform plan.json',
  },
  {
    form: 'an error log of Apache or nginx, without requests',
    recognise: (head) =>
      shareOf(head, /^\[\w{3} \w{3} +\d{1,2} [\d:.]+ \d{4}\] \[|^\d{4}\/\d\d\/\d\d [\d:]+ \[\w+\] \d+#\d+:/) >
      0.5,
    hint: 'give its access log',
  },
  {
    form: 'a log of MySQL',
    recognise: (head) =>
      shareOf(head, /^# Query_time: |^# User@Host: /) > 0.1 ||
      shareOf(head, /^\S+\t +\d+ (?:Query|Connect|Execute|Prepare|Quit)\t/) > 0.3,
    hint: 'export queries per minute, such as the differences of Questions in SHOW GLOBAL STATUS',
  },
  {
    form: 'a report of pidstat or top, with a row per process',
    recognise: ({ lines }) =>
      lines.some((line) => /\bPID\b.* %CPU\b.*\b(?:Command|COMMAND)$/.test(line.trim())),
    hint: 'sar -u, iostat -t, sadf -j and vmstat -t have a row per interval',
  },
  {
    form: 'a log of requests without times',
    recognise: (head) =>
      shareOf(head, /"[A-Z]+ \S+ HTTP\/[\d.]+" \d{3}|^(?:GET|POST|PUT|HEAD|DELETE) \S+ \d{3} [\d.]+ ms/) >
      0.5,
    hint: 'log the time of each request, as the combined format does',
  },
  {
    form: 'a consumption history of the account, without projects',
    recognise: ({ json }) => hasKeys(json, 'periods'),
    hint: 'ask for /consumption_history/v2/projects: neap import consumption prints the command',
  },
  {
    form: 'an answer of CloudWatch Logs Insights whose query has not ended',
    recognise: ({ json }) => hasKeys(json, 'results', 'status') && objectOf(json)?.['status'] !== 'Complete',
    hint: 'aws logs get-query-results, once its status is Complete',
  },
  {
    form: 'a report with totals only, as of wrk, ab, hey, oha, vegeta, autocannon, k6, JMeter, Locust, sysbench, HammerDB or pgbench',
    recognise: ({ text }) =>
      /^\s*(?:Requests\/sec:\s|Requests per second: |tps = |progress: [\d.]+ s, |\[ \d+s \] thds: |http_reqs\.+:|Label,# Samples,|Type,Name,Request Count,)| NOPM from |"(?:requestsPerSec|status_codes|non2xx)":/m.test(
        text.slice(0, 5000),
      ),
    hint: 'write its rate into a scenario: neap init app.yaml --rate 40/s; or record with pgbench --log or k6',
  },
  {
    form: 'pg_stat_activity, with a row per session',
    recognise: ({ lines }) => /\bquery_start\b.*\bstate\b|\bstate\b.*\bquery_start\b/.test(lines[0] ?? ''),
    hint: 'neap import pg-stat-statements prints the command for queries',
  },
  {
    form: 'a report of pgBadger or AWStats',
    recognise: ({ text }) => /^AWSTATS DATA FILE|"overall_stat"\s*:/.test(text),
    hint: 'import the log that it was made from',
  },
  {
    form: 'a dump of RRDtool',
    recognise: ({ text }) => /^\s*<.{0,500}<rrd>/s.test(text),
    hint: 'rrdtool fetch FILE.rrd AVERAGE',
  },
  {
    form: 'XML or an HTML page',
    recognise: ({ text }) => /^\s*<(?:\?xml|!doctype html|html)/i.test(text),
    hint: 'export CSV or JSON, or download the file itself',
  },
];
