/** US dollars as whole cents, half a cent up; what multiplication left behind the 12th digit is dropped first. */
export function cents(usd: number): number {
  return Math.round(Number((usd * 100).toPrecision(12)));
}

/** An amount to the cent, rounded as invoices do: `19.35` of 19.345, which binary digits have a little less of. */
export function toCents(usd: number): string {
  return ((Math.sign(usd) * cents(Math.abs(usd))) / 100).toFixed(2);
}
