import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { neap } from '../cli/built-cli.js';
import { documentText } from './documents.js';
import { ROOT } from './project-folder.js';

describe('docs/results.md explains the columns of', () => {
  let folder = '';

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'neap-docs-'));
    const short = ['--set', 'duration=1h', '--set', 'computes.count=2', '--out', join(folder, 'out')];
    const { status, stderr } = neap(['run', 'scenarios/fleet.yaml', ...short], ROOT);
    if (status !== 0) throw new Error(stderr);
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test.each(['timeline.csv', 'decisions.csv', 'loads.csv', 'tenants.csv'])('%s', (file) => {
    const header = readFileSync(join(folder, 'out', file), 'utf8')
      .split(/\r?\n/)[0]!
      .replace('\uFEFF', '');
    const text = documentText('docs/results.md');
    const from = text.indexOf(`\n## Columns of ${file}\n`);
    const section = text.slice(from, text.indexOf('\n## ', from + 1));
    const cells = [...section.matchAll(/^\| (`.+?) \|/gm)].flatMap(([, cell]) => cell!.split(', '));
    expect(cells.map((cell) => cell.replaceAll('`', '')).sort()).toEqual(header.split(',').sort());
  });
});
