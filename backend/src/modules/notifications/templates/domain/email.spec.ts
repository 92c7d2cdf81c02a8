import { localeFor } from './email.js';

describe('the locale of an email', () => {
  it.each([undefined, null, '', 'en', 'en-GB', 'EN_us', 'tlh'])('is English for %s', (preferred) => {
    expect(localeFor(preferred)).toBe('en');
  });
});
