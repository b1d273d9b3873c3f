import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const source = fileURLToPath(new URL('../src', import.meta.url));
const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.ts'),
);

/** A file's code without comments and without the contents of strings. */
function code(file: string): string {
  return readFileSync(`${source}/${file}`, 'utf8')
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/\/\/.*$/gm, '')
    .replaceAll(/'[^'\n]*'/g, "''");
}

describe('nothing that differs between machines or runs reaches a result', () => {
  test.each(files)('%s', (file) => {
    const text = code(file);
    expect(text, 'powers differ between Node versions').not.toMatch(/Math\.pow|\*\*/);
    expect(text, 'random numbers come from named streams').not.toMatch(/Math\.random/);
    if (!file.startsWith('cli/')) {
      expect(text, 'only the command line looks at a clock').not.toMatch(
        /Date\.now|new Date\(\)|performance\.now/,
      );
    }
  });
});
