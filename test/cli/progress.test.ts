import { describe, expect, it } from 'vitest';
import { longWorkText } from '../../src/cli/shared/endless-work.js';
import { ProgressLine, progressText, readingText } from '../../src/cli/shared/progress.js';

/** A progress line on a terminal of 80 columns, with a manual clock. */
function onTerminal(isTTY: boolean) {
  const written: string[] = [];
  const clock = { now: 5000 };
  const stream = { isTTY, columns: 80, write: (text: string) => written.push(text) };
  return { written, clock, line: new ProgressLine(stream, () => clock.now) };
}

describe('the progress line', () => {
  it('shows how far the run is, how fast, and how long it will take', () => {
    expect(progressText(0.25, '7 d', 3_000_000, 2)).toBe(
      '██████░░░░░░░░░░░░░░░░░░ 25 % of 7 d, 1.5 million queries/s, 6 s left',
    );
  });

  it('drops the bar before the time left on a narrow terminal', () => {
    const at = (width: number) => progressText(0.5, '7 d', 3_000_000, 2, width);
    expect(at(60).length).toBeLessThanOrEqual(60);
    expect(at(60)).toMatch(/^█+░+ 50 % of 7 d, 1.5 million queries\/s, 2 s left$/);
    expect(at(40)).toBe('50 % of 7 d, 1.5 million queries/s, 2 s left');
  });

  it('shows how much of a file is read, and how fast; no share if the size is unknown', () => {
    expect(readingText(500e6, 2e9, 8, 40)).toBe('25 % of 2 GB read, 62.5 MB/s, 24 s left');
    expect(readingText(500e6, undefined, 8)).toBe('read 500 MB, 62.5 MB/s');
    const { written, clock, line } = onTerminal(false);
    line.read(1e6, 1e9);
    clock.now += 5000;
    line.read(300e6, 1e9);
    line.read(301e6, 1e9);
    // The next file is reported separately.
    clock.now += 5000;
    line.read(1e6, 1e9);
    expect(written).toEqual([
      'progress: 30 % of 1 GB read, 60 MB/s, 12 s left\n',
      'progress: 0 % of 1 GB read, just begun, time left unknown\n',
    ]);
  });

  it('appears after one second and then does not flicker', () => {
    const { written, clock, line } = onTerminal(true);
    line.update(0.1, 10, '24 h');
    expect(written).toEqual([]);
    clock.now += 1000;
    line.update(0.2, 20, '24 h');
    clock.now += 100;
    line.update(0.3, 30, '24 h');
    expect(written).toHaveLength(1);
    clock.now += 100;
    line.update(0.4, 40, '24 h');
    expect(written).toHaveLength(2);
    line.clear();
    expect(written.at(-1)).toBe('\r\u001b[2K');
  });

  it('writes a line every five seconds into a pipe, and nothing for short work', () => {
    const { written, clock, line } = onTerminal(false);
    clock.now += 4999;
    line.update(0.1, 10, '24 h');
    expect(written).toEqual([]);
    clock.now += 1;
    line.update(0.25, 5_000_000, '24 h');
    clock.now += 4999;
    line.update(0.35, 6_000_000, '24 h');
    clock.now += 1;
    line.update(0.5, 10_000_000, '24 h');
    line.clear();
    expect(written).toEqual([
      'progress: 25 % of 24 h, 1 million queries/s, 15 s left\n',
      'progress: 50 % of 24 h, 1 million queries/s, 10 s left\n',
    ]);
  });
});

describe('the estimate of long work', () => {
  const work = { queries: 12_096_000, events: 24_000_000, timeline_rows: 100, cpu_seconds: 8.4 };

  it('reports the number of queries and runs, and the time to one digit', () => {
    expect(longWorkText(work, 1, 2)).toBe(
      'about 12.1 million queries; estimated time 8 s, within a factor of a few',
    );
    expect(longWorkText(work, 40, 2)).toBe(
      'about 40 runs of about 12.1 million queries; estimated time 3 min, within a factor of a few',
    );
    expect(longWorkText(work, 6.4, 1, true)).toBe(
      'the work of about 7 runs of about 12.1 million queries; estimated time 50 s, within a factor of a few',
    );
    // More threads than runs have no effect.
    expect(longWorkText(work, 2, 8)).toContain('estimated time 8 s,');
  });

  it('is not printed for short work', () => {
    expect(longWorkText({ ...work, cpu_seconds: 0.01 }, 100, 1)).toBeUndefined();
  });
});
