import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';

interface SliderOf {
  readonly label: string;
  readonly value: number;
  readonly count: number;
  readonly text: string;
  readonly children?: ComponentChildren;
  turn(place: number): void;
}

export function Slider({ label, value, count, text, turn, children }: SliderOf) {
  return (
    <label class="slider">
      <span>
        {label} <b>{text}</b>
      </span>
      <input
        type="range"
        min={0}
        max={count - 1}
        value={value}
        aria-valuetext={text}
        onInput={(event) => turn(Number(event.currentTarget.value))}
      />
      {children}
    </label>
  );
}

interface AmountOf {
  readonly label: string;
  readonly value: number | undefined;
  /** The reason why the amount cannot be removed here. */
  readonly needed?: string;
  change(value: number | undefined): void;
}

export function Amount({ label, value, needed, change }: AmountOf) {
  /** Text being typed; kept if an answer arrives in the meantime. */
  const [typed, type] = useState<string>();
  /** The problem of the last text, until another one is typed or the amount changes. */
  const [refused, refuse] = useState<{ readonly problem: string; readonly amount: number | undefined }>();
  const problem = refused?.amount === value ? refused?.problem : undefined;
  return (
    <>
      <label class="field">
        {label}
        <input
          type="number"
          min={0}
          step="any"
          value={typed ?? value ?? ''}
          aria-invalid={problem !== undefined}
          onInput={({ currentTarget }) => {
            type(currentTarget.value);
            refuse(undefined);
          }}
          onBlur={() => type(undefined)}
          onChange={({ currentTarget: { value: text, valueAsNumber, validity } }) => {
            const isEmpty = text === '' && !validity.badInput;
            const found = isEmpty ? needed : valueAsNumber > 0 ? undefined : 'expected a number above 0';
            if (found === undefined) change(isEmpty ? undefined : valueAsNumber);
            else refuse({ problem: found, amount: value });
          }}
        />
      </label>
      {problem !== undefined && (
        <p class="note bad" role="alert">
          {problem}
        </p>
      )}
    </>
  );
}

interface SelectOption {
  readonly name: string;
  /** The name by default. */
  readonly text?: string;
  readonly isDisabled?: boolean;
}

interface SelectOf {
  readonly label: string;
  /** By default, the option of a scenario that selects none. */
  readonly value: string | undefined;
  /** Text of the default option, if there is one. */
  readonly otherwise?: string;
  readonly options: readonly SelectOption[];
  /** @param name empty for the default option */
  choose(name: string): void;
}

export function Select({ label, value = '', otherwise, options, choose }: SelectOf) {
  return (
    <label class="field">
      {label}
      <select value={value} onChange={({ currentTarget }) => choose(currentTarget.value)}>
        {otherwise !== undefined && <option value="">{otherwise}</option>}
        {options.map(({ name, text, isDisabled = false }) => (
          <option key={name} value={name} disabled={isDisabled}>
            {text ?? name}
          </option>
        ))}
      </select>
    </label>
  );
}
