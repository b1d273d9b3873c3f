import { existsSync } from 'node:fs';

const DIST = new URL('../dist/', import.meta.url);

/**
 * Imports a module of the build, as users run it, with the types of its source. Sets up the engine as a simulation
 * does.
 */
export async function built<T>(path: string): Promise<T> {
  await import(new URL('simulation/inlining.js', DIST).href);
  return (await import(new URL(path, DIST).href)) as T;
}

/** Whether there is a build to measure. */
export function isBuilt(): boolean {
  return existsSync(new URL('simulation/simulation.js', DIST));
}
