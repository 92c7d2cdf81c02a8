import { Body, Delete, HttpCode, Param, Post, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiBody, ApiOkResponse, ApiOperation, ApiParam } from '@nestjs/swagger';
import { DomainError } from '../../../platform/errors/domain-error.js';
import { LimitPerAddress } from '../../../platform/security/rate-limit.guard.js';
import { EnrollFactor } from '../application/factors/enroll-factor.js';
import { RemoveFactor } from '../application/factors/remove-factor.js';
import { VerifyFactor } from '../application/factors/verify-factor.js';
import type { ProvenCaller } from '../application/sessions/callers.js';
import { InvalidInputError, SwitchedOffError } from '../domain/auth-errors.js';
import { SessionCaller, SessionGuard } from './guards/session.guard.js';
import { SessionDocument } from './wire/documents.js';
import {
  ChallengeDocument,
  EnrolFactorBody,
  EnrolmentDocument,
  RemovedFactorDocument,
  VerifyFactorBody,
} from './wire/factor-documents.js';
import { sessionAnswer, type SessionAnswer } from './wire/session-answer.js';
import { isUuid } from './wire/user-input.js';
import { WireRefuses } from './wire/wire-documentation.js';
import { fieldsOf, text, type WireInput } from './wire/wire-input.js';
import { WIRE_LIMITS, WireController } from './wire/wire-routes.js';

const TOKEN_REFUSALS = {
  401: ['no_authorization'],
  403: ['bad_jwt', 'user_not_found', 'session_not_found', 'user_banned'],
};
const LONGEST_NAME = 100;
const ID = { name: 'id', schema: { type: 'string', format: 'uuid' } } as const;

/** Second factors of a signed-in person. */
@WireController('Second factors')
@UseGuards(SessionGuard)
@ApiBearerAuth('session')
export class FactorsController {
  constructor(
    private readonly enrolling: EnrollFactor,
    private readonly verifying: VerifyFactor,
    private readonly removing: RemoveFactor,
  ) {}

  @Post('factors')
  @HttpCode(200)
  @LimitPerAddress(WIRE_LIMITS.factors)
  @ApiOperation({
    summary: 'Begin a second factor',
    description: 'It counts from the first right code on, and is forgotten after five minutes without one.',
  })
  @ApiBody({ type: EnrolFactorBody })
  @ApiOkResponse({ type: EnrolmentDocument })
  @WireRefuses({
    ...TOKEN_REFUSALS,
    400: ['validation_failed', 'bad_json', 'bad_jwt'],
    403: [...TOKEN_REFUSALS[403], 'insufficient_aal'],
    422: ['mfa_totp_enroll_not_enabled', 'mfa_factor_name_conflict', 'too_many_enrolled_mfa_factors'],
  })
  async enroll(@SessionCaller() caller: ProvenCaller, @Body() body: WireInput): Promise<object> {
    const fields = fieldsOf(body);
    assertTotp(text(fields, 'factor_type'));
    const { id, friendlyName, secret, uri, picture } = await this.enrolling.enroll(caller, {
      friendlyName: name(fields, 'friendly_name') ?? '',
      issuer: name(fields, 'issuer'),
    });
    return { id, type: 'totp', friendly_name: friendlyName, totp: { qr_code: picture, secret, uri } };
  }

  @Post('factors/:id/challenge')
  @HttpCode(200)
  @LimitPerAddress(WIRE_LIMITS.factorProof)
  @ApiOperation({ summary: 'Ask to be asked for a code' })
  @ApiParam(ID)
  @ApiOkResponse({ type: ChallengeDocument })
  @WireRefuses({
    ...TOKEN_REFUSALS,
    400: ['bad_jwt'],
    404: ['mfa_factor_not_found', 'validation_failed'],
    422: ['mfa_totp_verify_not_enabled'],
  })
  async challenge(@SessionCaller() caller: ProvenCaller, @Param('id') id: string): Promise<object> {
    const challenge = await this.verifying.challenge(caller, factorId(id));
    const expires_at = Math.floor(challenge.expiresAt.getTime() / 1000);
    return { id: challenge.id, type: 'totp', expires_at };
  }

  @Post('factors/:id/verify')
  @HttpCode(200)
  @LimitPerAddress(WIRE_LIMITS.factorProof)
  @ApiOperation({
    summary: 'Show the code of the moment',
    description: 'The session gets a new refresh token; the one before is dead. No code works twice.',
  })
  @ApiParam(ID)
  @ApiBody({ type: VerifyFactorBody })
  @ApiOkResponse({ type: SessionDocument })
  @WireRefuses({
    ...TOKEN_REFUSALS,
    400: ['validation_failed', 'bad_json', 'bad_jwt'],
    404: ['mfa_factor_not_found', 'validation_failed'],
    422: [
      'mfa_verification_failed',
      'mfa_challenge_expired',
      'mfa_ip_address_mismatch',
      'mfa_totp_verify_not_enabled',
    ],
  })
  async verify(
    @SessionCaller() caller: ProvenCaller,
    @Param('id') id: string,
    @Body() body: WireInput,
  ): Promise<SessionAnswer> {
    const fields = fieldsOf(body);
    const code = text(fields, 'code')?.trim();
    const challengeId = text(fields, 'challenge_id');
    if (!code) throw new InvalidInputError('A code is required');
    if (challengeId === undefined || !isUuid(challengeId)) {
      throw new InvalidInputError('challenge_id must be an UUID');
    }
    const given = { factorId: factorId(id), challengeId: challengeId.toLowerCase(), code };
    return sessionAnswer(await this.verifying.verify(caller, given));
  }

  @Delete('factors/:id')
  @ApiOperation({ summary: 'Take a second factor away' })
  @ApiParam(ID)
  @ApiOkResponse({ type: RemovedFactorDocument })
  @WireRefuses({
    ...TOKEN_REFUSALS,
    400: ['bad_jwt'],
    404: ['mfa_factor_not_found', 'validation_failed'],
    422: ['insufficient_aal'],
  })
  async remove(@SessionCaller() caller: ProvenCaller, @Param('id') id: string): Promise<{ id: string }> {
    const known = factorId(id);
    await this.removing.byOwner(caller, known);
    return { id: known };
  }
}

/** The protocol calls a malformed id "not found". */
export function factorId(value: string): string {
  if (!isUuid(value)) throw new DomainError('not_found', 'validation_failed', 'factor_id must be an UUID');
  return value.toLowerCase();
}

function assertTotp(type: string | undefined): void {
  if (type === 'totp') return;
  if (type === 'phone' || type === 'webauthn') {
    throw new SwitchedOffError(
      'invalid',
      `mfa_${type}_enroll_not_enabled`,
      `MFA enroll is disabled for ${type}`,
    );
  }
  throw new InvalidInputError('factor_type needs to be totp, phone, or webauthn');
}

/** Shown in apps and lists: short, and without what a database or a screen cannot hold. */
function name(fields: WireInput, field: string): string | undefined {
  const value = text(fields, field)?.trim();
  if (value === undefined || value === '') return undefined;
  if ([...value].length > LONGEST_NAME || /[\p{Cc}\p{Cs}]/u.test(value)) {
    throw new InvalidInputError(`${field} has at most ${LONGEST_NAME} characters, none of them unprintable`);
  }
  return value;
}
