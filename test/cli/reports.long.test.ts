import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { OpenedWorkbook } from '../report/workbook/opened-workbook.js';
import { neap } from './built-cli.js';

const SCENARIO = `
name: reported
seed: 42
start: 2026-01-05T00:00:00Z
duration: 6h
plan: launch
computes:
  - { name: primary, type: read_write, autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 0.25 }
load:
  - { name: web, compute: primary, rate: 20/h, query: { cpu: 4ms } }
`;

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'neap-reports-'));
  writeFileSync(join(folder, 'app.yaml'), SCENARIO);
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('the reports of neap run', () => {
  it('are written together, with the same bytes each time', () => {
    const files = ['book.xlsx', 'comment.md', 'page.html'];
    const args = (to: string) => [
      '--xlsx',
      `${to}/book.xlsx`,
      '--md',
      `${to}/comment.md`,
      '--html',
      `${to}/page.html`,
    ];
    for (const to of ['first', 'second']) {
      expect(neap(['run', 'app.yaml', ...args(to)], folder)).toMatchObject({ status: 0, stderr: '' });
      expect(readdirSync(join(folder, to)).sort()).toEqual(files);
    }
    for (const file of ['book.xlsx', 'comment.md']) {
      expect(readFileSync(join(folder, 'first', file))).toEqual(readFileSync(join(folder, 'second', file)));
    }
    expect(readdirSync(folder).sort()).toEqual(['app.yaml', 'first', 'second']);
    const book = new OpenedWorkbook(readFileSync(join(folder, 'first', 'book.xlsx')));
    expect(book.cells('Answer').get('A1')?.value).toBe('reported');
  });

  it('are refused before the run when they cannot be written, and nothing is left behind', () => {
    mkdirSync(join(folder, 'taken.xlsx'));
    const { status, stderr, stdout } = neap(
      ['run', 'app.yaml', '--md', 'c.md', '--xlsx', 'taken.xlsx'],
      folder,
    );
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toMatch(/taken.xlsx is a directory/);
    expect(readdirSync(folder).sort()).toEqual(['app.yaml', 'taken.xlsx']);
  });

  it('print Markdown compared with an earlier run', () => {
    neap(['run', 'app.yaml', '--out', 'before'], folder);
    const { status, stdout } = neap(
      ['run', 'app.yaml', '--md', '-', '--baseline', 'before/summary.json', '--set', 'seed=7'],
      folder,
    );
    expect(status).toBe(0);
    expect(stdout).toContain('Not the same question: seed: 42 before, 7 now');
    expect(stdout.startsWith('### reported: ')).toBe(true);
  });

  it('report a wrong baseline and combinations of options that have no effect', () => {
    const wrong = (...args: string[]) => neap(['run', 'app.yaml', ...args], folder);
    expect(wrong('--md', '-', '--baseline', 'absent.json')).toMatchObject({
      status: 2,
      stdout: '',
      stderr: expect.stringContaining('--baseline absent.json: error: no such file'),
    });
    expect(wrong('--baseline', 'app.yaml')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('--baseline <summary.json> has no effect without --md <file>'),
    });
    expect(wrong('--json', '--md', '-')).toMatchObject({ status: 2, stdout: '' });
  });
});

describe('the reports of neap sweep', () => {
  it('are a workbook and a Markdown table, and nothing when no combination is allowed', () => {
    const sweep = (...args: string[]) =>
      neap(
        ['sweep', 'app.yaml', ...args, '--replications', '2', '--workers', '1', '--xlsx', 's.xlsx'],
        folder,
      );
    expect(sweep('--vary', 'max=0.25', '--vary', 'min=0.5', '--md', 's.md')).toMatchObject({
      status: 2,
      stdout: '',
    });
    expect(readdirSync(folder)).toEqual(['app.yaml']);
    const { status, stdout } = sweep('--vary', 'timeout=5m,never', '--md', '-');
    expect(status).toBe(0);
    expect(sweep('--vary', 'timeout=5m,never', '--md', 's.md').status).toBe(0);
    expect(readFileSync(join(folder, 's.md'), 'utf8')).toBe(stdout);
    const rows = new OpenedWorkbook(readFileSync(join(folder, 's.xlsx'))).table('Candidates', 3);
    expect(rows.map((row) => row['Settings']?.value)).toEqual(['timeout=5m', 'timeout=never']);
  });
});
