import { readdirSync, readFileSync } from 'node:fs';
import { markdownTable } from './markdown.js';
import { ROOT } from './project-folder.js';

/** The shipped scenarios with the first paragraph of their comments. The last paragraph states the result. */
export function scenarioTable(): string {
  const files = readdirSync(`${ROOT}scenarios`).filter((name) => name.endsWith('.yaml'));
  const rows = files.sort().map((name) => {
    const [shown = ''] = leadingComment(readFileSync(`${ROOT}scenarios/${name}`, 'utf8'));
    return [`[${name.replace('.yaml', '')}](../scenarios/${name})`, shown];
  });
  return markdownTable(['scenario', 'what it shows'], rows);
}

/** The paragraphs of the comment at the beginning of a file, each as one line. */
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
