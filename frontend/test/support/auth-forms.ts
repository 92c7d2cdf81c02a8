import { screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { fill } from './site';

export const tab = (name: string) => screen.findByRole('tab', { name });
export const form = (name: string) => within(screen.getByRole('form', { name }));

/** Submits the sign-in form of /auth. */
export async function submitSignIn(keyboard: UserEvent, password = 'secret1'): Promise<void> {
  await keyboard.click(await tab('Sign In'));
  const entries = form('Sign in');
  await fill(keyboard, entries.getByLabelText('Email'), 'ada@example.com');
  await fill(keyboard, entries.getByLabelText('Password'), password);
  await keyboard.click(entries.getByRole('button', { name: 'Sign In' }));
}
