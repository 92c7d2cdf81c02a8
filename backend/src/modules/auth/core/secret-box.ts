import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Authenticated encryption with a key derived per purpose: a ciphertext made for one purpose cannot be decrypted for another. */
export class SecretBox {
  private readonly key: Buffer;

  constructor(secret: string, purpose: string) {
    this.key = createHmac('sha256', secret).update(purpose).digest();
  }

  /** Decrypts only with the same `boundTo`, so a ciphertext cannot be moved to another row. */
  encrypt(text: string, boundTo = ''): Buffer {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.key, nonce).setAAD(Buffer.from(boundTo));
    return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  }

  /** Throws if the secret, the purpose or `boundTo` differs from encryption, or the ciphertext was changed. */
  decrypt(encrypted: Buffer, boundTo = ''): string {
    const nonce = encrypted.subarray(0, NONCE_BYTES);
    const decipher = createDecipheriv(CIPHER, this.key, nonce)
      .setAAD(Buffer.from(boundTo))
      .setAuthTag(encrypted.subarray(-TAG_BYTES));
    const text = decipher.update(encrypted.subarray(NONCE_BYTES, -TAG_BYTES));
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  }
}
