import type { Summary } from '../../figures/summary.js';
import { type FindingCard, findingCards } from '../../findings/finding-card.js';
import { capitalised } from '../../text/verdict.js';
import type { AskedScenario } from '../../verdict/asked-scenario.js';
import { html, htmlLine, type Markup, named } from '../markup/markup.js';
import { type Section, section } from '../markup/section.js';

/** The findings of a run as cards: money, what was found, the change that removes the cause, its command and place. */
export function findingsSections(summary: Summary, asked: AskedScenario): readonly Section[] {
  const cards = findingCards(summary, asked);
  if (cards.length === 0) return [];
  return [section('findings', 'Findings', 'Findings', html`<ul class="cards">${cards.map(cardMarkup)}</ul>`)];
}

function cardMarkup({ title, money, message, fix, command, place }: FindingCard): Markup {
  return htmlLine`<li><h3>${title}${money === undefined ? null : html` <b>${money}</b>`}</h3>
<p>${named(`${message}.`)}</p>
${fix === undefined ? null : html`<p><b>${named(`${capitalised(fix)}.`)}</b></p>`}
${command === undefined ? null : html`<pre><code>${command}</code></pre>`}
${place === undefined ? null : html`<p class="quiet">${sourceLink(place)}</p>`}
</li>`;
}

/** A place of the scenario, which stands at the end of the page. */
function sourceLink(place: string): Markup {
  return html`<a href="#source">${place}</a>`;
}
