import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { App } from '../../src/app/app';
import { network } from './network';
import { ACCESS_TOKEN, FUNCTIONS, NO_SUBSCRIPTION, session, user, type Traits } from './responses';

/** Opens the site at an address, as a browser would. */
export function visit(path: string, state?: unknown) {
  window.history.replaceState({ usr: state, key: 'first', idx: 0 }, '', path);
  const keyboard = userEvent.setup({ delay: null });
  const page = render(<App />);
  return { keyboard, ...page };
}

/** This browser keeps a session already. */
export function signIn(as: Traits = {}, accessToken = ACCESS_TOKEN): void {
  localStorage.setItem('session', JSON.stringify(session(user(as), accessToken)));
  network.on(`POST ${FUNCTIONS}/check-subscription`, { body: NO_SUBSCRIPTION });
}

/** Waits for a toast with this title and gives its description's text. */
export async function findToast(title: string): Promise<string | null> {
  const region = screen.getByRole('region', { name: 'Notifications' });
  const heading = await within(region).findByText(title);
  return heading.nextElementSibling?.textContent ?? null;
}

/** The toasts shown now, by title. */
export function toastTitles(): string[] {
  const region = screen.getByRole('region', { name: 'Notifications' });
  return within(region)
    .queryAllByRole('listitem')
    .map((item) => item.querySelector('p')?.textContent ?? '');
}

/** Waits until something is told, and holds it to being told once: nowhere twice on the page, and in no toast. */
export async function findOnce(words: string | RegExp): Promise<HTMLElement> {
  await screen.findAllByText(words);
  expect(toastTitles()).toEqual([]);
  return screen.getByText(words);
}

/** A refusal that a toast reads out, as its form shows it: seen there, and read out by nothing but the toast. */
export async function findSilent(words: string | RegExp): Promise<HTMLElement> {
  const shown = await within(screen.getByRole('main')).findByText(words);
  expect(shown.closest('[role=alert], [role=status], [aria-live]')).toBeNull();
  return shown;
}

/** Where the visitor is. */
export function currentPath(): string {
  return window.location.pathname + window.location.search;
}

/** Puts the installation's settings into the page; counts for the whole test file and must come before the first visit. */
export function configureSite(config: Record<string, unknown>): void {
  const element = document.createElement('script');
  element.id = 'site-config';
  element.type = 'application/json';
  element.textContent = JSON.stringify(config);
  document.head.append(element);
}
