import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** The rows of a YAML file next to a test. @param here `import.meta.url` of the test */
export function tableOf<Row>(here: string, file: string): readonly Row[] {
  return parse(readFileSync(new URL(file, here), 'utf8'), { merge: true }) as readonly Row[];
}
