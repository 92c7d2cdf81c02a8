import { setInputValue } from './set-input-value';

type Input = HTMLInputElement | HTMLTextAreaElement;

/** Passes values entered before hydration to React. */
export function replayInput(): void {
  for (const input of document.querySelectorAll<Input>('main :is(input, textarea)')) {
    if (input instanceof HTMLInputElement && (input.type === 'radio' || input.type === 'checkbox')) {
      if (input.checked !== input.defaultChecked && (input.checked || input.type === 'checkbox'))
        setInputValue(input, 'checked', input.checked);
    } else if (input.value !== input.defaultValue) {
      setInputValue(input, 'value', input.value);
    }
  }
}
