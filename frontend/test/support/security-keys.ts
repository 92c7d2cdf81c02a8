import { jest } from '@jest/globals';

/** Mocks WebAuthn. The browser's dialog returns a credential unless `respond` throws. */
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

/** Removes WebAuthn support. */
export function removeSecurityKeys(): void {
  Reflect.deleteProperty(window, 'PublicKeyCredential');
}

/** The error when the user declines the browser's dialog. */
export const declined = () => Promise.reject(new DOMException('Not now', 'NotAllowedError'));
