import { element } from './card-field.ts';
import { adoptStyles } from './stylesheet.ts';
import type { Intent } from './api-client.ts';

export type AuthenticationOutcome = 'succeeded' | 'failed';

/** Asks in the bank's place, in a modal dialog. Escape counts as failing, as closing the bank's window does. */
export function askForAuthentication(
  intent: Intent,
  tell: (outcome: AuthenticationOutcome) => Promise<void>,
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
    dialog.append(bankLine(), title(), explanation(intent), actions);
    let answered = false;
    const answer = (outcome: AuthenticationOutcome): void => {
      if (answered) return;
      answered = true;
      complete.disabled = true;
      fail.disabled = true;
      void tell(outcome).finally(() => {
        closeDialog(dialog);
        resolve();
      });
    };
    complete.addEventListener('click', () => answer('succeeded'));
    fail.addEventListener('click', () => answer('failed'));
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault();
      answer('failed');
    });
    document.body.append(dialog);
    openDialog(dialog);
    complete.focus();
  });
}

/** Environments without modal dialogs get an open one. */
function openDialog(dialog: HTMLDialogElement): void {
  if (typeof dialog.showModal === 'function') dialog.showModal();
  else dialog.setAttribute('open', '');
}

function closeDialog(dialog: HTMLDialogElement): void {
  if (typeof dialog.close === 'function') dialog.close();
  dialog.remove();
}

function bankLine(): HTMLElement {
  const line = element('div', { class: 'sandbox-bank' });
  const badge = document.createElement('b');
  badge.textContent = 'Test';
  line.append('3D Secure', badge);
  return line;
}

function title(): HTMLElement {
  const heading = element('h2', { id: 'sandbox-dialog-title' });
  heading.textContent = 'Is it you who pays?';
  return heading;
}

function explanation({ amount, currency }: Intent): HTMLElement {
  const text = element('p', { id: 'sandbox-dialog-text' });
  const sum = amount === undefined ? 'save your card' : `pay ${money(amount, currency ?? 'usd')}`;
  text.textContent = `Here your bank would ask you to confirm that you want to ${sum}. Decide how this test goes on.`;
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
