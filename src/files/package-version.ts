import { readFileSync } from 'node:fs';

const FOLDER = new URL('../../', import.meta.url);

/** The version in package.json. */
export function packageVersion(): string {
  return String(packageFile()['version']);
}

/** Whether a package is an optional dependency of neap. */
export function isOptionalPackage(name: string): boolean {
  const optional = packageFile()['optionalDependencies'];
  return typeof optional === 'object' && optional !== null && Object.hasOwn(optional, name);
}

function packageFile(): Readonly<Record<string, unknown>> {
  return JSON.parse(readFileSync(new URL('package.json', FOLDER), 'utf8'));
}
