import { spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A compiled mm1.c, and its compiler. */
export interface CompiledProgram {
  /** Its folder, which the caller must remove. */
  readonly folder: string;
  readonly file: string;
  /** First line of the compiler's `--version`. */
  readonly compiler: string;
}

const COMPILERS = ['cc', 'gcc', 'clang'];

/** Compiles mm1.c in a temporary folder with the first C compiler found; `undefined` if there is none. */
export function compileMm1(): CompiledProgram | undefined {
  for (const name of COMPILERS) {
    const version = spawnSync(name, ['--version'], { encoding: 'utf8' });
    if (version.status !== 0) continue;
    const folder = mkdtempSync(join(tmpdir(), 'neap-bench-'));
    const file = join(folder, 'mm1');
    const source = fileURLToPath(new URL('./mm1.c', import.meta.url));
    const compiled = spawnSync(name, ['-std=c11', '-O2', '-o', file, source, '-lm'], { encoding: 'utf8' });
    if (compiled.status !== 0) throw new Error(`${name} cannot compile mm1.c:\n${compiled.stderr}`);
    return { folder, file, compiler: version.stdout.split('\n')[0]! };
  }
  return undefined;
}
