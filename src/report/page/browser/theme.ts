import { byId } from './element.js';

/** Under which the reader's choice is kept, for all pages that come from the same place. */
const KEPT = 'neap-theme';

/**
 * Lets the reader choose between light and dark, and keeps the choice; until then the page follows the system. The button
 * says what it does. Print is always light.
 * @param changed called after every change of colours
 */
export function followTheme(changed: () => void): void {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const button = byId('theme', HTMLButtonElement);
  const root = document.documentElement;
  const isDark = (): boolean => (root.dataset['theme'] ?? (system.matches ? 'dark' : 'light')) === 'dark';
  const name = (): void => {
    button.textContent = isDark() ? 'Light colours' : 'Dark colours';
  };
  const show = (): void => {
    name();
    changed();
  };
  button.addEventListener('click', () => {
    const theme = isDark() ? 'light' : 'dark';
    root.dataset['theme'] = theme;
    keep(theme);
    show();
  });
  system.addEventListener('change', show);
  const kept = keptTheme();
  if (kept !== undefined) root.dataset['theme'] = kept;
  button.hidden = false;
  if (kept === undefined) name();
  else show();
}

function keptTheme(): 'light' | 'dark' | undefined {
  try {
    const kept = localStorage.getItem(KEPT);
    return kept === 'light' || kept === 'dark' ? kept : undefined;
  } catch {
    // Where nothing may be stored, a choice lasts as long as the page.
    return undefined;
  }
}

function keep(theme: string): void {
  try {
    localStorage.setItem(KEPT, theme);
  } catch {
    // As above.
  }
}
