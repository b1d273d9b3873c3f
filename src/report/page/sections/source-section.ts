import { htmlLine } from '../markup/markup.js';
import { appendix, type Section } from '../markup/section.js';

/** Where a page comes from. */
export interface PageSource {
  /** Each scenario file that was read. */
  readonly files: readonly { readonly name: string; readonly text: string }[];
  /** The command line that made it. */
  readonly command: string;
}

/** The scenario's text and the command that made the page. */
export function sourceSection({ files, command }: PageSource): Section {
  return appendix('source', 'Scenario', 'Scenario and command', [
    htmlLine`<p>This page was made by</p>
<pre class="command" tabindex="0" aria-label="Command"><code>${command}</code></pre>`,
    files.map(
      ({ name, text }) => htmlLine`<p>from <code>${name}</code>:</p>
<pre class="scenario" tabindex="0" aria-label="Scenario file"><code dir="auto">${text}</code></pre>`,
    ),
  ]);
}
