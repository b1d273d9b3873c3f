import { followTheme } from './theme.js';
import { showTips } from './tooltip.js';

/**
 * Brings to life what every page has: tips, the choice of colours, tables that the Tab key reaches.
 * @param recolour draws anew in the present colours
 */
export function beginPage(recolour: () => void): void {
  showTips();
  followTheme(recolour);
  stopOnlyWhereScrolled();
  document.documentElement.dataset['ready'] = 'yes';
}

/** The Tab key stops at a table only where there is something to scroll. */
function stopOnlyWhereScrolled(): void {
  const watch = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      const scrolled = target.scrollWidth > target.clientWidth || target.scrollHeight > target.clientHeight;
      if (scrolled) target.setAttribute('tabindex', '0');
      else target.removeAttribute('tabindex');
    }
  });
  for (const place of document.querySelectorAll('.scroll, pre')) watch.observe(place);
}
