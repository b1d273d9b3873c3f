import type { Summary } from '../../../study/run/summary.js';
import { markdownText } from '../../forms/markdown.js';
import { commentMarker } from '../../text/comment-marker.js';
import { type RunContext, runReport } from './run.js';
import { changeReport } from './run-change.js';

/** A run as Markdown, compared with an earlier one if given, short enough for a comment on a pull request. */
export function runMarkdown(summary: Summary, context: RunContext = {}): string {
  const report = runReport(summary, context);
  const { baseline } = context;
  const shown = baseline === undefined ? report : changeReport(report, summary, { ...context, baseline });
  return `${markdownText(shown)}\n${commentMarker('run', summary.scenario)}\n`;
}
