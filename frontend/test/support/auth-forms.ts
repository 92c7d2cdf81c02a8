import { screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { fill } from './site';

export const tab = (name: string) => screen.findByRole('tab', { name });
export const form = (name: string) => within(screen.getByRole('form', { name }));

/** Submits the sign-in form of /auth. */
export async function submitSignIn(user: UserEvent, password = 'secret1'): Promise<void> {
  await user.click(await tab('Sign In'));
  const entries = form('Sign in');
  await fill(user, entries.getByLabelText('Email'), 'ada@example.com');
  await fill(user, entries.getByLabelText('Password'), password);
  await user.click(entries.getByRole('button', { name: 'Sign In' }));
}
