import { element } from './element.js';

/** Gives every command line a button that copies it. */
export function letCommandsBeCopied(): void {
  for (const place of document.querySelectorAll<HTMLElement>('.command-line')) {
    const status = element('span', '', 'in-view');
    status.setAttribute('role', 'status');
    const button = element('button', 'Copy command', 'no-print');
    button.setAttribute('type', 'button');
    button.addEventListener('click', async () => {
      try {
        await navigator.clipboard.writeText(place.querySelector('code')?.textContent ?? '');
        status.textContent = 'copied';
      } catch {
        getSelection()?.selectAllChildren(place.querySelector('code')!);
        status.textContent = 'marked: copy it with the keyboard';
      }
    });
    place.append(button, status);
  }
}
