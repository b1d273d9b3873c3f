import { letCommandsBeCopied } from './command-lines.js';
import { element } from './element.js';
import { letPicturesBeCopied } from './pictures.js';
import { bringTablesToLife } from './sorted-tables.js';
import { followTheme } from './theme.js';
import { showTips } from './tooltip.js';

/**
 * Brings to life what every page has: tips, the choice of colours, tables that are sorted, searched and reached by the Tab
 * key, pictures and commands that are copied.
 * @param recolour draws anew in the present colours
 */
export function beginPage(recolour: () => void): void {
  showTips();
  followTheme(recolour);
  bringTablesToLife();
  letPicturesBeCopied();
  letCommandsBeCopied();
  sayWhereScrolled();
  document.documentElement.dataset['ready'] = 'yes';
}

/** The Tab key stops at a table only where there is something to scroll, and a line says that there are more columns. */
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
