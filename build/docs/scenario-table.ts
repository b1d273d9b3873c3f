import { readdirSync, readFileSync } from 'node:fs';
import { markdownTable } from './markdown.js';
import { ROOT } from './project-folder.js';

/** The shipped scenarios, each with the first paragraph of its comment and the last, which says the result. */
export function scenarioTable(): string {
  const files = readdirSync(`${ROOT}scenarios`).filter((name) => name.endsWith('.yaml'));
  const rows = files.sort().map((name) => {
    const paragraphs = leadingComment(readFileSync(`${ROOT}scenarios/${name}`, 'utf8'));
    const [teaches, result] = [paragraphs[0] ?? '', paragraphs.at(-1) ?? ''];
    return [`[${name.replace('.yaml', '')}](../scenarios/${name})`, teaches, capitalised(result)];
  });
  return markdownTable(['scenario', 'what it shows', 'result'], rows);
}

/** The column says already that it is the result. */
function capitalised(result: string): string {
  const words = result.replace(/^Result: /, '');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** Paragraphs of the comment a file begins with, each as one line. */
function leadingComment(text: string): readonly string[] {
  // The first line is for editors.
  const lines = text.split('\n').slice(1);
  const end = lines.findIndex((line) => !line.startsWith('#'));
  const comment = lines.slice(0, end).map((line) => line.replace(/^# ?/, ''));
  return comment
    .join('\n')
    .split('\n\n')
    .map((paragraph) => paragraph.replaceAll('\n', ' ').trim());
}
