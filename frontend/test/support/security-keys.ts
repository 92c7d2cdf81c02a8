import { jest } from '@jest/globals';

/** A browser that knows keys on devices, whose owner answers its dialogue like this: with a key, unless it throws. */
export function mockSecurityKeys(respond: () => Promise<void> = () => Promise.resolve()) {
  class PublicKeyCredential {
    readonly id = 'a2V5';
    readonly type = 'public-key';
    toJSON() {
      return { id: this.id, rawId: this.id, type: this.type, response: {} };
    }
  }
  const dialog = jest.fn(async () => {
    await respond();
    return new PublicKeyCredential();
  });
  Object.assign(window, { PublicKeyCredential });
  Object.assign(navigator, { credentials: { get: dialog, create: dialog } });
  return dialog;
}

/** A browser that knows none. */
export function removeSecurityKeys(): void {
  Reflect.deleteProperty(window, 'PublicKeyCredential');
}

/** What a browser throws when its owner turns the dialogue down. */
export const declined = () => Promise.reject(new DOMException('Not now', 'NotAllowedError'));
