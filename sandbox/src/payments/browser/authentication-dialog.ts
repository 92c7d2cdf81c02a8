import { element } from './card-field.ts';
import { adoptStyles } from './stylesheet.ts';
import type { Intent } from './api-client.ts';

export type AuthenticationOutcome = 'succeeded' | 'failed';

/** Simulates the issuer's authentication in a modal dialog. Escape fails it, like closing the issuer's window. */
export function showAuthenticationDialog(
  intent: Intent,
  submit: (outcome: AuthenticationOutcome) => Promise<void>,
): Promise<void> {
  adoptStyles();
  return new Promise((resolve) => {
    const dialog = element('dialog', {
      class: 'sandbox-dialog',
      'aria-labelledby': 'sandbox-dialog-title',
      'aria-describedby': 'sandbox-dialog-text',
    });
    const complete = actionButton('Complete authentication', 'succeeded');
    const fail = actionButton('Fail authentication', 'failed');
    const actions = element('div', { class: 'sandbox-actions' });
    actions.append(complete, fail);
    dialog.append(dialogHeader(), title(), explanation(intent), actions);
    let submitted = false;
    const choose = (outcome: AuthenticationOutcome): void => {
      if (submitted) return;
      submitted = true;
      complete.disabled = true;
      fail.disabled = true;
      void submit(outcome).finally(() => {
        closeDialog(dialog);
        resolve();
      });
    };
    complete.addEventListener('click', () => choose('succeeded'));
    fail.addEventListener('click', () => choose('failed'));
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault();
      choose('failed');
    });
    document.body.append(dialog);
    openDialog(dialog);
    complete.focus();
  });
}

/** Falls back to a non-modal dialog where modal ones are not supported. */
function openDialog(dialog: HTMLDialogElement): void {
  if (typeof dialog.showModal === 'function') dialog.showModal();
  else dialog.setAttribute('open', '');
}

function closeDialog(dialog: HTMLDialogElement): void {
  if (typeof dialog.close === 'function') dialog.close();
  dialog.remove();
}

function dialogHeader(): HTMLElement {
  const line = element('div', { class: 'sandbox-bank' });
  const badge = document.createElement('b');
  badge.textContent = 'Test';
  line.append('3D Secure', badge);
  return line;
}

function title(): HTMLElement {
  const heading = element('h2', { id: 'sandbox-dialog-title' });
  heading.textContent = "Confirm it's you";
  return heading;
}

function explanation({ amount, currency }: Intent): HTMLElement {
  const text = element('p', { id: 'sandbox-dialog-text' });
  const action = amount === undefined ? 'save your card' : `pay ${money(amount, currency ?? 'usd')}`;
  text.textContent = `Your bank would ask you to confirm that you want to ${action} here. Choose the outcome of this test.`;
  return text;
}

function actionButton(label: string, outcome: AuthenticationOutcome): HTMLButtonElement {
  const button = element('button', { type: 'button', 'data-outcome': outcome });
  button.textContent = label;
  return button;
}

function money(amount: number, currency: string): string {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(amount / 100);
}
