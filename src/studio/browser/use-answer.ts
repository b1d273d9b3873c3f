import { useMemo, useRef, useState } from 'preact/hooks';
import type { Diagnostic } from '../../scenario/document/diagnostic.js';
import type { StudioData } from '../studio-data.js';
import type { Controls, Question, Reply, Shown, WhatIf } from '../worker/question.js';
import { Simulator } from './simulator.js';
import { settingName, type Tried } from './tried.js';

/** Answers that take longer begin with a preview of the first day. */
const PREVIEW_MS = 500;
/** Between the exact answer and what follows it, so that it does not slow down a drag. */
const FOLLOW_MS = 300;
/** Settings that the map keeps. */
const MAX_TRIED = 60;

/** Everything that the page knows from its simulators. */
interface Answer {
  readonly controls: Controls | undefined;
  readonly shown: Shown | undefined;
  readonly baseline: Shown | undefined;
  readonly tried: readonly Tried[];
  readonly took_ms: number;
  /** The work under way; empty if there is none. */
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

/** @param found called with everything that is wrong with the text of a question; empty if it can be simulated */
export function useAnswer(
  { file, traces, worker, tag }: StudioData,
  found: (diagnostics: readonly Diagnostic[]) => void,
) {
  const [answer, setAnswer] = useState(NOTHING);
  const change = (changes: Partial<Answer>) => setAnswer((before) => ({ ...before, ...changes }));
  const simulator = useMemo(() => new Simulator(worker), [worker]);
  /** Makes previews, and the parts that follow the exact answer, so that the whole run does not wait for them. */
  const behind = useMemo(() => new Simulator(worker), [worker]);
  const following = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** How long the last answer about the whole run took. */
  const took = useRef(Number.POSITIVE_INFINITY);

  /** Ends the question about the setting before, whose answer would be taken for that of the new one. */
  const stop = (): void => {
    clearTimeout(following.current);
    answered('');
    simulator.stop();
    behind.stop();
  };
  const follow = (reply: Reply): void => {
    if (reply.kind === 'further') {
      const { further } = reply;
      setAnswer((before) => ({ ...before, shown: before.shown && { ...before.shown, ...further } }));
    } else if (reply.kind === 'progress') change({ progress: progressText(reply) });
    else if (reply.kind === 'wrong') change({ progress: '' });
    else if (reply.kind === 'finished') {
      change({ progress: '' });
      document.documentElement.dataset['finished'] = 'yes';
    }
  };
  const ask = (text: string, whatIf: WhatIf, pin: boolean): void => {
    const began = performance.now();
    const server = tag === undefined ? undefined : location.href;
    const asked: Omit<Question, 'id'> = { purpose: 'show', text, file, traces, server, ...whatIf, pin };
    let known: Controls | undefined;
    let isFirst = true;
    clearTimeout(following.current);
    const show = (shown: Shown) => change({ shown, took_ms: performance.now() - began });
    if (took.current <= PREVIEW_MS) behind.stop();
    else {
      behind.ask({ ...asked, purpose: 'preview' }, (reply) => {
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
        answered('wrong');
      } else if (reply.kind === 'progress') {
        change({ progress: progressText(reply) });
      } else if (reply.kind === 'shown') {
        const { shown } = reply;
        show(shown);
        if (reply.is_last) {
          change({ progress: '' });
          answered(shown.exactness);
          const begin = () => behind.ask({ ...asked, purpose: 'further' }, follow);
          if (shown.stopped === undefined) following.current = setTimeout(begin, FOLLOW_MS);
        }
        if (isFirst) took.current = performance.now() - began;
        isFirst = false;
        // A run that was stopped cannot be compared with whole ones.
        if (shown.stopped !== undefined) return;
        const one = { text, whatIf, name: settingName(known!, whatIf), figures: shown.figures };
        setAnswer(({ baseline, tried, ...before }) => ({
          ...before,
          baseline: pin || baseline === undefined ? shown : baseline,
          tried: [...tried.filter(({ name }) => name !== one.name), one].slice(-MAX_TRIED),
        }));
      }
    });
  };
  return {
    ...answer,
    ask,
    stop,
    /** Ends the runs under way; the page keeps the answer that it has. */
    halt(): void {
      stop();
      change({ progress: '' });
      answered('stopped');
    },
    pin: () => change({ baseline: answer.shown }),
    forgetTried: () => change({ tried: [] }),
  };
}

function progressText({ doing, part }: { readonly doing: string; readonly part: number }): string {
  return `${doing} ${Math.round(100 * part)} %`;
}

/** Marks how exact the answer to the newest question is; empty while there is none. */
function answered(exactness: string): void {
  document.documentElement.dataset['answered'] = exactness;
  delete document.documentElement.dataset['finished'];
}
