import { useMemo, useRef, useState } from 'preact/hooks';
import type { Diagnostic } from '../../scenario/document/diagnostic.js';
import type { StudioData } from '../studio-data.js';
import type { Asked, Controls, Shown, WhatIf } from '../worker/question.js';
import { Simulator } from './simulator.js';
import { isSetting, settingName, type Tried } from './tried.js';

/** Longer answers begin with a preview of the first day. */
const PREVIEW_MS = 500;
/** Maximum number of settings on the map. */
const MAX_TRIED = 60;

/** The state of the page from its simulators. */
interface Answer {
  readonly controls: Controls | undefined;
  readonly shown: Shown | undefined;
  readonly baseline: Shown | undefined;
  readonly tried: readonly Tried[];
  readonly took_ms: number;
  /** The work in progress; empty if there is none. */
  readonly progress: string;
}

const NOTHING: Answer = {
  controls: undefined,
  shown: undefined,
  baseline: undefined,
  tried: [],
  took_ms: 0,
  progress: '',
};

/** @param found receives all problems of a question's text; an empty list if it can be simulated */
export function useAnswer(
  { file, traces, vendors, worker, tag }: StudioData,
  found: (diagnostics: readonly Diagnostic[]) => void,
) {
  const [answer, setAnswer] = useState(NOTHING);
  const change = (changes: Partial<Answer>) => setAnswer((before) => ({ ...before, ...changes }));
  const server = tag === undefined ? undefined : location.href;
  const newSimulator = () => new Simulator(worker, { file, traces, vendors, server });
  const simulator = useMemo(newSimulator, [worker]);
  /** Simulates previews in parallel with the whole run. */
  const previewer = useMemo(newSimulator, [worker]);
  /** Whether the next answer is the baseline. */
  const isPinned = useRef(true);
  /** Duration of the last answer about the whole run. */
  const took = useRef(Number.POSITIVE_INFINITY);

  const ask = (text: string, whatIf: WhatIf): void => {
    markAnswered('');
    const pin = isPinned.current;
    const began = performance.now();
    const asked: Omit<Asked, 'id'> = { purpose: 'show', text, pin, ...whatIf };
    let known: Controls | undefined;
    let isFirst = true;
    const show = (shown: Shown) => change({ shown, took_ms: performance.now() - began });
    if (took.current <= PREVIEW_MS) previewer.stop();
    else {
      previewer.ask({ ...asked, purpose: 'preview' }, (reply) => {
        if (reply.kind === 'shown' && isFirst) show(reply.shown);
      });
    }
    simulator.ask(asked, (reply) => {
      if (reply.kind === 'controls') {
        known = reply.controls;
        change({ controls: known });
        found([]);
      } else if (reply.kind === 'wrong') {
        found(reply.diagnostics);
        change({ progress: '' });
        markAnswered('wrong');
      } else if (reply.kind === 'progress') {
        change({ progress: `${reply.doing} ${Math.round(100 * reply.part)} %` });
      } else if (reply.kind === 'further') {
        const { further } = reply;
        setAnswer((before) => ({ ...before, shown: before.shown && { ...before.shown, ...further } }));
      } else if (reply.kind === 'finished') {
        change({ progress: '' });
        document.documentElement.dataset['finished'] = 'yes';
      } else if (reply.kind === 'shown') {
        const { shown } = reply;
        show(shown);
        isPinned.current = false;
        if (reply.is_last) {
          change({ progress: '' });
          markAnswered(shown.exactness);
        }
        if (isFirst) took.current = performance.now() - began;
        isFirst = false;
        // A stopped run is not comparable with whole ones.
        if (shown.stopped !== undefined) return;
        setAnswer(({ baseline, tried, ...before }) => {
          const others = tried.filter((each) => !isSetting(each, text, whatIf));
          const name = settingName(known!, text, whatIf, others);
          return {
            ...before,
            baseline: pin ? shown : baseline,
            tried: [...others, { text, whatIf, name, figures: shown.figures }].slice(-MAX_TRIED),
          };
        });
      }
    });
  };
  return {
    ...answer,
    ask,
    /** Stops the runs in progress; the page keeps its answer. */
    halt(): void {
      simulator.stop();
      previewer.stop();
      change({ progress: '' });
      markAnswered('stopped');
    },
    /** Makes the next answer the baseline. */
    pinNext(): void {
      isPinned.current = true;
    },
    forgetTried: () => change({ tried: [] }),
    /** Resets the controls to the settings of the text after a change failed. */
    resetControls: () => change({ controls: structuredClone(answer.controls) }),
  };
}

/** Records the exactness of the answer to the latest question; empty until there is one. */
function markAnswered(exactness: string): void {
  document.documentElement.dataset['answered'] = exactness;
  delete document.documentElement.dataset['finished'];
}
