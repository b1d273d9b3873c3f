import { isScalar, type Node, type parseDocument, visit } from 'yaml';

type ParsedDocument = ReturnType<typeof parseDocument>;

export interface SyntaxProblem {
  readonly offset: number;
  readonly message: string;
}

/** The first syntax error of a text, since later ones are usually its consequences. `undefined` if there is none. */
export function syntaxProblem(
  text: string,
  { errors, contents }: Pick<ParsedDocument, 'errors' | 'contents'>,
): SyntaxProblem | undefined {
  const [error] = errors;
  if (error === undefined) return undefined;
  const [offset, end] = error.pos;
  const lines = linesBetween(text, offset, end);
  const known = tabIndent(lines) ?? unquotedStar(lines);
  if (known !== undefined) return known;
  if (error.code === 'DUPLICATE_KEY') return duplicateKey(text, contents as Node | null, offset);
  if (error.code === 'MULTIPLE_DOCS')
    return { offset, message: 'a second document begins here; expected one in a file' };
  if (error.code === 'BAD_SCALAR_START') return { offset, message: `${error.message}; quote the value` };
  return { offset, message: error.message };
}

interface Line {
  readonly offset: number;
  readonly text: string;
}

/** The lines that an error covers, and the next one: an error may be reported at the line before its cause. */
function linesBetween(text: string, offset: number, end: number): readonly Line[] {
  const lines: Line[] = [];
  let start = text.lastIndexOf('\n', offset - 1) + 1;
  for (let extra = 0; start < text.length && extra < 2; ) {
    const next = text.indexOf('\n', start);
    const after = next < 0 ? text.length : next;
    lines.push({ offset: start, text: text.slice(start, after) });
    if (after >= end) extra += 1;
    start = after + 1;
  }
  return lines;
}

function tabIndent(lines: readonly Line[]): SyntaxProblem | undefined {
  for (const { offset, text } of lines) {
    const indent = /^ *\t/.exec(text)?.[0];
    if (indent !== undefined)
      return {
        offset: offset + indent.length - 1,
        message: 'a tab indents this line; expected spaces',
      };
  }
  return undefined;
}

/** A value such as a cron expression whose leading star YAML reads as an alias. */
function unquotedStar(lines: readonly Line[]): SyntaxProblem | undefined {
  const [line] = lines;
  const match = /^(\s*|.*?[:,[{-]\s+)(\*(?:[/,-]\S*?)?(?:\s+[\w*/,-]+?)*)\s*(?:[}\],].*|#.*)?$/.exec(
    line?.text ?? '',
  );
  if (match === null || line === undefined) return undefined;
  const [, before = '', value = ''] = match;
  return {
    offset: line.offset + before.length,
    message: `a value that begins with * has to be quoted; expected "${value}"`,
  };
}

function duplicateKey(text: string, root: Node | null, offset: number): SyntaxProblem {
  let message = 'a key appears twice in a mapping; expected it once';
  visit(root, {
    Map(_, map) {
      const keys = map.items.map(({ key }) => key).filter(isScalar);
      const second = keys.find(({ range }) => range?.[0] === offset);
      const first = keys.find(({ value }) => value === second?.value);
      if (second === undefined || first?.range === undefined) return undefined;
      const line = text.slice(0, first.range![0]).split('\n').length;
      message = `the key "${String(second.value)}" appears twice, first on line ${line}; expected it once`;
      return visit.BREAK;
    },
  });
  return { offset, message };
}
