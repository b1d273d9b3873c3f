interface TopBarOf {
  readonly file: string;
  /** Whether a server stores the file. */
  readonly isServed: boolean;
  readonly isChanged: boolean;
  /** The exactness of the answer, and the work in progress. */
  readonly state: string;
  /** Whether work is in progress. */
  readonly isRunning: boolean;
  readonly examples: Readonly<Record<string, string>>;
  startFrom(text: string): void;
  /** Stops the work in progress. */
  stop(): void;
  undo(): void;
  pin(): void;
  copyLink(): void;
  save(): void;
}

/** The file, the exactness of the answer, and the actions of the page. */
export function TopBar({
  file,
  isServed,
  isChanged,
  state,
  isRunning,
  examples,
  startFrom,
  stop,
  undo,
  pin,
  copyLink,
  save,
}: TopBarOf) {
  const names = Object.keys(examples);
  return (
    <header class="top">
      <h1>neap studio</h1>
      <span class="file">
        <bdi>{file}</bdi>
        {isServed && (isChanged ? ', not saved' : ', saved')}
      </span>
      <span class="state" id="state">
        {state}
      </span>
      <button type="button" id="stop" disabled={!isRunning} onClick={stop}>
        Stop<span class="hidden"> the run</span>
      </button>
      {names.length > 0 && (
        <select
          aria-label="Start from"
          value=""
          onChange={({ currentTarget }) => {
            const example = examples[currentTarget.value];
            if (example !== undefined) startFrom(example);
          }}
        >
          <option value="">Start from…</option>
          {names.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      )}
      <button type="button" onClick={undo}>
        Undo
      </button>
      <button type="button" onClick={pin}>
        Pin baseline
      </button>
      <button type="button" onClick={copyLink}>
        Copy link
      </button>
      <button type="button" class="main" id="save" onClick={save}>
        {isServed ? 'Save' : 'Download'}
      </button>
    </header>
  );
}
