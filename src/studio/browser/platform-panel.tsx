import { asWritten } from '../../scenario/model/assumption.js';
import type { Controls, VendorControl } from '../worker/question.js';
import { Amount, Select } from './fields.js';
import { useMoved } from './slider-value.js';

/** Option for the lower end of a range of costs. */
const LOWER_BOUND = 'lower bound';

/** Edits the scenario with overrides as for `--set`. */
type Edit = (changes: readonly string[]) => void;

/** The platform and its plan, with the size table, prices and assumptions of a vendor. */
export function PlatformPanel({ controls, set }: { readonly controls: Controls; readonly set: Edit }) {
  const { platforms, vendor } = controls;
  const id = vendor?.choice.name ?? platforms[0]!.id;
  const [chosen, move] = useMoved(controls, id);
  const choose = (next: string) => {
    move(next);
    set([`vendor=${next}`]);
  };
  const unknown = platforms.some((each) => each.id === id) ? [] : [{ name: id }];
  return (
    <>
      <Select
        label="Platform"
        value={chosen}
        options={[
          ...unknown,
          ...platforms.map(({ id: each, name, is_simulated }) => ({
            name: each,
            text: is_simulated ? name : `${name} (cost only)`,
            isDisabled: !is_simulated,
          })),
        ]}
        choose={choose}
      />
      {vendor !== undefined && chosen === id && <VendorFields vendor={vendor} set={set} />}
    </>
  );
}

function VendorFields({ vendor, set }: { readonly vendor: VendorControl; readonly set: Edit }) {
  const { name, plans, sizes, is_range, needed_prices, as_of, facts } = vendor;
  const [choice, move] = useMoved(vendor, vendor.choice);
  const change = (changed: Partial<VendorControl['choice']>) => {
    const next = { ...choice, ...changed };
    move(next);
    const { name: id, ...others } = next;
    const isBare = Object.values(others).every((value) => value === undefined);
    set([`vendor=${asWritten(isBare ? id : next)}`]);
  };
  return (
    <>
      {plans.length > 0 && (
        <Select
          label="Plan"
          value={choice.plan}
          otherwise="the cheapest"
          options={plans.map((plan) => ({ name: plan }))}
          choose={(plan) => change({ plan: plan || undefined })}
        />
      )}
      {sizes.length > 0 && (
        <Select
          label="Size"
          value={choice.size}
          otherwise="the smallest that suffices"
          options={sizes.map(({ name: size, about, is_simulated }) => ({
            name: size,
            text: `${size}: ${about}`,
            isDisabled: !is_simulated,
          }))}
          choose={(size) => change({ size: size || undefined })}
        />
      )}
      {is_range && (
        <Select
          label="Cost bound"
          value={choice.bound === 'least' ? LOWER_BOUND : undefined}
          otherwise="upper bound"
          options={[{ name: LOWER_BOUND }]}
          choose={(bound) => change({ bound: bound === LOWER_BOUND ? 'least' : undefined })}
        />
      )}
      {needed_prices.map(({ item, per }) => (
        <Amount
          key={item}
          label={`Price of ${item}, $ per ${per}`}
          value={choice.price?.[item]}
          change={(usd) => {
            const { [item]: _, ...others } = choice.price ?? {};
            const price = usd === undefined ? others : { ...others, [item]: usd };
            change({ price: Object.keys(price).length === 0 ? undefined : price });
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
