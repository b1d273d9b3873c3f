/** A piece of HTML; everything that came from elsewhere has been escaped on its way into it. */
export interface Markup {
  readonly html: string;
}

/** Values for a hole of {@link html}: text and numbers are escaped, markup is not; `null` and `false` leave it empty. */
export type Content = Markup | string | number | null | undefined | false | readonly Content[];

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/**
 * HTML from a template literal, for elements and for quoted attributes:
 *
 * ```ts
 * html`<p title="${name}">${name}</p>`
 * ```
 */
export function html(parts: TemplateStringsArray, ...holes: readonly Content[]): Markup {
  let text = parts[0]!;
  for (const [index, hole] of holes.entries()) text += rendered(hole) + parts[index + 1]!;
  return { html: text };
}

/** As {@link html}, with the end of a line. */
export function htmlLine(parts: TemplateStringsArray, ...holes: readonly Content[]): Markup {
  return { html: `${html(parts, ...holes).html}\n` };
}

export function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character]!);
}

function rendered(content: Content): string {
  if (content === null || content === undefined || content === false) return '';
  if (typeof content === 'string' || typeof content === 'number') return escaped(String(content));
  if ('html' in content) return content.html;
  return content.map(rendered).join('');
}

/** A text whose numbers keep their units: no line ends between them. */
export function unbroken(text: string): string {
  return text.replaceAll(/(\d) (?=(?:%|ms|s|min|h|d|CU|CU-hours|MiB|GiB)(?![\w-]))/g, '$1\u00a0');
}

/** A remark; none for an empty text. */
export function note(text: Content): Markup | null {
  if (text === null || text === false) return null;
  return htmlLine`<p class="note">${typeof text === 'string' ? unbroken(text) : text}</p>`;
}

/** Whether an objective is met, in words, by a sign and by colour. */
export function metMark(met: boolean): Markup {
  return met
    ? html`<span class="verdict good">✓ met</span>`
    : html`<span class="verdict bad">✗ missed</span>`;
}

/** Warnings that a reader should see first. */
export function warningNotes(warnings: readonly string[]): Content {
  return warnings.map((warning) => htmlLine`<p class="note warning"><strong>Note</strong> ${warning}</p>`);
}

/** A longer name may be broken anywhere. */
const SHORT_NAME = 24;

/** A name chosen by a user: isolated from the text around it whatever its direction of writing. */
export function named(name: string): Markup {
  return html`<bdi class="${name.length > SHORT_NAME ? 'name long' : 'name'}">${name}</bdi>`;
}
