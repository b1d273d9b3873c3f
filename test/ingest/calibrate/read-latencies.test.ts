import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import type { LatencyKindName } from '../../../src/ingest/calibrate/measured-latencies.js';
import { readLatencies } from '../../../src/ingest/calibrate/read-latencies.js';
import { temporaryFolder } from '../../temporary-folder.js';

interface Row {
  readonly text: string;
  readonly kind?: LatencyKindName;
  readonly reads?: readonly (readonly [kind: string, low: number, high: number])[];
  readonly warning?: string;
  readonly refused?: string;
}

const file = join(temporaryFolder(), 'measured.csv');
const ROWS: readonly Row[] = parse(readFileSync(new URL('latencies.yaml', import.meta.url), 'utf8'));
const near = (value: number) => (Number.isFinite(value) ? expect.closeTo(value, 12) : value);

it.each(ROWS.map((row) => [row.text, row] as const))(
  'a table of latencies is read or refused: %j',
  async (text, { kind, reads = [], warning, refused }) => {
    writeFileSync(file, text);
    if (refused !== undefined) {
      await expect(readLatencies(file, kind)).rejects.toThrow(refused);
      return;
    }
    const { latencies, warnings } = await readLatencies(file, kind);
    expect(latencies.map((one) => [one.kind, one.low, one.high])).toEqual(
      reads.map(([of, low, high]) => [of, near(low), near(high)]),
    );
    expect(warnings).toEqual(warning === undefined ? [] : [`${file}: ${warning}`]);
  },
);
