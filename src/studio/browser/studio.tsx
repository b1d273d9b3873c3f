import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { duration } from '../../report/figures/figure-text.js';
import { download } from '../../report/page/browser/element.js';
import { showTips } from '../../report/page/browser/tooltip.js';
import { type Diagnostic, placeless, ScenarioError } from '../../scenario/document/diagnostic.js';
import { editScenario } from '../../scenario/document/edit-scenario.js';
import { readScenarioDocument } from '../../scenario/document/scenario-document.js';
import type { StudioData } from '../studio-data.js';
import type { WhatIf } from '../worker/question.js';
import { Findings, Made, Problems, Tiles, VerdictLine } from './answer.js';
import { ControlsPanel } from './controls.js';
import { Editor } from './editor.js';
import { JobPanel } from './job-panel.js';
import { fragmentOf, readShared } from './link.js';
import { readServed, type ServedFile, saveServed, watchServed } from './served-file.js';
import { TopBar } from './top-bar.js';
import { isSetting, type Tried, TriedList, TriedMap } from './tried.js';
import { useAnswer } from './use-answer.js';
import { useKeys } from './use-keys.js';

const NO_CHANGE: WhatIf = { load_factor: 1, without: [] };
const EXACTNESS = { preview: 'preview: the first day', hybrid: 'hybrid', exact: 'exact' } as const;

