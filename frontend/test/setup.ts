import { jest } from '@jest/globals';
import '@testing-library/jest-dom';
import { timeoutManager } from '@tanstack/react-query';
import { cleanup, configure, getConfig, type Config } from '@testing-library/react';
import { toast } from 'react-hot-toast/headless';
import { network } from './support/network';
import { resetStripe } from './support/stripe-script';

/** Leaves out the page while waiting, because printing it takes as long as the query. After the timeout, the error shows it. */
const { getElementError } = getConfig();
const isWaiting = () => (getConfig() as Config & WaitingConfig)._disableExpensiveErrorDiagnostics;
configure({
  asyncUtilTimeout: 30_000,
  getElementError: (message, container) =>
    isWaiting() ? new Error(message ?? undefined) : getElementError(message, container),
});
interface WaitingConfig {
  _disableExpensiveErrorDiagnostics: boolean;
}

/** Without style sheets, elements of a kind have the same style. jsdom computes it for every call. */
const { getComputedStyle } = window;
const computedStyles = new Map<string, CSSStyleDeclaration>();
window.getComputedStyle = (element) => {
  const traits = ['hidden', 'open', 'type', 'style'].map((name) => element.getAttribute(name));
  const kind = JSON.stringify([element.localName, ...traits]);
  const style = computedStyles.get(kind) ?? getComputedStyle(element);
  computedStyles.set(kind, style);
  return style;
};

/** Retries and polling of queries wait a twentieth of the time. */
timeoutManager.setTimeoutProvider({
  setTimeout: (callback, ms) => window.setTimeout(callback, ms / 20),
  clearTimeout: (id) => window.clearTimeout(id),
  setInterval: (callback, ms) => window.setInterval(callback, ms / 20),
  clearInterval: (id) => window.clearInterval(id),
});

/** Missing in jsdom, which does no layout. */
Object.assign(window, {
  scrollTo: () => {},
  ResizeObserver: class {
    observe() {}
    disconnect() {}
  },
});
Object.assign(Element.prototype, { scrollIntoView: () => {} });
Object.assign(HTMLDialogElement.prototype, {
  showModal(this: HTMLDialogElement) {
    this.open = true;
  },
  close(this: HTMLDialogElement) {
    if (!this.open) return;
    this.open = false;
    this.dispatchEvent(new Event('close'));
  },
});
/** Submitting a form with method `dialog` closes the dialog, as in a browser. */
document.addEventListener('submit', (event) => {
  if (!(event.target instanceof HTMLFormElement) || event.target.getAttribute('method') !== 'dialog') return;
  event.preventDefault();
  event.target.closest('dialog')?.close();
});

beforeEach(() => {
  // Logged errors are not part of these tests.
  jest.spyOn(console, 'error').mockImplementation(() => {});
  jest.spyOn(console, 'warn').mockImplementation(() => {});
  network.reset();
  localStorage.clear();
  sessionStorage.clear();
  window.history.replaceState(null, '', '/');
});

afterEach(() => {
  cleanup();
  toast.removeAll();
  resetStripe();
  jest.restoreAllMocks();
  jest.useRealTimers();
});
