import { Body, HttpCode, Post, UseGuards } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { LimitPerIp } from '../../../../platform/security/rate-limit.guard.js';
import { CaptchaBody } from '../../protocol/protocol-documents.js';
import { AuthErrors } from '../../protocol/auth-documentation.js';
import { captchaToken, readFields, type AuthInput } from '../../protocol/auth-input.js';
import { AUTH_LIMITS, AuthController } from '../../protocol/auth-routes.js';
import {
  SessionDocument,
  sessionResponse,
  type SessionResponse,
} from '../../sessions/http/session-response.js';
import { PasskeyCredentialBody, RequestOptionsDocument } from './passkey-documents.js';
import { challengeResponse, passkeyCredential } from './passkey-input.js';
import { PasskeysEnabledGuard } from './passkeys-enabled.guard.js';
import { SignInWithPasskey } from '../sign-in-with-passkey.js';

@AuthController('Passkeys')
@UseGuards(PasskeysEnabledGuard)
export class PasskeySignInController {
  constructor(private readonly signInWithPasskey: SignInWithPasskey) {}

  @Post('passkeys/authentication/options')
  @HttpCode(200)
  @LimitPerIp(AUTH_LIMITS.passkeys)
  @ApiOperation({ summary: 'Create options for signing in with a passkey' })
  @ApiBody({ type: CaptchaBody, required: false })
  @ApiOkResponse({ type: RequestOptionsDocument })
  @AuthErrors({ 400: ['bad_json', 'captcha_failed'], 404: ['passkey_disabled'] })
  async options(@Body() body: AuthInput): Promise<RequestOptionsDocument> {
    return challengeResponse(await this.signInWithPasskey.createOptions(captchaToken(readFields(body))));
  }

  @Post('passkeys/authentication/verify')
  @HttpCode(200)
  @LimitPerIp(AUTH_LIMITS.passkeys)
  @ApiOperation({ summary: 'Sign in with a passkey' })
  @ApiBody({ type: PasskeyCredentialBody })
  @ApiOkResponse({ type: SessionDocument })
  @AuthErrors({
    400: [
      'bad_json',
      'validation_failed',
      'webauthn_challenge_not_found',
      'webauthn_challenge_expired',
      'webauthn_verification_failed',
    ],
    403: ['email_not_confirmed', 'user_banned'],
    404: ['passkey_disabled'],
  })
  async signIn(@Body() body: AuthInput): Promise<SessionResponse> {
    const { challengeId, credential } = passkeyCredential(readFields(body));
    return sessionResponse(await this.signInWithPasskey.signIn(challengeId, credential));
  }
}
