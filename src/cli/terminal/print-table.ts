import { commentMarker } from '../../report/text/comment-marker.js';
import type { TextLine } from '../../report/text/text-block.js';
import { reportLines, reportMarkdown, type TextReport } from '../../report/text/text-report.js';
import { screenOf } from './screen.js';

/** The forms in which a table can be printed. */
export interface PrintedAs {
  readonly json: () => unknown;
  readonly report: () => TextReport;
  /** Where it is not the report's. */
  readonly markdown?: () => string;
  /** The command and the scenario, by which a comment with the Markdown is found again. */
  readonly about?: readonly [command: string, scenario: string];
}

/** Prints a table in the form that the options ask for. */
export function printTable(
  options: { readonly json?: boolean | undefined; readonly md?: string | undefined },
  forms: PrintedAs,
): void {
  if (options.json === true) printJson(forms.json());
  else if (options.md === '-') process.stdout.write(markdownOf(forms));
  else printLines((width) => reportLines(forms.report(), width));
}

/** What was found as Markdown. */
export function markdownOf({ markdown, report, about }: PrintedAs): string {
  const text = markdown?.() ?? reportMarkdown(report());
  return about === undefined ? text : `${text}\n${commentMarker(...about)}\n`;
}

/** Prints a value as JSON. */
export function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
}

/** Prints lines made for the width of the screen. */
export function printLines(lines: (width: number) => readonly TextLine[]): void {
  const screen = screenOf(process.stdout);
  process.stdout.write(
    lines(screen.width)
      .map((line) => `${screen.paint(line.text, line.emphasis)}\n`)
      .join(''),
  );
}
