import type { Document } from '../../report/document/report.js';
import { markdownText } from '../../report/forms/markdown.js';
import { screenLines } from '../../report/forms/screen.js';
import { commentMarker } from '../../report/text/comment-marker.js';
import type { TextLine } from '../../report/text/text-block.js';
import { screenOf } from './screen.js';

/** The output of a command. */
export interface PrintedAs {
  readonly json: () => unknown;
  readonly report: Document;
  /** The command and the scenario, used to find a comment with the Markdown again. */
  readonly about?: readonly [command: string, scenario: string];
}

/** Prints an answer in the requested form. */
export function printTable(
  options: { readonly json?: boolean | undefined; readonly md?: string | undefined },
  forms: PrintedAs,
): void {
  if (options.json === true) printJson(forms.json());
  else if (options.md === '-') process.stdout.write(markdownOf(forms));
  else printDocument(forms.report);
}

export function markdownOf({ report, about }: PrintedAs): string {
  const text = markdownText(report);
  return about === undefined ? text : `${text}\n${commentMarker(...about)}\n`;
}

export function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
}

export function printDocument(document: Document): void {
  printLines((width) => screenLines(document, width));
}

export function printLines(lines: (width: number) => readonly TextLine[]): void {
  const screen = screenOf(process.stdout);
  process.stdout.write(
    lines(screen.width)
      .map((line) => `${screen.paint(line.text, line.emphasis)}\n`)
      .join(''),
  );
}
