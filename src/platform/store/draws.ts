import { createHash } from 'node:crypto';

/**
 * The 32 bytes of a draw: SHA-256 of the seed, the purpose of the draw, and its number.
 *
 * Being a function of a number, it needs no state beyond a counter: a restored platform continues drawing where
 * the stored one stopped.
 */
export function drawBytes(seed: string, purpose: string, number: number | string): Uint8Array {
  return createHash('sha256')
    .update(JSON.stringify([seed, purpose, number]))
    .digest();
}

/** Converts the first 52 bits of a draw to a number in [0, 1). */
export function fractionOf(bytes: Uint8Array): number {
  let fraction = 0;
  for (let place = 6; place >= 0; place--)
    fraction = (fraction + (bytes[place]! & (place === 6 ? 0xf0 : 0xff))) / 256;
  return fraction;
}

/** The SHA-256 of a secret in hexadecimal; keys are stored in this form only. */
export function secretHash(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** Words of ids such as `quiet-frost-12345678`. */
const ADJECTIVES = [
  'aged ancient autumn billowing bitter black blue bold broad broken calm cold cool crimson curly damp dark',
  'dawn delicate divine dry empty falling fancy flat floral fragrant frosty gentle green hidden holy icy jolly',
  'late lingering little lively long lucky misty morning muddy mute nameless noisy odd old orange patient plain',
  'polished proud purple quiet rapid',
]
  .join(' ')
  .split(' ');
const NOUNS = [
  'art band bar base bird block boat bonus bread breeze brook bush butterfly cake cell cherry cloud credit darkness',
  'dawn dew disk dream dust feather field fire firefly flower fog forest frog frost glade glitter grass hall hat',
  'haze heart hill king lab lake leaf limit math meadow mode moon morning mountain mouse mud night paper pine',
  'poetry pond queen rain',
]
  .join(' ')
  .split(' ');

const ALPHANUMERIC = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** Converts a draw to two words and eight digits, such as `quiet-frost-12345678`. */
export function slug(bytes: Uint8Array): string {
  const number = ((bytes[2]! * 256 + bytes[3]!) * 256 + bytes[4]!) * 16 + (bytes[5]! & 15);
  const digits = String(number % 100_000_000).padStart(8, '0');
  return `${ADJECTIVES[bytes[0]! % ADJECTIVES.length]!}-${NOUNS[bytes[1]! % NOUNS.length]!}-${digits}`;
}

/** Converts a draw to a version 4 UUID. */
export function uuid(bytes: Uint8Array): string {
  const id = Buffer.from(bytes.subarray(0, 16));
  id[6] = (id[6]! & 0x0f) | 0x40;
  id[8] = (id[8]! & 0x3f) | 0x80;
  return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** Lower-case letters and digits, one for each byte. */
export function alphanumeric(bytes: Uint8Array, length: number): string {
  return Array.from(bytes.subarray(0, length), (byte) => ALPHANUMERIC[byte % ALPHANUMERIC.length]!).join('');
}
