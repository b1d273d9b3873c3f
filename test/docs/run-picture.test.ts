import { expect, test } from 'vitest';
import { runPicture } from '../../build/docs/run-picture.js';

test('a picture of a run has both curves, in steps, and no script, font or link', () => {
  const timeline = [
    'start_seconds,end_seconds,cu_seconds,queries_arrived',
    '0,3600,1800,36000',
    '3600,7200,0,0',
    '7200,86400,79200,79200',
  ].join('\r\n');
  const svg = runPicture(timeline, 'a <day>');
  expect(svg).toContain('aria-label="a &lt;day>"');
  expect(svg).toContain('prefers-color-scheme: dark');
  expect(svg).not.toMatch(/<script|href|url\(|@import/);
  const [load = '', size = ''] = ['load', 'size'].map(
    (name) => new RegExp(`<path class="${name}" d="([^"]+)"`).exec(svg)?.[1] ?? '',
  );
  // Up to the neat maximum of 10 a second, down to nothing, and up to a tenth; the last interval ends at the edge.
  expect(load).toBe('M62 144H62V34H95.6H95.6V144H129.2H129.2V133H868V144Z');
  expect(size).toContain('H62V233H95.6H95.6V288H129.2H129.2V178H868');
});
