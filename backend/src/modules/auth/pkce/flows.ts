import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import { RealClock } from '../../../platform/clock.js';
import { Settings } from '../../../platform/config/settings.js';
import { type ProviderTokens, encryptTokens } from '../core/provider-tokens.js';
import { hashSecret, newSecret } from '../core/secrets.js';
import type { CodeChallenge } from './code-challenge.js';
import { FlowStatesRepository } from './flow-states.repository.js';

/** The code only has to survive one redirect and one request. */
const CODE_SECONDS = 300;

/** PKCE flows: they end with an authorization code for the client instead of a session for the browser that follows the link. */
@Injectable()
export class Flows {
  constructor(
    private readonly flows: FlowStatesRepository,
    private readonly settings: Settings,
    private readonly clock: RealClock,
  ) {}

  /** Call inside the transaction that requests the link. Returns the flow's id for the event payload; nothing without a challenge. */
  async begin(userId: string, challenge: CodeChallenge | undefined): Promise<{ flowId?: string }> {
    return challenge ? { flowId: await this.beginWith(userId, challenge) } : {};
  }

  /** With `sessionId`, the flow continues that session instead of opening a new one. */
  async beginWith(
    userId: string,
    challenge: CodeChallenge,
    sessionId: string | null = null,
  ): Promise<string> {
    const flowId = uuid();
    // Twice the link's lifetime: emails may be delayed, and a link must not outlive its flow.
    const expiresAt = this.clock.in(2 * this.settings.auth.linkSeconds);
    await this.flows.insert({
      id: flowId,
      userId,
      sessionId,
      codeChallenge: challenge.challenge,
      codeChallengeMethod: challenge.method,
      createdAt: this.clock.now(),
      expiresAt,
    });
    return flowId;
  }

  /**
   * Call inside the transaction that consumes the link. Returns the code that the client exchanges for its session and, after a
   * provider sign-in, for the provider's tokens.
   */
  async complete(flowId: string, method: string, tokens?: ProviderTokens): Promise<string> {
    const code = newSecret();
    await this.flows.complete(flowId, {
      method,
      codeHash: hashSecret(code),
      codeExpiresAt: this.clock.in(CODE_SECONDS),
      providerTokens: tokens === undefined ? null : encryptTokens(code, tokens),
    });
    return code;
  }
}
