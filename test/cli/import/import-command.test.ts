import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SOURCE_NAME_LIST } from '../../../src/ingest/recording/source-names.js';
import { called } from '../command.js';
import { cleanUp, folder, refusal, write } from './importing.js';
import * as requests from './request-exports.js';
import * as made from './series-exports.js';
import * as snapshots from './snapshot-exports.js';

cleanUp();

describe('neap import', () => {
  it('prints the commands that export data from each source', async () => {
    const listed = await called(['import']);
    for (const name of SOURCE_NAME_LIST) {
      expect(listed.stdout).toContain(name);
      const { status, stdout } = await called(['import', name]);
      expect(status).toBe(0);
      expect(stdout).toContain(`then: neap import FILE...`);
    }
    const { stdout } = await called(['import', 'consumption']);
    expect(stdout).toContain('org_id=ORG_ID&project_ids=PROJECT_ID');
    expect((await called(['import', 'pg-stat-statements'])).stdout).toContain('pg_stat_statements(false)');
  });

  it('refuses ambiguous input and writes nothing', async () => {
    expect(await refusal('postgres-log', ['a,b\n1,2\n'])).toContain('the file has no queries');
    expect(await refusal('postgres-log', [requests.csvLog.replaceAll(' UTC,"app"', ' CST,"app"')])).toContain(
      '--zone America/Chicago',
    );
    expect(await refusal('pg-stat-statements', [snapshots.statementsBefore])).toContain(
      'expected two snapshots',
    );
    expect(await refusal('pgbouncer', [snapshots.poolerBefore, snapshots.poolerAfter])).toContain(
      '--interval',
    );
    expect(await refusal('prometheus', [made.scrape(1)])).toContain('have no timestamps');
    expect(await refusal('prometheus', [made.queryRange().replace('"matrix"', '"vector"')])).toContain(
      'got a vector',
    );
    expect(await refusal('cloudwatch', [made.cloudWatch.replace('Complete', 'InternalError')])).toContain(
      'InternalError',
    );
    expect(
      await refusal('metrics', [
        made.metricsExport.replace('"endpoint_id":"ep-cool-1"', '"endpoint_id":"ep-other"'),
      ]),
    ).toContain('several computes');
    expect(await refusal('access-log', ['hello\n'])).toContain('not lines of an access log');
    expect(await refusal('heroku', ['2026-01-05T00:00:00Z app[web.1]: hello\n'])).toContain(
      'the file has no queries',
    );
    expect(await refusal('k6', [requests.k6Csv], '--value', 'vus')).toContain('the file has no queries');
    expect(
      await refusal('consumption', [made.consumption.replaceAll('compute_unit_seconds', 'x')]),
    ).toContain('ask for that metric');
    expect(await refusal('otlp', ['{"resourceMetrics":[]}\nnot json\n'])).toContain('not JSON');
  });

  it('keeps an existing scenario file', async () => {
    const file = join(folder, 'mine.yaml');
    writeFileSync(file, 'mine');
    const { status, stderr } = await called(['import', 'k6', write(requests.k6Csv), '--write', file]);
    expect([status, readFileSync(file, 'utf8')]).toEqual([2, 'mine']);
    expect(stderr).toContain('exists already');
  });
});
