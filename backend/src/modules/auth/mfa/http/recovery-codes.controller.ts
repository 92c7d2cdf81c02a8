import { Body, Get, HttpCode, Post, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiBody, ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { LimitPerIp } from '../../../../platform/security/rate-limit.guard.js';
import type { AuthenticatedCaller } from '../../access/authenticate-caller.js';
import { RegisteredGuard } from '../../access/http/registered.guard.js';
import { SessionCaller, SessionGuard } from '../../access/http/session.guard.js';
import { AuthErrors } from '../../protocol/auth-documentation.js';
import { readFields, type AuthInput } from '../../protocol/auth-input.js';
import { AUTH_LIMITS, AuthController } from '../../protocol/auth-routes.js';
import {
  SessionDocument,
  sessionResponse,
  type SessionResponse,
} from '../../sessions/http/session-response.js';
import { RecoveryCodes } from '../recovery-codes.js';
import { UseRecoveryCode } from '../use-recovery-code.js';
import {
  RecoveryCodesDocument,
  RecoveryCodesStateDocument,
  UseRecoveryCodeBody,
} from './factor-documents.js';
import { recoveryCode } from './factor-input.js';

const TOKEN_ERRORS = {
  400: ['bad_jwt'],
  401: ['no_authorization'],
  403: ['bad_jwt', 'user_not_found', 'session_not_found', 'user_banned', 'no_authorization'],
};

/** Recovery codes for users who lost their MFA device. A custom extension of the protocol. */
@AuthController('MFA')
@UseGuards(SessionGuard, RegisteredGuard)
@ApiBearerAuth('session')
export class RecoveryCodesController {
  constructor(
    private readonly recoveryCodes: RecoveryCodes,
    private readonly useRecoveryCode: UseRecoveryCode,
  ) {}

  @Get('recovery-codes')
  @ApiOperation({ summary: 'Retrieve the number of remaining recovery codes' })
  @ApiOkResponse({ type: RecoveryCodesStateDocument })
  @AuthErrors(TOKEN_ERRORS)
  async state(@SessionCaller() { userId }: AuthenticatedCaller): Promise<RecoveryCodesStateDocument> {
    const set = await this.recoveryCodes.findSet(userId);
    return { remaining: set?.remaining ?? 0, created_at: set?.codesGeneratedAt?.toISOString() ?? null };
  }

  @Post('recovery-codes')
  @HttpCode(200)
  @LimitPerIp(AUTH_LIMITS.factors)
  @ApiOperation({
    summary: 'Generate ten recovery codes',
    description: 'The codes are shown only once and replace all earlier ones. Requires an `aal2` session.',
  })
  @ApiOkResponse({ type: RecoveryCodesDocument })
  @AuthErrors({
    ...TOKEN_ERRORS,
    403: [...TOKEN_ERRORS[403], 'insufficient_aal'],
    404: ['mfa_factor_not_found'],
  })
  async generate(@SessionCaller() caller: AuthenticatedCaller): Promise<RecoveryCodesDocument> {
    const { codes } = await this.recoveryCodes.generate(caller);
    return { codes };
  }

  @Post('recovery-codes/verify')
  @HttpCode(200)
  @LimitPerIp(AUTH_LIMITS.factorVerification)
  @ApiOperation({
    summary: 'Verify a recovery code instead of a factor',
    description: 'Each code works only once. Returns a new refresh token and revokes the previous one.',
  })
  @ApiBody({ type: UseRecoveryCodeBody })
  @ApiOkResponse({ type: SessionDocument })
  @AuthErrors({
    ...TOKEN_ERRORS,
    400: [...TOKEN_ERRORS[400], 'validation_failed', 'bad_json'],
    404: ['mfa_factor_not_found'],
    422: ['mfa_verification_failed'],
  })
  async use(@SessionCaller() caller: AuthenticatedCaller, @Body() body: AuthInput): Promise<SessionResponse> {
    return sessionResponse(await this.useRecoveryCode.use(caller, recoveryCode(readFields(body))));
  }
}
