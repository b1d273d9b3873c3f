import Table from 'cli-table3';
import type { PolicyComparison, SideComparison } from '../planner/policy-comparison.js';
import type { PolicySide } from '../scenario/policy/own-policies.js';
import { duration } from './figure-text.js';
import { markedName, POLICY_COLUMNS, type PolicyColumn } from './policy-comparison-columns.js';
import { policyNotes } from './policy-comparison-notes.js';
import { columns as columnsOf, cut, line, type TextLine, wrapped } from './text-block.js';

const TITLES: Readonly<Record<PolicySide, string>> = {
  size: 'Size policies',
  suspend: 'Suspension policies',
};

/**
 * The comparison as the lines of a terminal, a table for each side. Columns that do not fit are left out from the
 * right, and named.
 */
export function policyComparisonLines(comparison: PolicyComparison, width: number): readonly TextLine[] {
  const { scenario, duration_seconds, start, seed } = comparison;
  const began = start.replace('T', ' ').replace('Z', ' UTC');
  const title = `${scenario}: ${duration(duration_seconds)} from ${began}, seed ${seed}`;
  return [
    line(cut(title, width), 'strong'),
    ...comparison.sides.flatMap((side) => [line(''), ...sideLines(side, width)]),
  ];
}

function sideLines(comparison: SideComparison, width: number): readonly TextLine[] {
  const { side, nothing_to_decide, rows } = comparison;
  const title = line(TITLES[side], 'strong');
  if (nothing_to_decide !== null) return [title, ...wrapped('not compared', nothing_to_decide, width)];
  const columns = POLICY_COLUMNS[side];
  let shown = columns.length;
  let table = plainTable(comparison, columns);
  while (shown > 1 && table.some((text) => columnsOf(text) > width)) {
    shown -= 1;
    table = plainTable(comparison, columns.slice(0, shown));
  }
  const heading = table.length - rows.length;
  const hidden = columns.slice(shown).map(({ name }) => name);
  return [
    title,
    ...table.map((text, index) => line(text, index < heading ? 'quiet' : 'plain')),
    ...policyNotes(comparison).flatMap(({ about, text }) => wrapped(about, text, width, 'quiet')),
    ...(hidden.length > 0 ? wrapped('no room for', hidden.join('; '), width, 'quiet') : []),
  ];
}

const BORDERS = [
  ...['top', 'top-mid', 'top-left', 'top-right', 'bottom', 'bottom-mid', 'bottom-left', 'bottom-right'],
  ...['left', 'left-mid', 'mid', 'mid-mid', 'right', 'right-mid', 'middle'],
];

/** Borderless, figures to the right, a blank before each; without colours, which are the screen's to give. */
function plainTable(comparison: SideComparison, columns: readonly PolicyColumn[]): readonly string[] {
  const table = new Table({
    chars: Object.fromEntries(BORDERS.map((border) => [border, ''])),
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0, compact: true },
    colAligns: ['left', ...columns.map(() => 'right' as const)],
  });
  const deepest = Math.max(...columns.map(({ heading }) => heading.length));
  // The last line of a heading stands next to the figures.
  const above = (lines: number) => '\n'.repeat(deepest - lines);
  table.push(
    [
      `${above(1)}policy`,
      ...columns.map(({ heading }) => above(heading.length) + heading.map((each) => ` ${each}`).join('\n')),
    ],
    ...comparison.rows.map((row) => [markedName(row), ...columns.map(({ cell }) => ` ${cell(row)}`)]),
  );
  return table
    .toString()
    .split('\n')
    .map((text) => text.trimEnd());
}

/** The comparison as Markdown: for each side a table, or a sentence why there is none. */
export function policyComparisonMarkdown(comparison: PolicyComparison): string {
  return comparison.sides.map((side) => `${sideMarkdown(side)}\n`).join('\n');
}

function sideMarkdown(comparison: SideComparison): string {
  const { side, nothing_to_decide, rows } = comparison;
  if (nothing_to_decide !== null)
    return `${TITLES[side]} are not compared: ${inMarkdown(nothing_to_decide)}.`;
  const columns = POLICY_COLUMNS[side];
  const row = (cells: readonly string[]): string => `| ${cells.map(inMarkdown).join(' | ')} |`;
  return [
    row([`${side} policy`, ...columns.map(({ name }) => name)]),
    `|---|${columns.map(() => '--:|').join('')}`,
    ...rows.map((each) => row([markedName(each), ...columns.map(({ cell }) => cell(each))])),
    '',
    `${policyNotes(comparison)
      .map(({ about, text }) => inMarkdown(`${about}: ${text}`))
      .join('. ')}.`,
  ].join('\n');
}

/** Asterisks and bars stand for themselves. */
function inMarkdown(text: string): string {
  return text.replaceAll(/[*|\\]/g, '\\$&');
}
