/** US dollars as whole cents, half a cent away from 0; the error of multiplication, behind the 12th digit, is dropped first. */
export function cents(usd: number): number {
  return Math.sign(usd) * Math.round(Number((Math.abs(usd) * 100).toPrecision(12)));
}

/** An amount to the cent, rounded as invoices do: `19.35` of 19.345, which binary digits have a little less of. */
export function toCents(usd: number): string {
  return (cents(usd) / 100).toFixed(2);
}

/** Amounts in dollars as whole cents that add up to their total: the largest remainders get the cents that are left. */
export function centShares(amounts_usd: readonly number[], total_usd: number): readonly number[] {
  const shares = amounts_usd.map((usd) => Math.floor(usd * 100));
  const left = cents(total_usd) - shares.reduce((sum, share) => sum + share, 0);
  const remainder = (index: number) => amounts_usd[index]! * 100 - shares[index]!;
  const order = shares.map((_, index) => index).sort((a, b) => remainder(b) - remainder(a) || a - b);
  for (const index of order.slice(0, left)) shares[index]! += 1;
  return shares.map((share) => share / 100);
}
