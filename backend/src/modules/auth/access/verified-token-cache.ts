import { hash } from 'node:crypto';
import type { VerifiedToken } from './access-tokens.port.js';

const MAX_SIZE = 5000;

interface Entry {
  token: VerifiedToken;
  expiresAtMs: number;
}

/**
 * LRU cache of verified tokens by their hash, which saves the signature check on later requests. Tokens are not cached beyond their
 * expiry. A cached token says nothing about whether its session still exists.
 */
export class VerifiedTokenCache {
  private readonly entries = new Map<string, Entry>();

  find(token: string, nowMs: number): VerifiedToken | undefined {
    const key = hashToken(token);
    const entry = this.entries.get(key);
    if (!entry) return undefined;
    this.entries.delete(key);
    if (entry.expiresAtMs <= nowMs) return undefined;
    this.entries.set(key, entry);
    return entry.token;
  }

  add(token: string, verified: VerifiedToken, expiresAtMs: number): void {
    this.entries.set(hashToken(token), { token: verified, expiresAtMs });
    if (this.entries.size > MAX_SIZE) this.entries.delete(this.entries.keys().next().value!);
  }
}

function hashToken(token: string): string {
  return hash('sha256', token, 'base64url');
}
