import { isAbsolute, join } from 'node:path';
import { parse } from 'yaml';
import { textChunks } from '../workload/trace/layout/text-chunks.js';

/** Maximum total length of the traces of a page, in characters. */
const MAX_LENGTH = 20_000_000;

/** The texts of the traces and teams in a scenario, by their names; unreadable ones are omitted. */
export async function readNamedTraces(
  text: string,
  directory: string,
): Promise<Readonly<Record<string, string>>> {
  const found: Record<string, string> = {};
  let length = 0;
  for (const name of traceNames(text)) {
    try {
      const parts: string[] = [];
      for await (const chunk of textChunks(isAbsolute(name) ? name : join(directory, name))) {
        length += chunk.length;
        if (length > MAX_LENGTH) return found;
        parts.push(chunk);
      }
      found[name] = parts.join('');
    } catch {
      // The page reports that it cannot read this file.
    }
  }
  return found;
}

function traceNames(text: string): ReadonlySet<string> {
  const names = new Set<string>();
  const look = (value: unknown, key: string): void => {
    if (value === null || typeof value !== 'object') return;
    const file: unknown = Reflect.get(value, key === 'computes' ? 'teams' : 'file');
    if ((key === 'trace' || key === 'computes') && typeof file === 'string') names.add(file);
    for (const [each, inner] of Object.entries(value)) look(inner, each);
  };
  try {
    look(parse(text), '');
  } catch {
    // Text with a YAML syntax error has no traces; the page shows the error.
  }
  return names;
}
