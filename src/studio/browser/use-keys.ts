import { useEffect } from 'preact/hooks';

export interface KeyActions {
  save(): void;
  /** Actions by key, outside text fields. */
  readonly keys: Readonly<Record<string, () => void>>;
}

/** Listens to Ctrl-S and single keys. @param isEditor whether an element is the editor with its shadow root */
export function useKeys(isEditor: (element: HTMLElement) => boolean, { save, keys }: KeyActions): void {
  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      if ((event.ctrlKey || event.metaKey) && event.key === 's') {
        event.preventDefault();
        save();
        return;
      }
      const target = event.target as HTMLElement;
      const isTyping =
        isEditor(target) || (target.matches('input, select, textarea') && !target.matches('[type=range]'));
      if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
      const action = Object.hasOwn(keys, event.key) ? keys[event.key] : undefined;
      if (action === undefined) return;
      event.preventDefault();
      action();
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  });
}
