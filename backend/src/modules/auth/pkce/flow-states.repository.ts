import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { FlowStateEntity } from './flow-state.entity.js';

/** A flow whose link has been followed. */
export type CompletedFlow = FlowStateEntity & { method: string; codeExpiresAt: Date };

/** PKCE flows. */
@Injectable()
export class FlowStatesRepository {
  constructor(private readonly database: Database) {}

  async insert(
    flow: Pick<
      FlowStateEntity,
      'id' | 'userId' | 'sessionId' | 'codeChallenge' | 'codeChallengeMethod' | 'createdAt' | 'expiresAt'
    >,
  ): Promise<void> {
    await this.database.em.insert(FlowStateEntity, flow);
  }

  /** Stores the code once the link has been followed. */
  async complete(
    id: string,
    code: Pick<CompletedFlow, 'method' | 'codeHash' | 'codeExpiresAt' | 'providerTokens'>,
  ): Promise<void> {
    await this.database.em.nativeUpdate(FlowStateEntity, { id }, code);
  }

  findByCode(codeHash: Buffer): Promise<CompletedFlow | null> {
    return this.database.em.findOne(FlowStateEntity, { codeHash }) as Promise<CompletedFlow | null>;
  }

  /** False if the code was already used or revoked. */
  async remove(id: string): Promise<boolean> {
    return (await this.database.em.nativeDelete(FlowStateEntity, { id })) > 0;
  }
}
