import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ResultDirectory, ResultDirectoryError } from '../../src/files/result-directory.js';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'neap-test-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('result directory', () => {
  it('is created together with missing parent directories', () => {
    const directory = ResultDirectory.open(join(folder, 'a', 'b', 'c'), ['x.txt']);
    expect(readdirSync(folder).filter((name) => !name.startsWith('.'))).toEqual([]);
    writeFileSync(directory.path('x.txt'), 'x');
    directory.commit();
    expect(readdirSync(join(folder, 'a', 'b', 'c'))).toEqual(['x.txt']);
    expect(readdirSync(folder)).toEqual(['a']);
  });

  it('is refused when it is a file or lies below one', () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    expect(() => ResultDirectory.open(file, [])).toThrow(ResultDirectoryError);
    expect(() => ResultDirectory.open(file, [])).toThrow(/is a file; expected a directory/);
    expect(() => ResultDirectory.open(join(file, 'results'), [])).toThrow(/is a file; expected a directory/);
    expect(readdirSync(folder)).toEqual(['file']);
  });

  it('is refused when a result would replace a directory', () => {
    mkdirSync(join(folder, 'results', 'summary.json'), { recursive: true });
    expect(() => ResultDirectory.open(join(folder, 'results'), ['summary.json'])).toThrow(
      /summary\.json is a directory/,
    );
  });

  it('is refused when it is a dangling link', () => {
    symlinkSync(join(folder, 'nowhere'), join(folder, 'link'));
    expect(() => ResultDirectory.open(join(folder, 'link'), [])).toThrow(/broken link/);
  });

  it('accepts only files that were announced', () => {
    const directory = ResultDirectory.open(join(folder, 'results'), ['x.txt']);
    expect(() => directory.path('y.txt')).toThrow(RangeError);
    directory.discard();
  });
});
