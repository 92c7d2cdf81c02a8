type Input = HTMLInputElement | HTMLTextAreaElement;

/**
 * Enters something as a person would. React follows an entry by a setter of its own and takes no notice of what it has seen: so
 * it is shown something else first, and the new value is set past it.
 */
export function setInputValue(input: Input, property: 'value' | 'checked', value: string | boolean): void {
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(input), property)!;
  Object.assign(input, { [property]: property === 'checked' ? !value : '' });
  set!.call(input, value);
  input.dispatchEvent(new Event(property === 'checked' ? 'click' : 'input', { bubbles: true }));
}
