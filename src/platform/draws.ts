import { createHash } from 'node:crypto';

/**
 * The 32 bytes of a draw: SHA-256 of the seed, what the draw is for, and its number.
 *
 * Being a function of a number, it needs no state beyond a counter: a restored platform goes on drawing where
 * the stored one stopped. Nobody without the seed can tell one draw from another's, so secrets come from here
 * too.
 */
export function drawnBytes(seed: string, purpose: string, number: number | string): Uint8Array {
  return createHash('sha256')
    .update(JSON.stringify([seed, purpose, number]))
    .digest();
}

/** A number between 0 (in) and 1 (out) made from the first 52 bits of a draw. */
export function drawnFraction(bytes: Uint8Array): number {
  let fraction = 0;
  for (let place = 6; place >= 0; place--)
    fraction = (fraction + (bytes[place]! & (place === 6 ? 0xf0 : 0xff))) / 256;
  return fraction;
}

/** The SHA-256 of a secret, in hexadecimal: the only form in which keys are stored. */
export function secretHash(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
