import { describe, expect, test } from 'vitest';
import { COMMAND_TABLES, commandAndTable, isPlayable } from '../../build/docs/command-screens.js';
import { generatedParts } from '../../build/docs/documents.js';

describe('tables that commands print (npm run docs writes them)', () => {
  for (const table of COMMAND_TABLES) {
    test.skipIf(!isPlayable(table))(table.name, () => {
      expect(generatedParts().get(table.name)).toBe(commandAndTable(table));
    });
  }
});
