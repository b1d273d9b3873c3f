import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { localLinks } from '../../build/docs/code-in-prose.js';
import { ROOT } from '../../build/docs/project-folder.js';

const TRACKED = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' })
  .split('\0')
  .filter((file) => file !== '' && file !== 'package-lock.json' && !file.endsWith('.gz'));
const text = (file: string) => readFileSync(`${ROOT}${file}`, 'utf8');

/** Paths of the files in the package, as `npm pack` lists them. */
function packedFiles(): ReadonlySet<string> {
  const listing = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [{ files }] = JSON.parse(listing) as [{ readonly files: readonly { readonly path: string }[] }];
  return new Set(files.map(({ path }) => path));
}

describe('the package', () => {
  const packed = packedFiles();
  const holds = (path: string) =>
    packed.has(path) || [...packed].some((file) => file.startsWith(`${path.replace(/\/$/, '')}/`));

  test('contains everything that its documents link to', () => {
    const documents = [...packed].filter((file) => file.endsWith('.md'));
    expect(documents).toContain('README.md');
    const missing = documents.flatMap((path) =>
      localLinks(path)
        .filter(({ file }) => file !== '' && !holds(join(dirname(path), file)))
        .map(({ file }) => `${path}: ${file}`),
    );
    expect(missing).toEqual([]);
  });

  test('contains every document that help texts, messages and examples cite', () => {
    const citing = TRACKED.filter((file) => /^(src|examples|scenarios|build)\//.test(file));
    const cited = citing.flatMap(
      (file) => text(file).match(/\b(?:docs\/[\w/-]+|README|CHANGELOG|CONTRIBUTING)\.md\b/g) ?? [],
    );
    expect(cited).toContain('docs/findings.md');
    expect(cited.filter((path) => !packed.has(path))).toEqual([]);
  });
});

/** The ways to fetch a package called neap from a registry, where the name belongs to nobody. */
const FETCHES: readonly RegExp[] = [
  /\b(?:npx|pnpx|bunx|(?:npm|pnpm|yarn|bun)\s+(?:global\s+)?(?:i|in|install|add|exec|x|dlx))\b[^\n]*[ \t"'`=,[]neap(?![\w/.-])/,
  /["']?\b(?:npx|pnpx|bunx)\b["']?[\s\S]{0,80}?["']neap["'@]/,
  /["']neap["']\s*:\s*["'](?:[\^~\d*]|latest|npm:)/,
  /(?<![\w/])neap@[\w^~*]/,
  /(?:npm:|npmjs\.com\/package\/|unpkg\.com\/|jsdelivr\.net\/npm\/|esm\.sh\/)neap\b/,
];

describe('installing neap from a registry', () => {
  test.each([
    'npx neap run a.yaml',
    'npx --yes neap run a.yaml',
    'npm i neap',
    'npm install --global neap',
    'npm install -g bullmq@6 neap          # on every machine',
    'npm exec -- neap run',
    'pnpm add -D neap',
    'yarn add neap@0.1.0',
    'npm install "neap@1"',
    '{ "command": "npx", "args": ["-y", "neap", "mcp"] }',
    '"command": "npx",\n  "args": ["-y",\n    "neap"]',
    '"devDependencies": { "neap": "^0.1.0" }',
  ])('%j is recognized', (line) => {
    expect(FETCHES.some((fetch) => fetch.test(line))).toBe(true);
  });

  test.each([
    'npm install ../neap/neap-0.1.0.tgz pg',
    'npm ci && npm run build && npm link',
    'add it where neap is installed: npm install pg',
    '- uses: OWNER/neap@VERSION',
  ])('%j is another thing', (line) => {
    expect(FETCHES.some((fetch) => fetch.test(line))).toBe(false);
  });

  test('is suggested in no file of the repository', () => {
    const suggesting = TRACKED.filter((file) => file !== 'test/docs/package.long.test.ts')
      .filter((file) => /neap/.test(text(file)))
      .filter((file) => FETCHES.some((fetch) => fetch.test(text(file))));
    expect(suggesting).toEqual([]);
  });
});
