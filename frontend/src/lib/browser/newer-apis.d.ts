import 'react';

/** APIs that the oldest supported browsers don't have. Code that uses them must work without them. */
declare global {
  interface Document {
    startViewTransition?: (
      update: () => void,
    ) => Record<'ready' | 'finished' | 'updateCallbackDone', Promise<void>>;
  }
  interface HTMLElement {
    hidePopover?: () => void;
  }
}

/** Invoker commands are also missing from React's types. */
declare module 'react' {
  interface ButtonHTMLAttributes<T> {
    command?: 'show-modal' | 'close' | 'request-close' | `--${string}`;
    commandfor?: string;
  }
}
