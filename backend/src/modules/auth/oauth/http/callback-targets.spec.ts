import { callbackTarget } from './callback-targets.js';

describe('the target of an OAuth callback', () => {
  it('keeps its fragment beside a PKCE code, because it may be a client-side route', () => {
    expect(callbackTarget('https://app.example/?a=1#/route', { authCode: 'x' })).toBe(
      'https://app.example/?a=1&code=x#/route',
    );
  });
});
