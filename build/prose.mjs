// Checks documents, comments and messages for phrases that prose.yaml rules out: `npm run prose`.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

const MAX_WORDS = 25;
const rules = parse(readFileSync(new URL('prose.yaml', import.meta.url), 'utf8')).map(
  ({ phrase, instead }) => ({ pattern: new RegExp(phrase, 'gm'), instead }),
);
const tracked = execFileSync('git', ['ls-files', '-z', '*.md', 'src/*.ts', 'src/*.tsx'], {
  encoding: 'utf8',
}).split('\0');
// Golden answers and other fixtures repeat what the sources say.
const files = tracked.filter((file) => file !== '' && !file.startsWith('test/'));

let found = 0;
let long = 0;
for (const file of files) {
  const text = readFileSync(file, 'utf8');
  for (const { pattern, instead } of rules) {
    for (const { 0: phrase, index } of text.matchAll(pattern)) {
      found += 1;
      const line = text.slice(0, index + phrase.length - phrase.trimStart().length).split('\n').length;
      console.error(`${file}:${line}: "${phrase.trim().slice(0, 60)}"; expected ${instead}`);
    }
  }
  if (file.endsWith('.md')) long += sentencesOf(text).filter((each) => words(each) > MAX_WORDS).length;
}
console.log(`${found} phrases to replace; warning: ${long} sentences of more than ${MAX_WORDS} words`);
process.exitCode = found === 0 ? 0 : 1;

/** Sentences of the paragraphs: no code, tables or headings. */
function sentencesOf(markdown) {
  const prose = markdown.replaceAll(/```[\s\S]*?```|<!--[\s\S]*?-->|^(?:[|#].*|\s*<.*)$/gm, '\n');
  return prose.split(/\n\s*\n|\n(?=- |\d+\. )|(?<=[.:;?!])\s+(?=[A-Z`[])/);
}

function words(sentence) {
  return sentence.split(/\s+/).filter((word) => /\w/.test(word)).length;
}
