import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ConsentBanner } from '../src/features/consent/components/consent-banner';
import { CookieChoice } from '../src/features/consent/components/cookie-choice';
import { configureSite } from './support/site';

const SERVICE = 'https://count.example.com/script.js';
const noted = () => document.documentElement.dataset['analytics'];
const loaded = () => [...document.scripts].filter(({ src }) => src === SERVICE);

describe('consent, with an analytics service configured', () => {
  beforeAll(async () => {
    configureSite({ analyticsUrl: SERVICE });
    await import('../src/features/consent/consent-script');
  });

  it('sets and sends nothing before a choice', () => {
    expect(noted()).toBe('undecided');
    expect(loaded()).toHaveLength(0);
    expect(localStorage).toHaveLength(0);
    expect(document.cookie).toBe('');
  });

  it('makes declining as easy as accepting', () => {
    render(<ConsentBanner />);
    const [decline, accept] = screen.getAllByRole('button');
    expect(decline).toHaveTextContent('Decline');
    expect(accept).toHaveTextContent('Accept');
    expect(decline!.className).toBe(accept!.className);
    expect(screen.getByRole('link', { name: 'About cookies' })).toHaveAttribute('href', '/cookies');
  });

  it('remembers a declined choice, loads nothing, and moves focus to the page', async () => {
    render(
      <>
        <ConsentBanner />
        <main id="main" tabIndex={-1} />
      </>,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Decline' }));
    expect(noted()).toBe('denied');
    expect(localStorage.getItem('analytics-consent')).toBe('denied');
    expect(loaded()).toHaveLength(0);
    expect(screen.getByRole('main')).toHaveFocus();
  });

  it('can be changed on the cookie page and loads the service once', async () => {
    render(<CookieChoice />);
    for (const _press of ['first', 'second'])
      await userEvent.click(screen.getByRole('button', { name: 'Accept' }));
    expect(noted()).toBe('granted');
    expect(localStorage.getItem('analytics-consent')).toBe('granted');
    expect(loaded()).toHaveLength(1);
    expect(loaded()[0]).toHaveProperty('async', true);
  });

  it('follows the choice made in another tab', () => {
    localStorage.setItem('analytics-consent', 'denied');
    window.dispatchEvent(new StorageEvent('storage', { key: 'analytics-consent' }));
    expect(noted()).toBe('denied');
  });
});
