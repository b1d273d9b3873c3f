import { expect, it } from 'vitest';
import { tempDiskBytes } from '../../src/compute/size.js';
import { QueryTable } from '../../src/simulation/run/query-table.js';
import { TempDisk } from '../../src/simulation/service/query-extras.js';

/** A disk, and queries that each write a share of its size. */
function diskWith(shares: readonly number[]): {
  readonly disk: TempDisk;
  readonly queries: readonly number[];
} {
  const table = new QueryTable();
  const queries = shares.map((share) => {
    const query = table.take(0, 0, 0, 0);
    table.tempBytes[query] = share * tempDiskBytes(1);
    return query;
  });
  return { disk: new TempDisk(table, 1), queries };
}

it('temporary files fit up to the disk size, which grows with the maximum size', () => {
  const { disk, queries } = diskWith([0.5, 0.5, 0.25]);
  disk.take(queries[0]!);
  expect(disk.fits(queries[1]!)).toBe(true);
  disk.take(queries[1]!);
  expect(disk.fits(queries[2]!)).toBe(false);
  disk.setMaximum(16);
  expect(disk.fits(queries[2]!)).toBe(tempDiskBytes(16) >= 1.25 * tempDiskBytes(1));
});

it('peak temporary disk use is recorded, and use is zero after the last query or a stop', () => {
  const { disk, queries } = diskWith([0.1, 0.2, 1]);
  disk.take(queries[0]!);
  disk.take(queries[1]!);
  const peak = disk.peak_bytes;
  expect(peak).toBeCloseTo(0.3 * tempDiskBytes(1), 3);
  disk.giveBack(queries[0]!, false);
  disk.giveBack(queries[1]!, true);
  expect(disk.fits(queries[2]!)).toBe(true);
  disk.take(queries[0]!);
  disk.clear();
  expect(disk.fits(queries[2]!)).toBe(true);
  expect(disk.peak_bytes).toBe(peak);
});
