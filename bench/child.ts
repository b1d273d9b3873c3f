import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';

/**
 * Runs a program that prints one JSON value and returns the value; its standard error is passed through.
 *
 * @throws Error if it fails
 */
export function runForJson<T>(program: string, args: readonly (string | number)[]): T {
  const output = execFileSync(program, args.map(String), {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return JSON.parse(output) as T;
}

/**
 * Runs a module of this folder in a fresh process of the same Node, so that no part warms up another. It runs as
 * JavaScript, like the build: with a TypeScript loader, everything takes 5 to 10 % more CPU time.
 */
export function runModuleForJson<T>(file: URL, args: readonly (string | number)[]): T {
  const folder = mkdtempSync(join(tmpdir(), 'neap-bench-'));
  try {
    const outfile = join(folder, 'measured.mjs');
    const define = { 'import.meta.url': JSON.stringify(file.href) };
    const entryPoints = [fileURLToPath(file)];
    buildSync({
      entryPoints,
      outfile,
      define,
      bundle: true,
      packages: 'external',
      platform: 'node',
      format: 'esm',
    });
    return runForJson<T>(process.execPath, [outfile, ...args]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
