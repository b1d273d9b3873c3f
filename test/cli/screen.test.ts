import { describe, expect, it } from 'vitest';
import { screenOf } from '../../src/cli/terminal/screen.js';

const TERMINAL = { isTTY: true, columns: 132, rows: 50 };
const PIPE = {};

function coloured(stream: object, environment: Record<string, string>): boolean {
  return screenOf(stream, environment).paint('text', 'bad').includes('\u001b');
}

describe('the width and colors of the output', () => {
  it('include colors on a terminal and none in a pipe', () => {
    expect(coloured(TERMINAL, { TERM: 'xterm' })).toBe(true);
    expect(coloured(PIPE, { TERM: 'xterm' })).toBe(false);
    expect(coloured(TERMINAL, { TERM: 'dumb' })).toBe(false);
  });

  it('follow NO_COLOR before FORCE_COLOR, and FORCE_COLOR even in a pipe', () => {
    expect(coloured(TERMINAL, { NO_COLOR: '1' })).toBe(false);
    expect(coloured(TERMINAL, { NO_COLOR: '' })).toBe(true);
    expect(coloured(PIPE, { FORCE_COLOR: '1' })).toBe(true);
    expect(coloured(PIPE, { FORCE_COLOR: '1', NO_COLOR: '1' })).toBe(false);
    expect(coloured(TERMINAL, { FORCE_COLOR: '0' })).toBe(false);
  });

  it('follow COLUMNS or the terminal, with 80 columns by default and at least 40', () => {
    expect(screenOf(TERMINAL, {}).width).toBe(132);
    expect(screenOf(PIPE, {}).width).toBe(80);
    expect(screenOf({ isTTY: true, columns: 0 }, {}).width).toBe(80);
    expect(screenOf({ isTTY: true, columns: 20 }, {}).width).toBe(40);
    for (const stream of [PIPE, TERMINAL]) expect(screenOf(stream, { COLUMNS: '60' }).width).toBe(60);
    for (const COLUMNS of ['', '0', '-1', 'wide', '80.5'])
      expect(screenOf(TERMINAL, { COLUMNS }).width).toBe(132);
  });
});
