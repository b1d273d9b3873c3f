import { existsSync } from 'node:fs';

const DIST = new URL('../dist/', import.meta.url);

/**
 * Imports a module of the build, which is what users run, with the types of its source. The engine is set as a
 * simulation sets it.
 */
export async function built<T>(path: string): Promise<T> {
  await import(new URL('simulation/inlining.js', DIST).href);
  return (await import(new URL(path, DIST).href)) as T;
}

/** Whether there is a build to measure. */
export function isBuilt(): boolean {
  return existsSync(new URL('simulation/simulation.js', DIST));
}
