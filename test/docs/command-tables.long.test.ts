import { describe, expect, test } from 'vitest';
import { COMMAND_TABLES, command, commandAndTable } from '../../build/docs/command-screens.js';
import { generatedParts } from '../../build/docs/documents.js';

describe('tables that commands print (npm run docs writes them)', () => {
  const stored = COMMAND_TABLES.filter(({ takes_minutes }) => takes_minutes);
  test.each(stored)('the table $name is printed below its command', (table) => {
    expect(generatedParts().get(table.name)).toContain(`${command(table)}\n\n`);
  });

  const others = COMMAND_TABLES.filter(({ takes_minutes }) => takes_minutes !== true);
  test.each(others)('the table $name is what its command prints', (table) => {
    expect(generatedParts().get(table.name)).toBe(commandAndTable(table));
  });
});
