import { Body, Delete, Get, HttpCode, Post, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiBody, ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { LimitPerIp } from '../../../../platform/security/rate-limit.guard.js';
import type { AuthenticatedCaller } from '../../access/authenticate-caller.js';
import { RegisteredGuard } from '../../access/http/registered.guard.js';
import { SessionCaller, SessionGuard } from '../../access/http/session.guard.js';
import {
  FactorExistsError,
  FactorNotFoundError,
  RecoveryCodesLastFactorError,
} from '../../factors/factor-errors.js';
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
  RecoveryFactorBody,
  RecoveryFactorDocument,
  RecoveryFactorStateDocument,
  RemovedFactorDocument,
  UseRecoveryCodeBody,
} from './factor-documents.js';
import { factorName, recoveryCode } from './factor-input.js';

const ERRORS = {
  400: ['bad_jwt'],
  401: ['no_authorization'],
  403: ['bad_jwt', 'user_not_found', 'session_not_found', 'user_banned', 'no_authorization'],
};
const AAL_ERRORS = { ...ERRORS, 403: [...ERRORS[403], 'insufficient_aal'] };
const CODE_COUNT = 10;
const FACTOR_TYPE = 'recovery_code';

/**
 * Recovery codes through the API of newer client libraries, which treat the set of codes as a factor with its own ID. Codes are
 * returned without the optional dashes.
 */
@AuthController('MFA')
@UseGuards(SessionGuard, RegisteredGuard)
@ApiBearerAuth('session')
export class FactorRecoveryCodesController {
  constructor(
    private readonly recoveryCodes: RecoveryCodes,
    private readonly useRecoveryCode: UseRecoveryCode,
  ) {}

  @Get('factors/recovery-codes')
  @ApiOperation({ summary: 'Retrieve the number of remaining recovery codes (newer clients)' })
  @ApiOkResponse({ type: RecoveryFactorStateDocument })
  @AuthErrors({ ...ERRORS, 404: ['mfa_factor_not_found'] })
  async state(@SessionCaller() { userId }: AuthenticatedCaller): Promise<RecoveryFactorStateDocument> {
    const set = await this.recoveryCodes.findSet(userId);
    if (!set) throw new FactorNotFoundError();
    return { id: set.id, type: FACTOR_TYPE, total: CODE_COUNT, remaining: set.remaining };
  }

  @Post('factors/recovery-codes')
  @HttpCode(200)
  @LimitPerIp(AUTH_LIMITS.factors)
  @ApiOperation({ summary: 'Generate recovery codes for the first time (newer clients)' })
  @ApiBody({ type: RecoveryFactorBody, required: false })
  @ApiOkResponse({ type: RecoveryFactorDocument })
  @AuthErrors({
    ...AAL_ERRORS,
    400: ['bad_jwt', 'validation_failed', 'bad_json'],
    422: ['mfa_recovery_codes_sole_factor', 'mfa_verified_factor_exists', 'mfa_factor_name_conflict'],
  })
  async generate(
    @SessionCaller() caller: AuthenticatedCaller,
    @Body() body: AuthInput,
  ): Promise<RecoveryFactorDocument> {
    const name = factorName(readFields(body), 'friendly_name');
    if (await this.recoveryCodes.findSet(caller.userId)) {
      throw new FactorExistsError('Recovery codes already exist. Regenerate them instead.');
    }
    return this.generateCodes(caller, name);
  }

  @Post('factors/recovery-codes/regenerate')
  @HttpCode(200)
  @LimitPerIp(AUTH_LIMITS.factors)
  @ApiOperation({ summary: 'Replace all recovery codes (newer clients)' })
  @ApiOkResponse({ type: RecoveryFactorDocument })
  @AuthErrors({
    ...AAL_ERRORS,
    404: ['mfa_factor_not_found'],
    422: ['mfa_recovery_codes_sole_factor'],
  })
  async regenerate(@SessionCaller() caller: AuthenticatedCaller): Promise<RecoveryFactorDocument> {
    await this.state(caller);
    return this.generateCodes(caller);
  }

  @Post('factors/recovery-codes/verify')
  @HttpCode(200)
  @LimitPerIp(AUTH_LIMITS.factorVerification)
  @ApiOperation({ summary: 'Verify a recovery code (newer clients)' })
  @ApiBody({ type: UseRecoveryCodeBody })
  @ApiOkResponse({ type: SessionDocument })
  @AuthErrors({
    ...ERRORS,
    400: ['bad_jwt', 'validation_failed', 'bad_json'],
    404: ['mfa_factor_not_found'],
    422: ['mfa_verification_failed'],
  })
  async use(@SessionCaller() caller: AuthenticatedCaller, @Body() body: AuthInput): Promise<SessionResponse> {
    return sessionResponse(await this.useRecoveryCode.use(caller, recoveryCode(readFields(body))));
  }

  @Delete('factors/recovery-codes')
  @ApiOperation({ summary: 'Delete all recovery codes (newer clients)' })
  @ApiOkResponse({ type: RemovedFactorDocument })
  @AuthErrors({ ...AAL_ERRORS, 404: ['mfa_factor_not_found'] })
  async remove(@SessionCaller() caller: AuthenticatedCaller): Promise<RemovedFactorDocument> {
    return { id: await this.recoveryCodes.remove(caller) };
  }

  private async generateCodes(caller: AuthenticatedCaller, name?: string): Promise<RecoveryFactorDocument> {
    try {
      const { id, friendlyName, codes } = await this.recoveryCodes.generate(caller, name);
      return {
        id,
        type: FACTOR_TYPE,
        friendly_name: friendlyName,
        total: CODE_COUNT,
        codes: codes.map((code) => code.replaceAll('-', '')),
      };
    } catch (error) {
      throw error instanceof FactorNotFoundError ? new RecoveryCodesLastFactorError() : error;
    }
  }
}
