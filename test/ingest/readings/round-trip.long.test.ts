import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { ingest } from '../../../src/ingest/ingest.js';
import { writeImported } from '../../../src/ingest/scenario/write-imported.js';
import { SOURCES } from '../../../src/ingest/sources/index.js';
import { loadScenario } from '../../../src/scenario/load-scenario.js';
import { simulate } from '../../../src/simulation/simulation.js';
import { temporaryFolder } from '../../temporary-folder.js';
import { type Row, readRows } from './rows.js';

/** A file of a source; its name is the form of the source. */
interface RoundTrip extends Row {
  /** Files of the repository, or the name of a row in another table, in place of a content. */
  readonly files?: readonly string[];
  readonly same?: string;
  /** Queries in the file, or CU-seconds of a history without queries. */
  readonly queries?: number;
  readonly cu_seconds?: number;
}

const ROWS = readRows<RoundTrip>('round-trip.yaml');
const OTHERS = [...readRows('exports.yaml'), ...readRows('held-files.yaml')];
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const folder = temporaryFolder();

function filesOf({ name, files, same, content }: (typeof ROWS)[number]): readonly string[] {
  if (files !== undefined) return files.map((file) => join(ROOT, file));
  const path = join(folder, name.replaceAll(/\W/g, '-'));
  writeFileSync(path, same === undefined ? content : OTHERS.find((row) => row.name === same)!.content);
  return [path];
}

it('every source has a round trip', () => {
  expect(ROWS.map(({ name }) => name).sort()).toEqual([...SOURCES.map(({ form }) => form), 'a table'].sort());
});

it.each(ROWS.map((row, index) => [row.name, row, index] as const))(
  'an imported scenario is valid without warnings, and a run has the queries of the file: %s',
  async (_, row, index) => {
    const { form, imported } = await ingest(filesOf(row), { queries_per_request: 1, vcpu: undefined });
    expect(form).toBe(row.name);
    const path = join(folder, `scenario-${index}.yaml`);
    await writeImported(imported, form, path);
    const scenario = await loadScenario(path);
    expect(scenario.warnings).toEqual([]);
    const { computes } = simulate(scenario);
    const [{ arrived, cu_seconds }] = computes as [(typeof computes)[0]];
    if (row.cu_seconds !== undefined) expect(cu_seconds / row.cu_seconds).toBeCloseTo(1, 1);
    if (row.queries === undefined) return;
    const is_random = scenario.load.some(({ process }) => process.kind === 'poisson');
    const tolerance = is_random ? 4 * Math.sqrt(row.queries) : 0;
    expect(Math.abs(arrived - row.queries)).toBeLessThanOrEqual(tolerance);
  },
);
