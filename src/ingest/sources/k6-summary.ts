import { Refusal } from '../../workload/trace/reading/question.js';
import { wholeText } from '../recording/file-text.js';
import type { ImportOptions } from '../recording/import-options.js';
import { found, type Imported, webImport } from '../recording/imported.js';
import { type Head, jsonObject, objectOf, type Source } from '../recording/source.js';

/** The summary of a run of k6, with totals only: `--summary-export`, or the data of `handleSummary`. */
export const k6Summary: Source = {
  name: 'k6',
  form: 'a summary of k6',
  recognise: ({ json, text }: Head) =>
    objectOf(json) !== undefined &&
    /"metrics"\s*:/.test(text) &&
    /"(?:root_group|http_reqs|iterations)"\s*:/.test(text),
  files: summaryImport,
};

async function summaryImport(files: readonly string[], options: ImportOptions): Promise<Imported> {
  if (files.length !== 1) throw new Refusal('expected one summary');
  const summary = jsonObject(await wholeText(files[0]!));
  const metrics = objectOf(summary?.['metrics']);
  const figures = (name: string) => {
    const metric = objectOf(metrics?.[name]);
    return objectOf(metric?.['values']) ?? metric;
  };
  const requests = figures('http_reqs');
  const count = Number(requests?.['count']);
  const per_second = Number(requests?.['rate']);
  if (!(count > 0) || !(per_second > 0)) throw new Refusal('the summary has no count and rate of http_reqs');
  const seconds = Math.max(1, Math.round(count / per_second));
  const each = options.queries_per_request;
  return webImport(
    { kind: 'rate', per_second: per_second * each },
    [
      found('counted', `${count} requests in ${seconds} s`, 'count and rate of http_reqs'),
      found(
        'guessed',
        'moments of arrival',
        'a Poisson process at the mean rate; k6 run --out json= has each request',
      ),
      ...(each === 1
        ? [found('guessed', 'one query per request', 'change it with --queries-per-request')]
        : []),
    ],
    { duration_seconds: seconds },
  );
}
