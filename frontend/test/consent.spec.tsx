import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ConsentBanner } from '../src/features/consent/components/consent-banner';
import { configureSite } from './support/site';

configureSite({ analyticsUrl: 'https://count.example.com/script.js' });
await import('../src/features/consent/consent-script');

describe('consent, with an analytics service configured', () => {
  const { dataset } = document.documentElement;

  it('is as easy to decline as to give, and once declined, loads nothing', async () => {
    expect(dataset['analytics']).toBe('undecided');
    render(
      <>
        <ConsentBanner />
        <main id="main" tabIndex={-1} />
      </>,
    );
    const decline = screen.getByRole('button', { name: 'Decline' });
    expect(decline.className).toBe(screen.getByRole('button', { name: 'Accept' }).className);
    await userEvent.click(decline);
    expect(dataset['analytics']).toBe('denied');
    expect(localStorage.getItem('analytics-consent')).toBe('denied');
    expect([...document.scripts].filter(({ src }) => src !== '')).toEqual([]);
    expect(screen.getByRole('main')).toHaveFocus();
  });

  it('follows the choice made in another tab', () => {
    localStorage.setItem('analytics-consent', 'granted');
    window.dispatchEvent(new StorageEvent('storage', { key: 'analytics-consent' }));
    expect(dataset['analytics']).toBe('granted');
  });
});
