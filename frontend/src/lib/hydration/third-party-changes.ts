import { HYDRATING_EVENT } from './hydration-state';

/**
 * Undoes what translators and extensions have changed in the prerendered page while React hydrates it, because hydration needs the page
 * as it was sent: otherwise React renders it again, and first taps, typed text and open dialogs are lost. Cancels the event if there was
 * a change, because hydration must then be synchronous.
 */
export function hideThirdPartyChanges(): void {
  const changes: MutationRecord[] = [];
  const observer = new MutationObserver((records) => changes.push(...records));
  const observe = () =>
    observer.observe(document.getElementById('root')!, {
      subtree: true,
      childList: true,
      characterData: true,
      characterDataOldValue: true,
    });
  // The page is complete, but `DOMContentLoaded`, which extensions wait for, hasn't been dispatched yet.
  document.addEventListener('readystatechange', observe, { once: true });
  document.addEventListener(HYDRATING_EVENT, (event) => {
    changes.push(...observer.takeRecords());
    observer.disconnect();
    if (changes.length === 0) return;
    event.preventDefault();
    const redos: (() => void)[] = [];
    // Before the observers of translators and extensions run.
    queueMicrotask(() => redos.toReversed().forEach((redo) => redo()));
    for (const change of changes.toReversed()) redos.push(undo(change));
  });
}

/** Returns a function that repeats the change, unless React or other code has changed the same nodes. */
function undo({ type, target, addedNodes, removedNodes, nextSibling, oldValue }: MutationRecord): () => void {
  if (type === 'characterData') {
    const value = target.nodeValue;
    target.nodeValue = oldValue;
    return () => {
      if (target.nodeValue === oldValue) target.nodeValue = value;
    };
  }
  for (const node of addedNodes) node.parentNode?.removeChild(node);
  for (const node of removedNodes) target.insertBefore(node, nextSibling);
  const values = Array.from(removedNodes, (node) => node.nodeValue);
  return () => {
    if (values.some((value, index) => value !== removedNodes[index]!.nodeValue)) return;
    const anchors = nextSibling ? [...removedNodes, nextSibling] : [...removedNodes];
    if (anchors.some(({ parentNode }) => parentNode !== target)) return;
    for (const node of addedNodes) target.insertBefore(node, removedNodes[0] ?? nextSibling);
    for (const node of removedNodes) target.removeChild(node);
  };
}
