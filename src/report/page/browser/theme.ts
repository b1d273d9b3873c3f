import { byId } from './element.js';

/**
 * Lets the reader choose between light and dark; until then the page follows the system. Print is always light.
 * @param changed called after every change of colours
 */
export function followTheme(changed: () => void): void {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const button = byId('theme', HTMLButtonElement);
  const root = document.documentElement;
  const isDark = (): boolean => (root.dataset['theme'] ?? (system.matches ? 'dark' : 'light')) === 'dark';
  const press = (): void => button.setAttribute('aria-pressed', String(isDark()));
  const show = (): void => {
    press();
    changed();
  };
  button.addEventListener('click', () => {
    root.dataset['theme'] = isDark() ? 'light' : 'dark';
    show();
  });
  system.addEventListener('change', show);
  press();
}
