import { describe, expect, test } from 'vitest';
import { COMMAND_TABLES, command, commandAndTable } from '../../build/docs/command-screens.js';
import { generatedParts } from '../../build/docs/documents.js';

describe('tables that commands print (npm run docs writes them)', () => {
  const stored = COMMAND_TABLES.filter(({ takes_minutes }) => takes_minutes);
  test.each(stored)('$name is of the command above it', (table) => {
    expect(generatedParts().get(table.name)).toContain(`${command(table)}\n\n`);
  });

  const others = COMMAND_TABLES.filter(({ takes_minutes }) => takes_minutes !== true);
  test.each(others)('$name is what the command prints', (table) => {
    expect(generatedParts().get(table.name)).toBe(commandAndTable(table));
  });
});
