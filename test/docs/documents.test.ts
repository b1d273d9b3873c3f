import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { anchors, codeSpans, localLinks, shellLines } from '../../build/docs/code-in-prose.js';
import { COMMANDS, optionNames, PROGRAM_OPTIONS } from '../../build/docs/command-line.js';
import { DOCUMENTS, documentText, generatedParts } from '../../build/docs/documents.js';
import { GENERATORS } from '../../build/docs/generators.js';
import { ROOT } from '../../build/docs/project-folder.js';
import packageJson from '../../package.json' with { type: 'json' };

describe('generated parts (npm run docs writes them)', () => {
  test('every part of the documents has its generator, and every generator its part', () => {
    expect([...generatedParts().keys()].sort()).toEqual(GENERATORS.map(({ name }) => name).sort());
  });

  for (const { name, possible, content } of GENERATORS.filter(({ long }) => !long)) {
    test.skipIf(!possible)(name, async () => {
      expect(generatedParts().get(name)).toBe(await content());
    });
  }
});

test('the README has 4 to 6 kB', () => {
  const { size } = statSync(`${ROOT}README.md`);
  expect(size).toBeGreaterThan(4000);
  expect(size).toBeLessThan(6145);
});

test('docs/README.md links to every other document once', () => {
  const linked = localLinks('docs/README.md').map(({ file }) => join('docs', file));
  const documents = DOCUMENTS.filter((path) => path.startsWith('docs/') && path !== 'docs/README.md');
  expect(linked.filter((file) => documents.includes(file)).sort()).toEqual(documents);
});

describe.each(DOCUMENTS)('%s', (path) => {
  test('links to files and headings that are there', () => {
    const broken = localLinks(path).filter(({ file, anchor }) => {
      const target = file === '' ? path : join(dirname(path), file);
      if (!existsSync(`${ROOT}${target}`)) return true;
      return anchor !== '' && !anchors(target).has(anchor);
    });
    expect(broken).toEqual([]);
  });

  test('names files, scripts and package entries that are there', () => {
    const files = codeSpans(path).filter((code) =>
      /^(src|test|scenarios|bench|docs|examples)\/[\w./-]*$/.test(code),
    );
    expect(files.filter((file) => !existsSync(`${ROOT}${file}`))).toEqual([]);
    const scripts = [...documentText(path).matchAll(/npm run ([\w:-]+)/g)].map(([, script]) => script!);
    expect(scripts.filter((script) => !Object.hasOwn(packageJson.scripts, script))).toEqual([]);
    const entries = codeSpans(path).filter((code) => /^neap\/\w+$/.test(code));
    expect(
      entries.filter((entry) => !Object.hasOwn(packageJson.exports, entry.replace('neap', '.'))),
    ).toEqual([]);
  });

  test('calls neap with commands and options that it has', () => {
    const calls = [...shellLines(path), ...codeSpans(path)].flatMap((code) => callsOf(code));
    expect(calls.flatMap(unknownIn)).toEqual([]);
    const known = new Set([...PROGRAM_OPTIONS, ...COMMANDS.flatMap(optionNames)]);
    const named = codeSpans(path).filter((code) => /^-{1,2}[a-z]/.test(code));
    expect(named.flatMap(optionsIn).filter((option) => !known.has(option))).toEqual([]);
  });
});

/** The calls of `neap` in a line of a shell or a piece of code. */
function callsOf(code: string): readonly string[] {
  return code
    .split(/\s(?:&&|\|)\s|\$\(/)
    .map((part) => /(?:^|\s)(?:neap|node dist\/cli\/main\.js) (.+)$/.exec(part)?.[1])
    .filter((call) => call !== undefined);
}

/** The command or the options of a call of `neap` that do not exist. */
function unknownIn(call: string): readonly string[] {
  if (call.startsWith('<') || call === 'help all') return [];
  const [name = ''] = call.split(' ');
  const command = COMMANDS.find((each) => each.name() === name);
  if (command === undefined) return name.startsWith('-') ? [] : [`neap ${name}`];
  const known = optionNames(command);
  return optionsIn(call)
    .filter((option) => !known.includes(option))
    .map((option) => `neap ${name} ${option}`);
}

/** The options in a piece of code; quoted text is a value. */
function optionsIn(code: string): readonly string[] {
  const words = code.replaceAll(/'[^']*'|"[^"]*"/g, 'value').split(/[\s,]+/);
  return words.filter((word) => /^--?[a-zA-Z]/.test(word)).map((word) => word.replace(/=.*/, ''));
}
