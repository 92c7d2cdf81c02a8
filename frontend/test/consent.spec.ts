import { configureSite } from './support/site';

configureSite({ analyticsUrl: 'https://count.example.com/script.js' });
await import('../src/features/consent/consent-script');

describe('consent, with an analytics service configured', () => {
  it('follows the choice made in another tab', () => {
    const { dataset } = document.documentElement;
    expect(dataset['analytics']).toBe('undecided');
    localStorage.setItem('analytics-consent', 'denied');
    window.dispatchEvent(new StorageEvent('storage', { key: 'analytics-consent' }));
    expect(dataset['analytics']).toBe('denied');
  });
});
