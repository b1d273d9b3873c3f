import { element } from './element.js';
import { letPicturesBeCopied } from './pictures.js';
import { bringTablesToLife } from './sorted-tables.js';
import { showTips } from './tooltip.js';

/**
 * Brings to life what every page has: tips, tables that are sorted, searched and reached by the Tab key, pictures and
 * commands that are copied.
 */
export function beginPage(): void {
  showTips();
  bringTablesToLife();
  letPicturesBeCopied(document);
  letCommandsBeCopied();
  sayWhereScrolled();
  document.documentElement.dataset['ready'] = 'yes';
}

/** Gives every command line a button that copies it. */
function letCommandsBeCopied(): void {
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

/** The Tab key stops at a table only if it can be scrolled; a line then announces further columns. */
function sayWhereScrolled(): void {
  const watch = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      const sideways = target.scrollWidth > target.clientWidth + 1;
      const scrolled = sideways || target.scrollHeight > target.clientHeight;
      if (scrolled) target.setAttribute('tabindex', '0');
      else target.removeAttribute('tabindex');
      const hint = target.nextElementSibling;
      if (hint?.classList.contains('more-columns') === true) (hint as HTMLElement).hidden = !sideways;
    }
  });
  for (const place of document.querySelectorAll<HTMLElement>('.scroll, pre')) {
    if (place.classList.contains('scroll')) {
      const hint = element('p', 'More columns to the right: scroll sideways.', 'more-columns no-print');
      hint.hidden = true;
      place.after(hint);
    }
    watch.observe(place);
  }
}
