import { writeFileSync } from 'node:fs';
import { PICTURE, workedExample } from './command-screens.js';
import { replacePart } from './documents.js';
import { GENERATORS } from './generators.js';
import { ROOT } from './project-folder.js';

/**
 * `npm run docs`: writes every generated part of the documents anew, and the README's picture; with names, those
 * parts alone; with `--quick`, those that take seconds.
 */
const asked = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const onlyQuick = process.argv.includes('--quick');

for (const { name, long, possible, content } of GENERATORS) {
  if (!possible || (asked.length > 0 && !asked.includes(name)) || (onlyQuick && long)) continue;
  process.stderr.write(`docs: ${name}\n`);
  if (name === 'worked example') {
    const { screen, picture } = workedExample();
    replacePart(name, screen);
    writeFileSync(`${ROOT}${PICTURE}`, picture);
  } else {
    replacePart(name, await content());
  }
}
