import { act, screen } from '@testing-library/react';

interface Options {
  sitekey: string;
  theme?: string;
  size?: string;
  callback?: (token: string) => void;
  'expired-callback'?: () => void;
  'error-callback'?: (error: string) => void;
}

/** State of the mocked captcha provider. */
export const captchaProvider = {
  /** Whether the script can be loaded. */
  serves: true,
  /** URLs of requested scripts. */
  requested: [] as string[],
  /** Number of tokens issued so far. */
  issued: 0,
};
const widgets = new Map<string, { place: HTMLElement; options: Options }>();
let last = 0;

/** Resets the provider. Its script stays loaded, as in a browser. */
export function resetCaptchaProvider(): void {
  Object.assign(captchaProvider, { serves: true, requested: [], issued: 0 });
}

/** Renders a checkbox instead of the provider's frame. */
const provider = {
  render(place: HTMLElement, options: Options): string {
    const id = `widget-${(last += 1)}`;
    widgets.set(id, { place, options });
    const box = document.createElement('input');
    box.type = 'checkbox';
    box.setAttribute('aria-label', 'I am human');
    box.dataset['sitekey'] = options.sitekey;
    box.addEventListener('change', () =>
      options.callback?.(`captcha-token-${(captchaProvider.issued += 1)}`),
    );
    place.append(box);
    return id;
  },
  reset() {},
  remove(id: string) {
    widgets.get(id)?.place.replaceChildren();
    widgets.delete(id);
  },
  execute() {},
  getResponse: () => `captcha-token-${captchaProvider.issued}`,
  getRespKey: () => '',
  setData() {},
};

/** Events the provider sends to the current widget. */
export const widgetEvents = {
  expired: () =>
    act(() => {
      latestWidget().place.querySelector('input')!.checked = false;
      latestWidget().options['expired-callback']?.();
    }),
  broken: () => act(() => latestWidget().options['error-callback']?.('network-error')),
};
const latestWidget = () => [...widgets.values()].at(-1)!;

/** The checkbox of the current form. */
export const captchaCheckbox = () => screen.findByRole('checkbox', { name: 'I am human' });

const SCRIPTS = [
  { url: /challenges\.cloudflare\.com\/turnstile/, global: 'turnstile' },
  { url: /hcaptcha\.com\/1\/(?:secure-)?api\.js/, global: 'hcaptcha' },
];

/** Emulates loading the script, because jsdom loads none. */
new MutationObserver((records) => {
  for (const node of records.flatMap((record) => [...record.addedNodes])) {
    if (!(node instanceof HTMLScriptElement)) continue;
    const script = SCRIPTS.find(({ url }) => url.test(node.src));
    if (!script) continue;
    captchaProvider.requested.push(node.src);
    if (!captchaProvider.serves) {
      node.dispatchEvent(new Event('error'));
      continue;
    }
    const globals = window as unknown as Record<string, unknown>;
    globals[script.global] = provider;
    node.dispatchEvent(new Event('load'));
    const ready = globals[new URL(node.src).searchParams.get('onload') ?? ''];
    if (typeof ready === 'function') ready();
  }
}).observe(document, { childList: true, subtree: true });

/** jsdom does no layout: visible elements are as wide as a form. */
Object.defineProperty(HTMLElement.prototype, 'clientWidth', {
  configurable: true,
  get(this: HTMLElement) {
    return this.closest('[hidden]') ? 0 : 400;
  },
});
const observers = new Set<() => void>();
Object.assign(window, {
  ResizeObserver: class {
    #callback: () => void;
    constructor(callback: () => void) {
      this.#callback = callback;
    }
    observe() {
      observers.add(this.#callback);
      setTimeout(() => act(() => this.#callback()));
    }
    disconnect() {
      observers.delete(this.#callback);
    }
  },
});
new MutationObserver(() => {
  for (const callback of observers) act(callback);
}).observe(document, { attributes: true, attributeFilter: ['hidden'], subtree: true });
