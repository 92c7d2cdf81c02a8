import { BowserDevices } from './bowser-devices.js';

const devices = new BowserDevices();

describe('device names', () => {
  it.each([
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
      'Chrome on macOS',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
      'Safari on iOS',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0', 'Firefox on Linux'],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0',
      'Microsoft Edge on Windows',
    ],
  ])('%s', (userAgent, name) => expect(devices.describe(userAgent)).toBe(name));

  it('ignores user agents that are not known browsers', () => {
    for (const userAgent of [
      null,
      '',
      'node',
      'Your-account-is-locked/1.0 call +1 555 0100',
      'https://evil.example/1.0 (press here)',
    ]) {
      expect(devices.describe(userAgent)).toBeNull();
    }
  });
});
