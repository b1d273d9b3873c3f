import type { Summary } from '../../figures/summary.js';
import { markdownText } from '../../forms/markdown.js';
import { commentMarker } from '../../text/comment-marker.js';
import { type RunContext, runReport } from './run.js';
import { changeReport } from './run-change.js';

/** What a comment on a pull request may have. */
export const MAX_CHARACTERS = 65_536;

/** A run as Markdown, against an earlier one where there is one, short enough for a comment on a pull request. */
export function runMarkdown(summary: Summary, context: RunContext = {}): string {
  const report = runReport(summary, context);
  const { baseline } = context;
  const told = baseline === undefined ? report : changeReport(report, summary, { ...context, baseline });
  return `${markdownText(told)}\n${commentMarker('run', summary.scenario)}\n`;
}
