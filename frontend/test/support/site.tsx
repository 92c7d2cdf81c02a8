import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent, { PointerEventsCheckLevel, type UserEvent } from '@testing-library/user-event';
import { App } from '../../src/app/app';
import { network } from './network';
import { ACCESS_TOKEN, FUNCTIONS, NO_SUBSCRIPTION, session, authUser, type Traits } from './responses';

/** Opens a page. */
export function visit(path: string, state?: unknown) {
  window.history.replaceState({ usr: state, key: 'first', idx: 0 }, '', path);
  // There are no style sheets that could turn off pointer events.
  const user = userEvent.setup({ delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never });
  const page = render(<App />);
  return { user, ...page };
}

/** Finds the innermost element with this text, including that of its children, such as amounts. */
export function fullText(expected: string | RegExp) {
  const matches = ({ textContent }: Element) => {
    const text = (textContent ?? '').replaceAll(/\s+/g, ' ').trim();
    return typeof expected === 'string' ? text === expected : expected.test(text);
  };
  return (_own: string, element: Element | null) =>
    element !== null && matches(element) && ![...element.children].some(matches);
}

/** Opens the current page again, as the browser's button does: its history entry keeps its state. */
export function reload(): void {
  cleanup();
  render(<App />);
}

/** Enters text at once. Typing it renders the form after every key, which is slow. */
export async function fill(user: UserEvent, field: HTMLElement, text: string): Promise<void> {
  await user.click(field);
  await user.paste(text);
}

export const button = (name: string | RegExp) => screen.findByRole('button', { name });
export const region = async (name: string) => within(await screen.findByRole('region', { name }));
export const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));
export const findForm = async (name: string) => within(await screen.findByRole('form', { name }));
export const findList = async (name: string) => within(await screen.findByRole('list', { name }));

/** Stores a session in this browser. */
export function signIn(as: Traits = {}, accessToken = ACCESS_TOKEN): void {
  localStorage.setItem('session', JSON.stringify(session(authUser(as), accessToken)));
  network.on(`POST ${FUNCTIONS}/check-subscription`, { body: NO_SUBSCRIPTION });
}

/** Waits for the toast with this title and returns its description. */
export async function findToast(title: string): Promise<string | null> {
  const region = screen.getByRole('region', { name: 'Notifications' });
  const heading = await within(region).findByText(title);
  return heading.nextElementSibling?.textContent ?? null;
}

/** Whether a toast is not announced, because the page announces the same error. */
export function isSilentToast(title: string): boolean {
  const region = screen.getByRole('region', { name: 'Notifications' });
  return within(region).getByText(title).closest('[aria-live]')?.getAttribute('aria-live') === 'off';
}

/** The titles of the visible toasts. */
export function toastTitles(): string[] {
  const region = screen.getByRole('region', { name: 'Notifications' });
  return within(region)
    .queryAllByRole('listitem')
    .map((item) => item.querySelector('p')?.textContent ?? '');
}

/** Waits for text that appears exactly once on the page and not in a toast. */
export async function findOnce(text: string | RegExp): Promise<HTMLElement> {
  await screen.findAllByText(text);
  expect(toastTitles()).toEqual([]);
  return screen.getByText(text);
}

/** Waits for an error on the page that is announced only by its toast. */
export async function findSilent(text: string | RegExp): Promise<HTMLElement> {
  const error = await within(screen.getByRole('main')).findByText(text);
  expect(error.closest('[role=alert], [role=status], [aria-live]')).toBeNull();
  return error;
}

export function currentPath(): string {
  return window.location.pathname + window.location.search;
}

/** Sets the installation's config. Applies to the whole test file; call it before the first visit. */
export function configureSite(config: Record<string, unknown>): void {
  const element = document.createElement('script');
  element.id = 'site-config';
  element.type = 'application/json';
  element.textContent = JSON.stringify(config);
  document.head.append(element);
}
