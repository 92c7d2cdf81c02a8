import { cleanCode } from '@subscription-site/shared/typed-text';
import { Body, Delete, HttpCode, Param, Post, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiBody, ApiOkResponse, ApiOperation, ApiParam } from '@nestjs/swagger';
import { Settings } from '../../../../platform/config/settings.js';
import { DomainError } from '../../../../platform/domain-error.js';
import { LimitPerIp } from '../../../../platform/security/rate-limit.guard.js';
import type { AuthenticatedCaller } from '../../access/authenticate-caller.js';
import { RegisteredGuard } from '../../access/http/registered.guard.js';
import { SessionCaller, SessionGuard } from '../../access/http/session.guard.js';
import { InvalidInputError } from '../../core/auth-errors.js';
import { requiredObject } from '../../passkeys/http/passkey-input.js';
import { AuthErrors } from '../../protocol/auth-documentation.js';
import { isUuid, readFields, smsChannel, text, type AuthInput } from '../../protocol/auth-input.js';
import { AUTH_LIMITS, AuthController } from '../../protocol/auth-routes.js';
import {
  SessionDocument,
  sessionResponse,
  type SessionResponse,
} from '../../sessions/http/session-response.js';
import { ChallengeFactor } from '../challenge-factor.js';
import { EnrollFactor } from '../enroll-factor.js';
import { RemoveFactor } from '../remove-factor.js';
import { VerifyFactor } from '../verify-factor.js';
import { VerifyWebauthnFactor } from '../verify-webauthn-factor.js';
import {
  ChallengeDocument,
  ChallengeFactorBody,
  EnrollFactorBody,
  EnrollmentDocument,
  RemovedFactorDocument,
  VerifyFactorBody,
} from './factor-documents.js';
import { factorName } from './factor-input.js';

const TOKEN_ERRORS = {
  401: ['no_authorization'],
  403: ['bad_jwt', 'user_not_found', 'session_not_found', 'user_banned', 'no_authorization'],
};
const ID = { name: 'id', schema: { type: 'string', format: 'uuid' } } as const;

/** MFA factors of the current user. */
@AuthController('MFA')
@UseGuards(SessionGuard, RegisteredGuard)
@ApiBearerAuth('session')
export class FactorsController {
  constructor(
    private readonly enrollFactor: EnrollFactor,
    private readonly challengeFactor: ChallengeFactor,
    private readonly verifyFactor: VerifyFactor,
    private readonly verifyWebauthnFactor: VerifyWebauthnFactor,
    private readonly removeFactor: RemoveFactor,
    private readonly settings: Settings,
  ) {}

  @Post('factors')
  @HttpCode(200)
  @LimitPerIp(AUTH_LIMITS.factors)
  @ApiOperation({
    summary: 'Enroll a factor',
    description:
      'The factor becomes active when it is first verified. Unverified factors are deleted after five minutes.',
  })
  @ApiBody({ type: EnrollFactorBody })
  @ApiOkResponse({ type: EnrollmentDocument })
  @AuthErrors({
    ...TOKEN_ERRORS,
    400: ['validation_failed', 'bad_json', 'bad_jwt'],
    403: [...TOKEN_ERRORS[403], 'insufficient_aal'],
    422: [
      'mfa_totp_enroll_not_enabled',
      'mfa_webauthn_enroll_not_enabled',
      'mfa_phone_enroll_not_enabled',
      'mfa_factor_name_conflict',
      'mfa_verified_factor_exists',
      'too_many_enrolled_mfa_factors',
    ],
  })
  async enroll(@SessionCaller() caller: AuthenticatedCaller, @Body() body: AuthInput): Promise<object> {
    const fields = readFields(body);
    const type = factorType(text(fields, 'factor_type'));
    const friendlyName = factorName(fields, 'friendly_name') ?? '';
    if (type === 'phone') {
      const requested = text(fields, 'phone') ?? '';
      const { id, phone } = await this.enrollFactor.enrollPhone(caller, { friendlyName, phone: requested });
      return { id, type, friendly_name: friendlyName, phone };
    }
    if (type === 'webauthn') {
      const { id } = await this.enrollFactor.enrollWebauthn(caller, { friendlyName });
      return { id, type, friendly_name: friendlyName };
    }
    const input = { friendlyName, issuer: factorName(fields, 'issuer') };
    const { id, secret, uri, qrCode } = await this.enrollFactor.enrollTotp(caller, input);
    return { id, type, friendly_name: friendlyName, totp: { qr_code: qrCode, secret, uri } };
  }

