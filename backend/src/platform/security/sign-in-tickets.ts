import { Injectable } from '@nestjs/common';
import { randomBytes, type KeyObject } from 'node:crypto';
import type { Redis } from 'ioredis';
import { Settings } from '../config/settings.js';
import { RedisConnections } from '../redis/redis-connections.js';
import { derivedKey, keyedHash } from './derived-key.js';

const PREFIX = 'ticket_';
/** Long enough for 3-D Secure and a slow payment. */
const TTL_SECONDS = 3600;

/**
 * One-time tickets that replace a captcha token in one password sign-in: a captcha token is valid once, and buyers use theirs before
 * they pay. Stored in Redis; while it is unavailable there are no tickets, and the buyer solves another captcha.
 */
@Injectable()
export class SignInTickets {
  private readonly redis: Redis;
  private readonly hashKey: KeyObject;

  constructor(
    private readonly settings: Settings,
    connections: RedisConnections,
  ) {
    this.redis = connections.forRequests();
    this.hashKey = derivedKey(settings.auth.sharedSecret, 'sign-in tickets');
  }

  /** A ticket for this email address; undefined if no captcha is configured. Call it only after checking a captcha token. */
  async issue(email: string): Promise<string | undefined> {
    if (!this.settings.captcha) return undefined;
    const ticket = PREFIX + randomBytes(24).toString('base64url');
    try {
      await this.redis.set(this.redisKey(ticket, email), '', 'EX', TTL_SECONDS);
      return ticket;
    } catch {
      return undefined;
    }
  }

  /** True once per ticket, if it was issued for this email address. */
  async redeem(ticket: string | undefined, email: string): Promise<boolean> {
    if (!ticket?.startsWith(PREFIX)) return false;
    return (await this.redis.del(this.redisKey(ticket, email)).catch(() => 0)) === 1;
  }

  private redisKey(ticket: string, email: string): string {
    return `${this.settings.queuePrefix}:ticket:${keyedHash(this.hashKey, `${ticket} ${email.trim().toLowerCase()}`)}`;
  }
}
