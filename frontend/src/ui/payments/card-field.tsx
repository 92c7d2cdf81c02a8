import { useEffect, useId, useState } from 'react';
import { CardElement } from '@stripe/react-stripe-js';
import { onColorSchemeChange } from '../../lib/browser/color-scheme';
import { classNames } from '../class-names';
import { describedBy, inputClass, FieldMessages } from '../forms/field';
import { CardMarks } from './card-marks';

/** State reported by the card element. */
export interface CardState {
  complete: boolean;
  error: string | undefined;
}

/** The provider's card element. Card details never reach our page. */
export function CardField(props: { error: string | undefined; onCard: (card: CardState) => void }) {
  const { error, onCard } = props;
  const id = useId();
  const [options, setOptions] = useState(themedOptions);
  useEffect(() => onColorSchemeChange(() => setOptions(themedOptions())), []);
  return (
    <div className="relative">
      <CardMarks className="absolute -top-1 right-0" />
      <fieldset aria-describedby={describedBy(id, undefined, error)}>
        <legend className="mb-1.5 pr-32 text-small font-semibold">Card details</legend>
        <CardElement
          options={options}
          onChange={({ complete, error }) => onCard({ complete, error: error?.message })}
          className={classNames(
            inputClass(Boolean(error), 'py-3.5 max-sm:px-2.5'),
            'has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-ink [&.StripeElement--focus]:outline-3 [&.StripeElement--focus]:outline-offset-2 [&.StripeElement--focus]:outline-ink',
          )}
        />
        <FieldMessages id={id} error={error} />
      </fieldset>
    </div>
  );
}

/** The element is an iframe and needs the current colors of the page. */
function themedOptions() {
  const { color, fontFamily } = getComputedStyle(document.body);
  const danger = resolveColor('--color-danger');
  return {
    hidePostalCode: true,
    // The accepted brands are shown above, and on phones the number needs the room.
    hideIcon: true,
    style: {
      base: {
        color,
        fontFamily,
        fontSize: '17px',
        iconColor: color,
        '::placeholder': { color: resolveColor('--color-ink-faint') },
      },
      invalid: { color: danger, iconColor: danger },
    },
  };
}

/** Resolves a color token in the current theme. */
function resolveColor(token: string): string {
  const probe = document.createElement('span');
  probe.style.color = `var(${token})`;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
