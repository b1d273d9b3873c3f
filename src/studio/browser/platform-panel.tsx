import type { Controls, VendorControl } from '../worker/question.js';
import { Amount, Choice } from './fields.js';
import { useMoved } from './slider-value.js';

/** Edits the scenario, as `--set` does. */
type Edit = (changes: readonly string[]) => void;

/** The platform and its plan, with the size table, prices and assumptions of a vendor. */
export function PlatformPanel({
  controls: { platforms, vendor },
  set,
}: {
  readonly controls: Controls;
  readonly set: Edit;
}) {
  const id = vendor?.choice.name ?? platforms[0]!.id;
  const known = platforms.some((each) => each.id === id) ? [] : [{ id, name: id, is_simulated: true }];
  const options = (isSimulated: boolean) =>
    [...known, ...platforms]
      .filter(({ is_simulated }) => is_simulated === isSimulated)
      .map((each) => (
        <option key={each.id} value={each.id}>
          {each.name}
        </option>
      ));
  return (
    <>
      <label class="field">
        Platform
        <select value={id} onChange={(event) => set([`vendor=${event.currentTarget.value}`])}>
          {options(true)}
          <optgroup label="Cost only: neap bill --elsewhere" disabled>
            {options(false)}
          </optgroup>
        </select>
      </label>
      {vendor !== undefined && <VendorFields vendor={vendor} set={set} />}
    </>
  );
}

function VendorFields({ vendor, set }: { readonly vendor: VendorControl; readonly set: Edit }) {
  const { name, plans, sizes, is_range, needed_prices, as_of, facts } = vendor;
  const [choice, move] = useMoved(vendor, vendor.choice);
  const change = (changed: Partial<VendorControl['choice']>) => {
    const next = { ...choice, ...changed };
    move(next);
    set([`vendor=${written(next)}`]);
  };
  return (
    <>
      {plans.length > 0 && (
        <Choice
          label="Plan"
          value={choice.plan}
          otherwise="the cheapest"
          options={plans.map((plan) => ({ name: plan, about: '', is_simulated: true }))}
          choose={(plan) => change({ plan })}
        />
      )}
      {sizes.length > 0 && (
        <Choice
          label="Size"
          value={choice.size}
          otherwise="the smallest that suffices"
          options={sizes}
          choose={(size) => change({ size })}
        />
      )}
      {is_range && (
        <Choice
          label="Cost"
          value={choice.bound}
          otherwise="most"
          options={[{ name: 'least', about: '', is_simulated: true }]}
          choose={(bound) => change({ bound: bound as VendorControl['choice']['bound'] })}
        />
      )}
      {needed_prices.map(({ item, per }) => (
        <Amount
          key={item}
          label={`Price of ${item}, $ per ${per}`}
          step="any"
          value={choice.price?.[item]}
          change={(usd) => {
            const { [item]: _, ...others } = choice.price ?? {};
            change({ price: usd === undefined ? others : { ...others, [item]: usd } });
          }}
        />
      ))}
      {facts.length > 0 && (
        <details>
          <summary>
            {name} as of {as_of}
          </summary>
          <ul>
            {facts.map((fact) => (
              <li key={fact}>{fact}</li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

/** A vendor as a scenario has it: its id alone, or a map in braces. */
function written({ name, ...others }: VendorControl['choice']): string {
  const { price, ...words } = others;
  const entries = Object.entries(words).filter(([, value]) => value !== undefined);
  const prices = Object.entries(price ?? {}).map(([item, usd]) => `${item}: ${usd}`);
  if (entries.length === 0 && prices.length === 0) return name;
  const parts = [
    `name: ${name}`,
    ...entries.map(
      ([key, value]) => `${key}: ${/^[a-z][\w.-]*$/i.test(value!) ? value : JSON.stringify(value)}`,
    ),
    ...(prices.length === 0 ? [] : [`price: { ${prices.join(', ')} }`]),
  ];
  return `{ ${parts.join(', ')} }`;
}
