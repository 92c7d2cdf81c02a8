import { Body, Delete, Get, HttpCode, Post, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiBody, ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { LimitPerAddress } from '../../../platform/security/rate-limit.guard.js';
import { RecoveryCodes } from '../application/factors/recovery-codes.js';
import { UseRecoveryCode } from '../application/factors/use-recovery-code.js';
import type { AuthenticatedCaller } from '../application/sessions/authenticate-caller.js';
import { FactorExistsError, FactorNotFoundError, LastFactorError } from '../domain/factor-errors.js';
import { RegisteredGuard } from './guards/registered.guard.js';
import { SessionCaller, SessionGuard } from './guards/session.guard.js';
import { SessionDocument } from './wire/documents.js';
import {
  RecoveryFactorBody,
  RecoveryFactorDocument,
  RecoveryFactorStateDocument,
  RemovedFactorDocument,
  UseRecoveryCodeBody,
} from './wire/factor-documents.js';
import { factorName } from './wire/factor-input.js';
import { recoveryCode } from './wire/recovery-code-input.js';
import { sessionResponse, type SessionResponse } from './wire/session-response.js';
import { WireErrors } from './wire/wire-documentation.js';
import { fieldsOf, type WireInput } from './wire/wire-input.js';
import { WIRE_LIMITS, WireController } from './wire/wire-routes.js';

const ERRORS = {
  400: ['bad_jwt'],
  401: ['no_authorization'],
  403: ['bad_jwt', 'user_not_found', 'session_not_found', 'user_banned', 'no_authorization'],
};
const AAL_ERRORS = { ...ERRORS, 403: [...ERRORS[403], 'insufficient_aal'] };
const TOTAL = 10;
const TYPE = 'recovery_code';

/**
 * The same codes by the calls that newer client libraries make. Those take the set for a factor, by the id under which it is listed
 * among the others; the dashes in the codes, which do not count, are left out.
 */
@WireController('Second factors')
@UseGuards(SessionGuard, RegisteredGuard)
@ApiBearerAuth('session')
export class FactorRecoveryCodesController {
  constructor(
    private readonly recoveryCodes: RecoveryCodes,
    private readonly useRecoveryCode: UseRecoveryCode,
  ) {}

  @Get('factors/recovery-codes')
  @ApiOperation({ summary: 'How many recovery codes are left, as newer client libraries ask' })
  @ApiOkResponse({ type: RecoveryFactorStateDocument })
  @WireErrors({ ...ERRORS, 404: ['mfa_factor_not_found'] })
  async state(@SessionCaller() { userId }: AuthenticatedCaller): Promise<RecoveryFactorStateDocument> {
    const set = await this.recoveryCodes.findSet(userId);
    if (!set) throw new FactorNotFoundError();
    return { id: set.id, type: TYPE, total: TOTAL, remaining: set.remaining };
  }

  @Post('factors/recovery-codes')
  @HttpCode(200)
  @LimitPerAddress(WIRE_LIMITS.factors)
  @ApiOperation({ summary: 'Make the first ten recovery codes' })
  @ApiBody({ type: RecoveryFactorBody, required: false })
  @ApiOkResponse({ type: RecoveryFactorDocument })
  @WireErrors({
    ...AAL_ERRORS,
    400: ['bad_jwt', 'validation_failed', 'bad_json'],
    422: ['mfa_recovery_codes_sole_factor', 'mfa_verified_factor_exists', 'mfa_factor_name_conflict'],
  })
  async generate(
    @SessionCaller() caller: AuthenticatedCaller,
    @Body() body: WireInput,
  ): Promise<RecoveryFactorDocument> {
    const name = factorName(fieldsOf(body), 'friendly_name');
    if (await this.recoveryCodes.findSet(caller.userId)) {
      throw new FactorExistsError('Recovery codes exist already: regenerate them');
    }
    return this.made(caller, name);
  }

  @Post('factors/recovery-codes/regenerate')
  @HttpCode(200)
  @LimitPerAddress(WIRE_LIMITS.factors)
  @ApiOperation({ summary: 'Make ten recovery codes in the place of all earlier ones' })
  @ApiOkResponse({ type: RecoveryFactorDocument })
  @WireErrors({
    ...AAL_ERRORS,
    404: ['mfa_factor_not_found'],
    422: ['mfa_recovery_codes_sole_factor'],
  })
  async regenerate(@SessionCaller() caller: AuthenticatedCaller): Promise<RecoveryFactorDocument> {
    await this.state(caller);
    return this.made(caller);
  }

  @Post('factors/recovery-codes/verify')
  @HttpCode(200)
  @LimitPerAddress(WIRE_LIMITS.factorProof)
  @ApiOperation({ summary: 'Show a recovery code, as newer client libraries do' })
  @ApiBody({ type: UseRecoveryCodeBody })
  @ApiOkResponse({ type: SessionDocument })
  @WireErrors({
    ...ERRORS,
    400: ['bad_jwt', 'validation_failed', 'bad_json'],
    404: ['mfa_factor_not_found'],
    422: ['mfa_verification_failed'],
  })
  async use(@SessionCaller() caller: AuthenticatedCaller, @Body() body: WireInput): Promise<SessionResponse> {
    return sessionResponse(await this.useRecoveryCode.use(caller, recoveryCode(fieldsOf(body))));
  }

  @Delete('factors/recovery-codes')
  @ApiOperation({ summary: 'Take the recovery codes away' })
  @ApiOkResponse({ type: RemovedFactorDocument })
  @WireErrors({ ...AAL_ERRORS, 404: ['mfa_factor_not_found'] })
  async remove(@SessionCaller() caller: AuthenticatedCaller): Promise<RemovedFactorDocument> {
    return { id: await this.recoveryCodes.remove(caller) };
  }

  private async made(caller: AuthenticatedCaller, name?: string): Promise<RecoveryFactorDocument> {
    try {
      const { id, friendlyName, codes } = await this.recoveryCodes.generate(caller, name);
      return {
        id,
        type: TYPE,
        friendly_name: friendlyName,
        total: TOTAL,
        codes: codes.map((code) => code.replaceAll('-', '')),
      };
    } catch (error) {
      throw error instanceof FactorNotFoundError ? new LastFactorError() : error;
    }
  }
}
