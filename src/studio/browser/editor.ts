import { autocompletion, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, undo } from '@codemirror/commands';
import { yaml } from '@codemirror/lang-yaml';
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { lintGutter, setDiagnostics } from '@codemirror/lint';
import { EditorState } from '@codemirror/state';
import { EditorView, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import type { Diagnostic } from '../../scenario/document/diagnostic.js';
import { type JsonSchema, schemaCompletion } from './completion.js';

/** The scenario's text with its history: edits by sliders and by typing share one undo history. */
export class Editor {
  readonly #view: EditorView;
  /** The line end of the text; the view always uses a line feed. */
  #lineEnd = '\n';

  /**
   * @param place element whose shadow root holds the editor, so that the page's policy allows its style sheets
   * @param changed called after each change
   */
  constructor(place: HTMLElement, text: string, schema: JsonSchema, changed: (text: string) => void) {
    const root = place.attachShadow({ mode: 'open' });
    const doc = this.#withoutReturns(text);
    this.#view = new EditorView({
      root,
      parent: root,
      state: EditorState.create({
        doc,
        extensions: [
          lineNumbers(),
          history(),
          yaml(),
          syntaxHighlighting(COLOURS),
          autocompletion({ override: [schemaCompletion(schema)] }),
          lintGutter(),
          keymap.of([...completionKeymap, ...defaultKeymap, ...historyKeymap]),
          EditorView.contentAttributes.of({ 'aria-label': 'Scenario, YAML', tabindex: '0' }),
          EditorView.updateListener.of(({ docChanged }) => {
            if (docChanged) changed(this.text);
          }),
          REPLACEMENT,
          THEME,
        ],
      }),
    });
  }

  get text(): string {
    return this.#view.state.doc.toString().replaceAll('\n', this.#lineEnd);
  }

  /** Keeps the line end of a text. */
  #withoutReturns(text: string): string {
    this.#lineEnd = text.includes('\r\n') ? '\r\n' : '\n';
    return text.replaceAll('\r\n', '\n');
  }

  /** Replaces only the changed part of the text, which preserves the cursor and the history. */
  setText(written: string): void {
    const text = this.#withoutReturns(written);
    const before = this.#view.state.doc.toString();
    if (text === before) return;
    const { from, end } = changedPart(before, text);
    this.#view.dispatch({
      changes: { from, to: before.length - end, insert: text.slice(from, text.length - end) },
    });
  }

  /** Marks problems at their lines. */
  mark(diagnostics: readonly Diagnostic[]): void {
    const { doc } = this.#view.state;
    const marks = diagnostics.flatMap(({ line, column = 1, path, message }) => {
      if (line === undefined || line > doc.lines) return [];
      const at = doc.line(line);
      const from = Math.min(at.to, at.from + column - 1);
      return [
        {
          from,
          to: at.to,
          severity: 'error' as const,
          message: path === '' ? message : `${path}: ${message}`,
        },
      ];
    });
    this.#view.dispatch(setDiagnostics(this.#view.state, marks));
  }

  undo(): void {
    undo(this.#view);
  }

  focus(): void {
    this.#view.focus();
  }
}

/** The number of characters that two texts have in common at the start and at the end. */
export function changedPart(before: string, after: string): Readonly<Record<'from' | 'end', number>> {
  const most = Math.min(before.length, after.length);
  let from = 0;
  while (from < most && before[from] === after[from]) from += 1;
  let end = 0;
  while (end < most - from && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  return { from, end };
}

/**
 * Handles typing over a selection. Chromium's edit would keep the colours of the replaced text in a style attribute,
 * which the page's policy blocks.
 */
const REPLACEMENT = EditorView.domEventHandlers({
  beforeinput({ inputType, data }, view) {
    const { state } = view;
    if (inputType !== 'insertText' || data === null || view.composing) return false;
    if (state.selection.ranges.every(({ empty }) => empty)) return false;
    view.dispatch(state.replaceSelection(data), { userEvent: 'input.type', scrollIntoView: true });
    return true;
  },
});

const COLOURS = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--accent)' },
  { tag: tags.comment, color: 'var(--quiet)', fontStyle: 'italic' },
  { tag: tags.string, color: 'var(--good)' },
]);

const THEME = EditorView.theme({
  '&': { height: '100%', fontSize: '13px', background: 'var(--raised)', color: 'var(--text)' },
  '.cm-scroller': { fontFamily: 'ui-monospace, Menlo, Consolas, monospace', overflow: 'auto' },
  '.cm-gutters': { background: 'var(--raised)', color: 'var(--quiet)', border: 'none' },
  '.cm-tooltip': { background: 'var(--ground)', color: 'var(--text)', border: '1px solid var(--rule)' },
  // Replaces CodeMirror's images, which the page's policy blocks.
  '.cm-lint-marker-error': {
    content: 'normal',
    boxSizing: 'border-box',
    border: '0.2em solid transparent',
    borderRadius: '50%',
    background: 'var(--bad) padding-box',
  },
  '.cm-lintRange-error': { backgroundImage: 'none', textDecoration: 'underline wavy var(--bad)' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': {
    background: 'color-mix(in srgb, var(--accent) 25%, transparent) !important',
  },
});
