import type { Source } from '../recording/source.js';

const REQUEST = /^(?:[^\t]*\t){0,2}REQUEST\t.*?\t(\d{13})\t(\d{13})\t(OK|KO)/;
const OTHER = /^(?:[^\t]*\t){0,2}(?:RUN|USER|GROUP|ERROR|ASSERTION)\t/;

/** simulation.log of Gatling up to 3.11, with the start and end of each request. */
export const gatling: Source = {
  name: 'gatling',
  form: "Gatling's simulation.log",
  unit: 'request',
  recognise: ({ lines }) => lines.slice(0, 5).some((line) => /^(?:[^\t]*\t){0,2}RUN\t/.test(line)),
  lines: (to) => {
    return (line) => {
      const match = REQUEST.exec(line);
      if (match === null) {
        const at = /\t(\d{13})(?:\t|$)/.exec(line)?.[1];
        if (at !== undefined && OTHER.test(line)) to.covers(Number(at) / 1000);
        return true;
      }
      to.arrival(Number(match[1]) / 1000);
      if (match[3] === 'KO') to.tally('failed requests');
      return true;
    };
  },
};
