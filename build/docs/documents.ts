import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { ROOT } from './project-folder.js';

/** The paths of the project's documents, relative to its folder. */
export const DOCUMENTS: readonly string[] = [
  ...readdirSync(ROOT).filter((name) => name.endsWith('.md')),
  ...readdirSync(`${ROOT}docs`, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
].sort();

/** The text of a document. */
export function documentText(path: string): string {
  return readFileSync(`${ROOT}${path}`, 'utf8');
}

const PART = /<!-- generated: (.+?) -->\n([\s\S]*?)\n?<!-- end of \1 -->/g;

/** The generated parts of all documents, by name; names must be unique. */
export function generatedParts(): ReadonlyMap<string, string> {
  const parts = DOCUMENTS.flatMap((path) =>
    [...documentText(path).matchAll(PART)].map((match) => [match[1]!, match[2]!.trim()] as const),
  );
  const names = parts.map(([name]) => name);
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice !== undefined) throw new Error(`two parts of the documents have the name "${twice}"`);
  return new Map(parts);
}

/** Replaces a generated part in the document that contains it. */
export function replacePart(name: string, content: string): void {
  for (const path of DOCUMENTS) {
    const text = documentText(path);
    const [begin, end] = [`<!-- generated: ${name} -->`, `<!-- end of ${name} -->`];
    const [from, to] = [text.indexOf(begin), text.indexOf(end)];
    if (from < 0 || to < from) continue;
    const blank = /^(\||```)/.test(content) ? '' : '\n';
    writeFileSync(
      `${ROOT}${path}`,
      `${text.slice(0, from + begin.length)}\n${blank}${content}\n${blank}${text.slice(to)}`,
    );
    return;
  }
  throw new Error(`no document has a part "${name}" between <!-- generated: … --> and <!-- end of … -->`);
}
