import type { Verdict } from '../../text/verdict.js';
import { markOf } from '../../text/verdict.js';
import { htmlLine, type Markup } from './markup.js';

/** The verdict above everything else, with the command that carries it out. */
export function answerMarkup(verdict: Verdict): Markup {
  const { tone, text, command } = verdict;
  return htmlLine`<div id="verdict" class="answer ${tone}"><p><span class="sign" aria-hidden="true">${markOf(verdict)}</span> ${text}</p>
${
  command !== undefined &&
  htmlLine`<div class="command-line" data-copied="command"><pre class="command" tabindex="0" aria-label="Command that carries it out"><code>${command}</code></pre></div>`
}</div>`;
}
