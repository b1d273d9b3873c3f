import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The version that package.json states. */
export function packageVersion(): string {
  const file: unknown = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  const version = typeof file === 'object' && file !== null && 'version' in file ? file.version : undefined;
  return String(version);
}

/** The folder of the package itself. */
export function packageFolder(): string {
  return fileURLToPath(new URL('../../', import.meta.url));
}
