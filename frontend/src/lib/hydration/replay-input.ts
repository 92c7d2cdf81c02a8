import { setInputValue } from './set-input-value';

type Input = HTMLInputElement | HTMLTextAreaElement;
/** Returns the element that has replaced this one in hydration, or the element itself if it was kept. */
export type FindCurrent = <E extends Element>(element: E) => E | undefined;

const ELEMENTS = 'input, textarea, button, [role=button], dialog';

let root: ParentNode | undefined;
let prerendered: Element[] = [];
let focused: Element | null = null;

/**
 * Remembers the elements that visitors use. Call it before hydration: React replaces them if the page isn't as it was sent, for example
 * because a translator has changed it before it was complete.
 */
export function rememberElements(within: ParentNode): void {
  root = within;
  prerendered = [...within.querySelectorAll(ELEMENTS)];
  focused = document.activeElement;
}

export const currentElement: FindCurrent = <E extends Element>(element: E) => {
  if (element.isConnected) return element;
  const alike = (other: Element) => describeKind(other) === describeKind(element);
  const before = prerendered.filter(alike);
  const after = [...root!.querySelectorAll(ELEMENTS)].filter(alike);
  return before.length === after.length ? (after[before.indexOf(element)] as E | undefined) : undefined;
};

function describeKind(element: Element): string {
  // Not the name or ID, which `useId` may have generated.
  const attributes = ['type', 'value', 'class'].map((name) => element.getAttribute(name));
  return [element.tagName, ...attributes].join();
}

/** Passes values entered before hydration to React. If React has replaced the elements, reopens dialogs and restores the focus. */
export function replayInput(): void {
  for (const element of prerendered) {
    if (element instanceof HTMLDialogElement) {
      const current = element.open ? currentElement(element) : undefined;
      if (current && !current.open) current.showModal();
    } else if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) {
      const current = currentElement<Input>(element);
      if (current) replayValue(element, current);
    }
  }
  if (focused && !focused.isConnected) (currentElement(focused) as HTMLElement | undefined)?.focus();
}

function replayValue(from: Input, to: Input): void {
  if (from instanceof HTMLInputElement && (from.type === 'radio' || from.type === 'checkbox')) {
    if (from.checked !== from.defaultChecked && (from.checked || from.type === 'checkbox'))
      setInputValue(to, 'checked', from.checked);
  } else if (from.value !== from.defaultValue) {
    setInputValue(to, 'value', from.value);
  }
}
