import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import { Clock } from '../../../../platform/clock/clock.js';
import { Settings } from '../../../../platform/config/settings.js';
import type { CodeChallenge } from '../../domain/code-challenge.js';
import type { ProviderTokens } from '../../domain/identity-providers.js';
import { FlowStatesRepository } from '../../persistence/flow-states.repository.js';
import { encryptTokens } from '../providers/encrypted-tokens.js';
import { hashSecret, newSecret } from '../secrets.js';

/** A code crosses one redirect and one call; longer it need not live. */
const CODE_SECONDS = 300;

/** Flows that end with a code for the client that asked, instead of a session for the person who follows the link. */
@Injectable()
export class Flows {
  constructor(
    private readonly flows: FlowStatesRepository,
    private readonly settings: Settings,
    private readonly clock: Clock,
  ) {}

  /** In the transaction that asks for the link. The flow's id, to be sent along with the wish; none without a challenge. */
  async begin(userId: string, challenge: CodeChallenge | undefined): Promise<{ flowId?: string }> {
    return challenge ? { flowId: await this.beginWith(userId, challenge) } : {};
  }

  /** The same where there is a challenge; for a session that goes on, instead of one that is opened. */
  async beginWith(
    userId: string,
    challenge: CodeChallenge,
    sessionId: string | null = null,
  ): Promise<string> {
    const flowId = uuid();
    // Twice a link's life: emails may leave late, and a link must not outlive its flow.
    const expiresAt = this.clock.in(2 * this.settings.auth.linkSeconds);
    const now = this.clock.now();
    await this.flows.insert({ ...challenge, id: flowId, userId, sessionId, now, expiresAt });
    return flowId;
  }

  /**
   * In the transaction that uses the link up: the code by which the client gets its session within five minutes, and with it the
   * tokens of the provider that it came from.
   */
  async complete(flowId: string, method: string, tokens?: ProviderTokens): Promise<string> {
    const code = newSecret();
    await this.flows.complete({
      id: flowId,
      method,
      codeHash: hashSecret(code),
      codeExpiresAt: this.clock.in(CODE_SECONDS),
      providerTokens: tokens === undefined ? null : encryptTokens(code, tokens),
    });
    return code;
  }
}