/** The whole page. The editor's text is the scenario; everything else follows from it. */
export function Studio(data: StudioData) {
  const { file, text: first, tag: firstTag, examples, schema } = data;
  const [text, setText] = useState(first);
  const [saved, setSaved] = useState<ServedFile>({ text: first, tag: firstTag });
  const [conflict, setConflict] = useState<string>();
  const [whatIf, setWhatIf] = useState(NO_CHANGE);
  const [budget_usd, setBudget] = useState<number>();
  const [growth_percent, setGrowth] = useState(0);
  const [selected, select] = useState('');
  const [diagnostics, setDiagnostics] = useState<readonly Diagnostic[]>([]);
  const [said, say] = useState('');
  /** Whether a link in the address has been read, which may replace the file's text before the first question. */
  const [isLinkRead, setIsLinkRead] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const editor = useRef<Editor>(undefined);
  const answer = useAnswer(data, (found) => {
    setDiagnostics(found);
    editor.current?.mark(found);
  });
  const { controls, shown, tried, progress } = answer;

  useEffect(() => {
    editor.current = new Editor(place.current!, first, schema, setText);
    showTips();
    readShared(location.hash).then((shared) => {
      setIsLinkRead(true);
      if (shared === undefined) {
        if (location.hash.length > 1) say('the link is damaged or too long, so this is the file as it is');
        return;
      }
      editor.current!.setText(shared.text);
      setWhatIf({ load_factor: shared.load_factor, without: shared.without });
      setBudget(shared.budget_usd);
      setGrowth(shared.growth_percent);
    });
    document.documentElement.dataset['ready'] = 'yes';
  }, []);

  // Runs before any message arrives; otherwise an answer to the previous question would count for the new one.
  useLayoutEffect(() => {
    if (isLinkRead) answer.ask(text, whatIf);
  }, [text, whatIf, isLinkRead]);

  useEffect(() => {
    if (saved.tag === undefined) return;
    return watchServed(saved.tag, (now) => {
      if (now.problem !== undefined) setConflict(now.problem);
      else if (now.text === undefined) {
        setSaved(now);
        setConflict(`${file} was deleted; saving writes it again`);
      } else if (now.tag === saved.tag || editor.current!.text === now.text) {
        // Saved or read a moment ago, changed in the same way, or readable again.
        setSaved(now);
        setConflict(undefined);
        // The editor follows the file only without unsaved changes.
      } else if (editor.current!.text === saved.text) {
        setSaved(now);
        editor.current!.setText(now.text);
        say(`${file} has changed and was read again`);
      } else setConflict(`${file} has changed on disk; saving is refused until it is read again`);
    });
  }, [saved]);

  const set = (changes: readonly string[]): void => {
    const before = editor.current!.text;
    try {
      // Refuses a text with a syntax error, or without the path of a change.
      readScenarioDocument(before, file, changes);
      editor.current!.setText(editScenario(before, changes));
    } catch (error) {
      const { message } = error as Error;
      setDiagnostics(error instanceof ScenarioError ? error.diagnostics : [placeless(file, message)]);
      answer.resetControls();
    }
  };
  const save = async (): Promise<void> => {
    if (saved.tag === undefined) return download(file, new Blob([text], { type: 'application/yaml' }));
    const answer = await saveServed(text, saved.tag);
    if ('problem' in answer) setConflict(answer.problem);
    else {
      setSaved({ text, tag: answer.tag });
      setConflict(undefined);
      say('saved');
    }
  };
  const readAgain = async (): Promise<void> => {
    const now = await readServed();
    if (now?.text === undefined) return;
    setSaved(now);
    setConflict(undefined);
    editor.current!.setText(now.text);
  };
  const pin = (): void => {
    answer.pinNext();
    answer.ask(text, whatIf);
  };
  const copyLink = async (): Promise<void> => {
    location.hash = await fragmentOf({ text, ...whatIf, budget_usd, growth_percent });
    await navigator.clipboard?.writeText(location.href).catch(() => undefined);
    say('the address of the page now carries the scenario; it was copied if the browser allows it');
  };
  const goTo = (one: Tried): void => {
    editor.current!.setText(one.text);
    setWhatIf(one.whatIf);
  };

  useKeys((element) => element === place.current, {
    save: () => void save(),
    keys: { b: pin, z: () => editor.current!.undo(), '/': () => editor.current!.focus() },
  });

  const isServed = saved.tag !== undefined;
  const isChanged = text !== saved.text;
  const now = tried.find((one) => isSetting(one, text, whatIf));
  const isWrong = diagnostics.length > 0;
  const isFaint = isWrong || shown?.exactness === 'preview';
  const state = isWrong
    ? ['not simulated']
    : shown === undefined
      ? []
      : [
          `${EXACTNESS[shown.exactness]}${shown.by_server === true ? ', by the server' : ''}`,
          duration(answer.took_ms / 1000),
        ];
  return (
    <>
      <TopBar
        {...{ file, isChanged, examples, pin }}
        isServed={isServed}
        state={[...state, progress].filter(Boolean).join(' · ')}
        isRunning={progress !== ''}
        stop={answer.halt}
        startFrom={(example) => {
          answer.pinNext();
          answer.forgetTried();
          editor.current!.setText(example);
        }}
        undo={() => editor.current!.undo()}
        copyLink={() => void copyLink()}
        save={() => void save()}
      />
      {conflict !== undefined && (
        <p class="note warning conflict" role="alert">
          {conflict}{' '}
          {saved.text !== undefined && (
            <button type="button" onClick={() => void readAgain()}>
              Read it again
            </button>
          )}
        </p>
      )}
      <p class="hidden" role="status">
        {said}
      </p>
      <section class="turn" aria-label="Settings">
        {controls !== undefined && (
          <ControlsPanel
            {...{ controls, selected, whatIf, budget_usd, select, set, setBudget, setGrowth }}
            tryOut={setWhatIf}
            growth_percent={isServed ? growth_percent : undefined}
          />
        )}
        {isServed && (
          <JobPanel
            label="Find the cheapest within the limits"
            job={{ kind: 'plan', text, growth: '0%', budget_usd }}
            set={set}
          />
        )}
      </section>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, by the keyboard as well */}
      <main tabIndex={0} aria-label="The month" class={isFaint ? 'is-faint' : ''}>
        <Problems diagnostics={diagnostics} />
        {shown !== undefined && (
          <>
            <VerdictLine shown={shown} budget_usd={budget_usd} />
            {shown.warnings.map((warning) => (
              <p key={warning} class="note warning">
                {warning}
              </p>
            ))}
            <Tiles shown={shown} baseline={answer.baseline} />
            <Made html={shown.ribbon} />
            <Made html={shown.course} />
          </>
        )}
      </main>
      <aside aria-label="What it means">
        <TriedMap {...{ tried, now, budget_usd, goTo }} latency_p99_ms={controls?.latency_p99_ms} />
        {shown !== undefined && <Findings shown={shown} set={set} />}
        {shown !== undefined && shown.causes !== '' && <h2>Who keeps it awake</h2>}
        {shown !== undefined && <Made html={shown.causes} />}
        {isServed && (
          <>
            <h2>Twelve months</h2>
            <JobPanel
              label="Forecast"
              job={{ kind: 'forecast', text, growth: `${growth_percent}%/month`, budget_usd }}
              set={set}
            />
            <h2>Monthly invoice</h2>
            <JobPanel label="Bill" job={{ kind: 'bill', text, growth: '0%' }} set={set} />
          </>
        )}
      </aside>
      <section class="text" aria-label="Scenario" ref={place} />
      <section class="list" aria-label="Settings tried">
        <TriedList {...{ tried, now, goTo }} />
      </section>
      <div id="tip" role="tooltip" hidden />
    </>
  );
}
