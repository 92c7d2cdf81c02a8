type Input = HTMLInputElement | HTMLTextAreaElement;

/**
 * Sets a value as user input. React ignores values it already tracks, so the tracked value is changed first
 * and the new one set through the native setter.
 */
export function setInputValue(input: Input, property: 'value' | 'checked', value: string | boolean): void {
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(input), property)!;
  Object.assign(input, { [property]: property === 'checked' ? !value : '' });
  set!.call(input, value);
  input.dispatchEvent(new Event(property === 'checked' ? 'click' : 'input', { bubbles: true }));
}
