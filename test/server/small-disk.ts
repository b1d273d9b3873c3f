import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** A small file system in memory until the tests of the file end; `undefined` if none can be mounted here. */
export function mountDisk(options: string): string | undefined {
  const disk = mkdtempSync(join(tmpdir(), 'neap-disk-'));
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', disk]);
  if (status !== 0) {
    console.warn('cannot mount a file system: full-disk tests are skipped');
    rmSync(disk, { recursive: true });
    return undefined;
  }
  afterAll(() => {
    execFileSync('umount', ['-l', disk]);
    rmSync(disk, { recursive: true });
  });
  return disk;
}
