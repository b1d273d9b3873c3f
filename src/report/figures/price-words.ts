import type { PriceEntry } from '../../vendors/price-book.js';
import { money, number } from './figure-text.js';

/** What a plan charges, such as `$69.00 per month and $0.16 per CU-hour beyond 750`. */
export function priceWords({
  usd_per_cu_hour,
  included_cu_hours,
  base_fee_usd,
  minimum_usd,
}: Omit<PriceEntry, 'plan'>): string {
  const fee = base_fee_usd > 0 ? `${money(base_fee_usd)} per month and ` : '';
  const beyond = included_cu_hours > 0 && usd_per_cu_hour > 0 ? ` beyond ${number(included_cu_hours)}` : '';
  const least = minimum_usd > 0 ? `, at least ${money(minimum_usd)} per month` : '';
  return `${fee}$${usd_per_cu_hour} per CU-hour${beyond}${least}`;
}
