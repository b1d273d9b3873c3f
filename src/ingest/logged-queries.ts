import { namingFile } from '../workload/trace/reading/question.js';
import { TextFile } from '../workload/trace/reading/text-file.js';
import { readInto } from './ingest.js';
import { type QueryListener, Recording } from './recording/recording.js';
import { postgresLog } from './sources/postgres-log.js';

/**
 * Hands over the queries of PostgreSQL's logs that have a duration, in the order of their ends.
 * @throws TraceError if a file is not such a log, or has no durations
 */
export async function eachLoggedQuery(files: readonly string[], take: QueryListener): Promise<void> {
  const [first] = files;
  if (first === undefined) return;
  const to = new Recording({ queries_per_request: 1, vcpu: undefined, keep_text: false });
  to.on_query = take;
  let rows = 0;
  for (const path of files) {
    const file = new TextFile(path);
    rows += await namingFile(path, 'option', async () => {
      await file.readHead();
      return readInto(to, postgresLog, file);
    });
  }
  await namingFile(first, 'option', () => to.finish(rows));
}