  @Post('factors/:id/challenge')
  @HttpCode(200)
  @LimitPerIp(AUTH_LIMITS.factorVerification)
  @ApiOperation({ summary: 'Create a challenge for a factor' })
  @ApiParam(ID)
  @ApiBody({ type: ChallengeFactorBody, required: false })
  @ApiOkResponse({ type: ChallengeDocument })
  @AuthErrors({
    ...TOKEN_ERRORS,
    400: ['bad_jwt', 'bad_json', 'validation_failed'],
    404: ['mfa_factor_not_found', 'validation_failed'],
    422: [
      'mfa_totp_verify_not_enabled',
      'mfa_webauthn_verify_not_enabled',
      'mfa_phone_verify_not_enabled',
      'sms_send_failed',
    ],
    429: ['over_sms_send_rate_limit'],
  })
  async challenge(
    @SessionCaller() caller: AuthenticatedCaller,
    @Param('id') id: string,
    @Body() body: AuthInput,
  ): Promise<object> {
    const fields = readFields(body);
    assertRelyingParty(fields, this.settings.auth.webauthn.rpId);
    const {
      id: challengeId,
      type,
      expiresAt,
      ceremony,
    } = await this.challengeFactor.challenge(caller, factorId(id), smsChannel(fields));
    const expires_at = Math.floor(expiresAt.getTime() / 1000);
    if (!ceremony) return { id: challengeId, type, expires_at };
    const credential_options = { publicKey: ceremony.options };
    return { id: challengeId, type, expires_at, webauthn: { type: ceremony.type, credential_options } };
  }

  @Post('factors/:id/verify')
  @HttpCode(200)
  @LimitPerIp(AUTH_LIMITS.factorVerification)
  @ApiOperation({
    summary: 'Verify a challenge',
    description: 'Returns a new refresh token and revokes the previous one. Each code works only once.',
  })
  @ApiParam(ID)
  @ApiBody({ type: VerifyFactorBody })
  @ApiOkResponse({ type: SessionDocument })
  @AuthErrors({
    ...TOKEN_ERRORS,
    400: ['validation_failed', 'bad_json', 'bad_jwt'],
    404: ['mfa_factor_not_found', 'validation_failed'],
    422: [
      'mfa_verification_failed',
      'mfa_challenge_expired',
      'mfa_ip_address_mismatch',
      'mfa_totp_verify_not_enabled',
      'mfa_webauthn_verify_not_enabled',
      'mfa_phone_verify_not_enabled',
      'webauthn_credential_exists',
    ],
  })
  async verify(
    @SessionCaller() caller: AuthenticatedCaller,
    @Param('id') id: string,
    @Body() body: AuthInput,
  ): Promise<SessionResponse> {
    const fields = readFields(body);
    const code = cleanCode(text(fields, 'code') ?? '');
    const challengeId = text(fields, 'challenge_id');
    const webauthn =
      fields.webauthn === undefined || fields.webauthn === null ? undefined : webAuthnResponse(fields);
    if (!code && !webauthn) throw new InvalidInputError('A code is required');
    if (challengeId === undefined || !isUuid(challengeId)) {
      throw new InvalidInputError('challenge_id must be an UUID');
    }
    const input = { factorId: factorId(id), challengeId: challengeId.toLowerCase() };
    const grant = webauthn
      ? await this.verifyWebauthnFactor.verify(caller, { ...input, response: webauthn })
      : await this.verifyFactor.verify(caller, { ...input, code });
    return sessionResponse(grant);
  }

  @Delete('factors/:id')
  @ApiOperation({ summary: 'Delete a factor' })
  @ApiParam(ID)
  @ApiOkResponse({ type: RemovedFactorDocument })
  @AuthErrors({
    ...TOKEN_ERRORS,
    400: ['bad_jwt'],
    404: ['mfa_factor_not_found', 'validation_failed'],
    422: ['insufficient_aal'],
  })
  async remove(
    @SessionCaller() caller: AuthenticatedCaller,
    @Param('id') id: string,
  ): Promise<{ id: string }> {
    const removedId = factorId(id);
    await this.removeFactor.byOwner(caller, removedId);
    return { id: removedId };
  }
}

/** The protocol returns 404 for a malformed id. */
export function factorId(value: string): string {
  if (!isUuid(value)) throw new DomainError('not_found', 'validation_failed', 'factor_id must be an UUID');
  return value.toLowerCase();
}

function factorType(type: string | undefined): 'totp' | 'phone' | 'webauthn' {
  if (type === 'totp' || type === 'phone' || type === 'webauthn') return type;
  throw new InvalidInputError('factor_type needs to be totp, phone, or webauthn');
}

/** Credentials for a different relying party could never be verified here. */
function assertRelyingParty(fields: AuthInput, rpId: string): void {
  const { webauthn } = fields;
  const requested =
    typeof webauthn === 'object' && webauthn !== null ? (webauthn as AuthInput).rpId : undefined;
  if (requested !== undefined && requested !== null && requested !== rpId) {
    throw new InvalidInputError(`webauthn.rpId must be ${rpId}`);
  }
}

function webAuthnResponse(fields: AuthInput): object {
  return requiredObject(requiredObject(fields, 'webauthn') as AuthInput, 'credential_response');
}
