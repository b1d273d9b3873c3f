import type { PackedLogarithms, PackedNumbers } from '../recorded/page-data.js';

/** The numbers that were packed, each to the nearest multiple of the step. */
export function unpackNumbers({ length, step, base64 }: PackedNumbers): Float64Array {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const values = new Float64Array(length);
  let [position, place, whole] = [0, 0, 0];
  const read = (): number => {
    let [number, unit] = [0, 1];
    for (;;) {
      const byte = bytes[position++]!;
      number += (byte % 128) * unit;
      if (byte < 128) return number;
      unit *= 128;
    }
  };
  // A step below one is divided by its reciprocal: 25 × 0.01 is 0.25, and not a little more.
  const scale = step < 1 ? Math.round(1 / step) : 1 / step;
  while (place < length) {
    const token = read();
    if (token === 0) {
      const until = place + read();
      values.fill(whole / scale, place, until);
      place = until;
    } else {
      whole += token % 2 === 0 ? token / 2 : -(token + 1) / 2;
      values[place++] = whole / scale;
    }
  }
  return values;
}

/** The numbers whose logarithms were packed, to three digits. */
export function unpackLogarithms({ least, steps }: PackedLogarithms): Float64Array {
  return unpackNumbers(steps).map((step) =>
    step === 0 ? 0 : Number((least * Math.exp((step - 1) / 200)).toPrecision(3)),
  );
}
