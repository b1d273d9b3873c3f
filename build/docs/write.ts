import { writeFileSync } from 'node:fs';
import { PICTURE, workedExample } from './command-screens.js';
import { replacePart } from './documents.js';
import { GENERATORS } from './generators.js';
import { ROOT } from './project-folder.js';
import { playTutorial, TUTORIALS } from './tutorials.js';

/**
 * `npm run docs` writes every generated part of the documents, the README's picture and the output of tutorials. With
 * names, it writes only those parts or pages; with `--quick`, those that take seconds.
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

for (const path of TUTORIALS) {
  if (onlyQuick || (asked.length > 0 && !asked.includes(path))) continue;
  process.stderr.write(`docs: ${path}\n`);
  writeFileSync(`${ROOT}${path}`, playTutorial(path));
}
