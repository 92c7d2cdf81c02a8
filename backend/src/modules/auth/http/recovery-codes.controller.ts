import { Body, Get, HttpCode, Post, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiBody, ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { LimitPerAddress } from '../../../platform/security/rate-limit.guard.js';
import { RecoveryCodes } from '../application/factors/recovery-codes.js';
import { UseRecoveryCode } from '../application/factors/use-recovery-code.js';
import type { ProvenCaller } from '../application/sessions/callers.js';
import { RegisteredGuard } from './guards/registered.guard.js';
import { SessionCaller, SessionGuard } from './guards/session.guard.js';
import { SessionDocument } from './wire/documents.js';
import {
  RecoveryCodesDocument,
  RecoveryCodesStateDocument,
  UseRecoveryCodeBody,
} from './wire/factor-documents.js';
import { recoveryCode } from './wire/recovery-code-input.js';
import { sessionAnswer, type SessionAnswer } from './wire/session-answer.js';
import { WireRefuses } from './wire/wire-documentation.js';
import { fieldsOf, type WireInput } from './wire/wire-input.js';
import { WIRE_LIMITS, WireController } from './wire/wire-routes.js';

const TOKEN_REFUSALS = {
  400: ['bad_jwt'],
  401: ['no_authorization'],
  403: ['bad_jwt', 'user_not_found', 'session_not_found', 'user_banned', 'no_authorization'],
};

/** Codes for who has lost his second factor. An addition of ours to the protocol. */
@WireController('Second factors')
@UseGuards(SessionGuard, RegisteredGuard)
@ApiBearerAuth('session')
export class RecoveryCodesController {
  constructor(
    private readonly codes: RecoveryCodes,
    private readonly using: UseRecoveryCode,
  ) {}

  @Get('recovery-codes')
  @ApiOperation({ summary: 'How many recovery codes are left' })
  @ApiOkResponse({ type: RecoveryCodesStateDocument })
  @WireRefuses(TOKEN_REFUSALS)
  async state(@SessionCaller() { accountId }: ProvenCaller): Promise<RecoveryCodesStateDocument> {
    const set = await this.codes.setOf(accountId);
    return { remaining: set?.remaining ?? 0, created_at: set?.codesMadeAt?.toISOString() ?? null };
  }

  @Post('recovery-codes')
  @HttpCode(200)
  @LimitPerAddress(WIRE_LIMITS.factors)
  @ApiOperation({
    summary: 'Make ten recovery codes',
    description:
      'Shown this once; all earlier ones work no more. For a session that has shown a second factor.',
  })
  @ApiOkResponse({ type: RecoveryCodesDocument })
  @WireRefuses({
    ...TOKEN_REFUSALS,
    403: [...TOKEN_REFUSALS[403], 'insufficient_aal'],
    404: ['mfa_factor_not_found'],
  })
  async make(@SessionCaller() caller: ProvenCaller): Promise<RecoveryCodesDocument> {
    const { codes } = await this.codes.make(caller);
    return { codes };
  }

  @Post('recovery-codes/verify')
  @HttpCode(200)
  @LimitPerAddress(WIRE_LIMITS.factorProof)
  @ApiOperation({
    summary: 'Show a recovery code instead of the second factor',
    description: 'Each works once. The session gets a new refresh token; the one before is dead.',
  })
  @ApiBody({ type: UseRecoveryCodeBody })
  @ApiOkResponse({ type: SessionDocument })
  @WireRefuses({
    ...TOKEN_REFUSALS,
    400: [...TOKEN_REFUSALS[400], 'validation_failed', 'bad_json'],
    404: ['mfa_factor_not_found'],
    422: ['mfa_verification_failed'],
  })
  async use(@SessionCaller() caller: ProvenCaller, @Body() body: WireInput): Promise<SessionAnswer> {
    return sessionAnswer(await this.using.use(caller, recoveryCode(fieldsOf(body))));
  }
}
