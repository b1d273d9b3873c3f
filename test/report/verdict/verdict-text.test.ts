import { describe, expect, it } from 'vitest';
import { monthBasis } from '../../../src/report/figures/month-basis.js';
import { commandLine } from '../../../src/report/text/command-line.js';
import { verdictLines, verdictMarkdown } from '../../../src/report/text/verdict-text.js';

describe('a month', () => {
  it.each([
    [360, false, ''],
    [86_400 * 1.5, false, ''],
    [86_400, true, 'if every day is like the one simulated'],
    [3 * 86_400, true, 'if all days are like the 3 days simulated'],
    [7 * 86_400, true, ''],
    [14 * 86_400, true, ''],
    [30.4 * 86_400, true, ''],
  ])('%d s projected to a month: %s %s', (seconds, carried, provided) => {
    expect(monthBasis(seconds)).toMatchObject({ carried, provided });
  });

  it.each([
    [7 * 86_400 - 118, 'just under 7 d'],
    [7 * 86_400 + 118, 'just over 7 d'],
    [86_400 * 1.5, '36 h'],
  ])('%d s without a projection read as %s', (seconds, words) => {
    expect(monthBasis(seconds).note).toBe(
      `no month is projected from ${words}: only whole days or weeks carry one`,
    );
  });
});

describe('a verdict in text', () => {
  const long = {
    tone: 'good',
    text: 'Set min 0.5, max 0.5: $11 a month instead of $17.',
    command: "neap apply a.yaml --project-id YOUR-PROJECT --set 'x=a b'",
  } as const;

  it('is wrapped between words, and its command stays one shell command', () => {
    expect(verdictLines(long, 34).map(({ text }) => text)).toEqual([
      '✓ Set min 0.5, max 0.5: $11 a',
      '  month instead of $17.',
      '  neap apply a.yaml \\',
      '    --project-id YOUR-PROJECT \\',
      "    --set 'x=a b'",
    ]);
    const command = commandLine(['apply', 'a.yaml', '--set', "computes.bob's own data.min=1", '--yes']);
    const lines = verdictLines({ ...long, command }, 34).map(({ text }) => text);
    expect(lines.slice(2)).toEqual([
      '  neap apply a.yaml --set \\',
      "    'computes.bob'\\'\\",
      "'s own data.min=1' --yes",
    ]);
  });

  it('is in Markdown a bold sentence with its mark in front, followed by a command to copy', () => {
    expect(verdictMarkdown(long)).toBe(
      `**✅ Set min 0.5, max 0.5: $11 a month instead of $17.**\n\n\`\`\`sh\n${long.command}\n\`\`\``,
    );
  });
});
