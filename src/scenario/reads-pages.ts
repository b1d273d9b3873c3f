import type { Distribution } from '../kernel/distribution.js';

/** Whether queries read pages, by the law of how many. */
export function readsPages({ pages }: { readonly pages: Distribution }): boolean {
  return pages.kind !== 'constant' || pages.value > 0;
}
