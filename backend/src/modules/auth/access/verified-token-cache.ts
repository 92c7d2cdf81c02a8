import { LRUCache } from 'lru-cache';
import { hash } from 'node:crypto';
import type { VerifiedToken } from './access-tokens.port.js';

const MAX_TOKENS = 5000;

interface Entry {
  token: VerifiedToken;
  expiresAtMs: number;
}

/**
 * LRU cache of verified tokens by their hash, which saves the signature check on later requests. Tokens are not cached beyond their
 * expiry. A cached token says nothing about whether its session still exists.
 */
export class VerifiedTokenCache {
  private readonly entries = new LRUCache<string, Entry>({ max: MAX_TOKENS });

  find(token: string, nowMs: number): VerifiedToken | undefined {
    const entry = this.entries.get(hashToken(token));
    return entry && entry.expiresAtMs > nowMs ? entry.token : undefined;
  }

  add(token: string, verified: VerifiedToken, expiresAtMs: number): void {
    this.entries.set(hashToken(token), { token: verified, expiresAtMs });
  }
}

function hashToken(token: string): string {
  return hash('sha256', token, 'base64url');
}
