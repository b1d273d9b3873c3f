import { documentText } from './documents.js';

/** A code block of a document: its language and its text. */
export interface CodeBlock {
  readonly language: string;
  readonly text: string;
}

const BLOCK = /^```(\w*)\n([\s\S]*?)^```$/gm;

/** The blocks of code of a document. */
export function codeBlocks(path: string): readonly CodeBlock[] {
  return [...documentText(path).matchAll(BLOCK)].map(([, language = '', text = '']) => ({ language, text }));
}

/** The backquoted texts of a document, outside its code blocks. */
export function codeSpans(path: string): readonly string[] {
  return [
    ...documentText(path)
      .replaceAll(BLOCK, '')
      .matchAll(/`([^`\n]+)`/g),
  ].map(([, code = '']) => code);
}

/** The lines of a document's shell blocks, without comments; backslash continuations are joined. */
export function shellLines(path: string): readonly string[] {
  return codeBlocks(path)
    .filter(({ language }) => language === 'sh')
    .flatMap(({ text }) => text.replaceAll(/\\\n\s*/g, '').split('\n'))
    .map((line) => line.replace(/\s+#.*$/, '').trim())
    .filter((line) => line !== '');
}

/** The targets of a document's links to other documents and files: path and anchor, each possibly empty. */
export function localLinks(path: string): readonly { readonly file: string; readonly anchor: string }[] {
  const text = documentText(path)
    .replaceAll(BLOCK, '')
    .replaceAll(/`[^`\n]+`/g, '');
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => {
      const [file = '', anchor = ''] = target.split('#');
      return { file, anchor };
    });
}

/** The anchors of a document's headings, in the form of the repository's web pages. */
export function anchors(path: string): ReadonlySet<string> {
  const headings = documentText(path)
    .replaceAll(BLOCK, '')
    .matchAll(/^#+ (.+)$/gm);
  return new Set(
    [...headings].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
        .trim()
        .replaceAll(' ', '-'),
    ),
  );
}
