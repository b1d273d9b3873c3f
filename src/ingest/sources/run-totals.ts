import { Refusal } from '../../workload/trace/reading/question.js';
import { wholeText } from '../recording/file-text.js';
import { found, type Imported, webImport } from '../recording/imported.js';
import { type Fields, jsonObject, objectOf } from '../recording/json.js';
import { assumedQueries, type Head, type Source } from '../recording/source.js';

/** Requests of a whole run, and their mean rate per second. */
interface RunTotals {
  readonly count: number;
  readonly per_second: number;
}

/** The summary of a run of k6: `--summary-export`, or the data of `handleSummary`. */
export const k6Summary = runTotals({
  name: 'k6',
  form: 'a summary of k6',
  hint: 'k6 run --out json= has each request',
  recognise: ({ json, text }: Head) =>
    objectOf(json) !== undefined &&
    /"metrics"\s*:/.test(text) &&
    /"(?:root_group|http_reqs|iterations)"\s*:/.test(text),
  totals: (summary) => {
    const metric = objectOf(objectOf(summary['metrics'])?.['http_reqs']);
    const { count, rate } = (objectOf(metric?.['values']) ?? metric ?? {}) as Fields;
    return { count: Number(count), per_second: Number(rate) };
  },
});

/** stats.json or global_stats.json of a report of Gatling. */
export const gatlingStats = runTotals({
  name: 'gatling',
  form: "statistics of Gatling's report",
  hint: 'simulation.log has each request',
  recognise: ({ json, text }: Head) =>
    objectOf(json) !== undefined && /"numberOfRequests"\s*:/.test(text) && /"group1"\s*:/.test(text),
  totals: (report) => {
    const stats = objectOf(report['stats']) ?? report;
    const total = (name: string) => Number(objectOf(stats[name])?.['total']);
    return { count: total('numberOfRequests'), per_second: total('meanNumberOfRequestsPerSecond') };
  },
});

interface TotalsSource extends Pick<Source, 'name' | 'form' | 'recognise'> {
  /** Where single requests are. */
  readonly hint: string;
  readonly totals: (report: Fields) => RunTotals;
}

function runTotals({ hint, totals, ...source }: TotalsSource): Source {
  return {
    ...source,
    unit: 'request',
    files: async (files, options): Promise<Imported> => {
      if (files.length !== 1) throw new Refusal(`expected one file with ${source.form}`);
      const { count, per_second } = totals(jsonObject(await wholeText(files[0]!)) ?? {});
      if (!(count > 0) || !(per_second > 0))
        throw new Refusal('the file has no number of requests and no rate', hint);
      const seconds = Math.max(1, Math.round(count / per_second));
      return webImport(
        { kind: 'rate', per_second: per_second * options.queries_per_request },
        [
          found('counted', `${count} requests in ${seconds} s`, 'number and mean rate of all requests'),
          found('guessed', 'moments of arrival', `a Poisson process at the mean rate; ${hint}`),
          ...assumedQueries('request', options),
        ],
        { duration_seconds: seconds },
      );
    },
  };
}
