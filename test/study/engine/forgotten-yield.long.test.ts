import { relative } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

/** Statements in the sources that create a generator without using it. */
function unusedGenerators(): readonly string[] {
  const { config } = ts.readConfigFile('tsconfig.json', (file) => ts.sys.readFile(file));
  const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, '.');
  const program = ts.createProgram(fileNames, { ...options, noEmit: true });
  const checker = program.getTypeChecker();
  const found: string[] = [];
  for (const file of program.getSourceFiles()) {
    if (!/\/src\/(study|cli)\//.test(file.fileName)) continue;
    const visit = (node: ts.Node): void => {
      if (ts.isExpressionStatement(node)) {
        const name = checker.getTypeAtLocation(node.expression).symbol?.name;
        if (name === 'Generator' || name === 'AsyncGenerator') {
          const { line } = file.getLineAndCharacterOfPosition(node.getStart());
          found.push(`${relative('.', file.fileName)}:${line + 1}`);
        }
      }
      ts.forEachChild(node, visit);
    };
    visit(file);
  }
  return found;
}

describe('a study in the sources', () => {
  it('uses every generator that it creates: without yield* it would do nothing', () => {
    expect(unusedGenerators()).toEqual([]);
  }, 60_000);
});
