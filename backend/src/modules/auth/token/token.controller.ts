import { cleanEmail } from '@subscription-site/shared/typed-text';
import { Body, HttpCode, Post, Query, Req } from '@nestjs/common';
import {
  ApiBody,
  ApiExtraModels,
  ApiOkResponse,
  ApiOperation,
  ApiQuery,
  getSchemaPath,
} from '@nestjs/swagger';
import type { Request } from 'express';
import { DomainError } from '../../../platform/domain-error.js';
import { LimitPerIp } from '../../../platform/security/rate-limit.guard.js';
import { AuthenticateCaller } from '../access/authenticate-caller.js';
import { bearerToken } from '../access/http/bearer.strategy.js';
import { MissingTokenError } from '../access/session-errors.js';
import { InvalidInputError } from '../core/auth-errors.js';
import { parsePhoneNumber } from '../core/email-and-phone.js';
import { SignInWithIdToken } from '../oauth/sign-in-with-id-token.js';
import { SignInWithPassword } from '../passwords/sign-in-with-password.js';
import { ExchangeCode } from '../pkce/exchange-code.js';
import { AuthErrors } from '../protocol/auth-documentation.js';
import { captchaToken, readFields, flag, text, type AuthInput } from '../protocol/auth-input.js';
import { AUTH_LIMITS, AuthController } from '../protocol/auth-routes.js';
import { SessionDocument, sessionResponse, type SessionResponse } from '../sessions/http/session-response.js';
import { RotateSession } from '../sessions/rotate-session.js';
import type { SessionGrant } from '../sessions/session-grants.js';
import { SignInWithWallet } from '../web3/sign-in-with-wallet.js';
import {
  CodeGrantBody,
  RefreshGrantBody,
  PasswordGrantBody,
  WalletGrantBody,
  IdTokenGrantBody,
} from './token-documents.js';

const TOKEN_ERRORS = {
  400: [
    'invalid_credentials',
    'email_not_confirmed',
    'phone_not_confirmed',
    'user_banned',
    'validation_failed',
    'bad_json',
    'captcha_failed',
    'provider_disabled',
    'refresh_token_not_found',
    'refresh_token_already_used',
    'session_expired',
    'bad_code_verifier',
    'web3_unsupported_chain',
  ],
  401: ['no_authorization', 'insufficient_aal'],
  403: ['user_banned', 'bad_jwt', 'session_not_found', 'user_not_found'],
  404: ['flow_state_not_found', 'manual_linking_disabled'],
  422: [
    'email_provider_disabled',
    'phone_provider_disabled',
    'web3_provider_disabled',
    'flow_state_expired',
    'signup_disabled',
    'provider_email_needs_verification',
    'email_address_not_provided',
    'identity_already_exists',
    'user_sso_managed',
  ],
};

/** Exchanges credentials, codes and tokens for a session. */
@AuthController()
export class TokenController {
  constructor(
    private readonly signIn: SignInWithPassword,
    private readonly rotateSession: RotateSession,
    private readonly exchangeCode: ExchangeCode,
    private readonly signInWithIdToken: SignInWithIdToken,
    private readonly signInWithWallet: SignInWithWallet,
    private readonly authenticateCaller: AuthenticateCaller,
  ) {}

  @Post('token')
  @HttpCode(200)
  @LimitPerIp(({ query }) => (query.grant_type === 'password' ? AUTH_LIMITS.password : AUTH_LIMITS.token))
  @ApiOperation({
    summary: 'Create or refresh a session',
    description:
      'Accepts passwords, PKCE codes, ID tokens, wallet signatures and refresh tokens. Errors for ID tokens and wallets use the OAuth ' +
      'format: `error` and `error_description`.',
  })
  @ApiQuery({ name: 'grant_type', enum: ['password', 'refresh_token', 'pkce', 'id_token', 'web3'] })
  @ApiExtraModels(PasswordGrantBody, RefreshGrantBody, CodeGrantBody, IdTokenGrantBody, WalletGrantBody)
  @ApiBody({
    schema: {
      oneOf: [
        { $ref: getSchemaPath(PasswordGrantBody) },
        { $ref: getSchemaPath(RefreshGrantBody) },
        { $ref: getSchemaPath(CodeGrantBody) },
        { $ref: getSchemaPath(IdTokenGrantBody) },
        { $ref: getSchemaPath(WalletGrantBody) },
      ],
    },
  })
  @ApiOkResponse({ type: SessionDocument })
  @AuthErrors(TOKEN_ERRORS, { oauthErrors: [400] })
  async token(
    @Query() query: AuthInput,
    @Body() body: unknown,
    @Req() request: Request,
  ): Promise<SessionResponse> {
    if (query.grant_type === 'web3') this.signInWithWallet.assertEnabled();
    return sessionResponse(await this.grant(query.grant_type, readFields(body), request));
  }

  private grant(type: unknown, fields: AuthInput, request: Request): Promise<SessionGrant> {
    switch (type) {
      case 'password':
        return this.byPassword(fields);
      case 'refresh_token':
        return this.rotateSession.rotate(text(fields, 'refresh_token') ?? '');
      case 'pkce':
        return this.byCode(fields);
      case 'id_token':
        return this.byIdToken(fields, request);
      case 'web3':
        return this.byWallet(fields);
      default:
        throw new DomainError('malformed', 'invalid_credentials', 'unsupported_grant_type');
    }
  }

  private byCode(fields: AuthInput): Promise<SessionGrant> {
    const code = text(fields, 'auth_code');
    const verifier = text(fields, 'code_verifier');
    if (code === undefined || verifier === undefined) {
      throw new InvalidInputError('invalid request: both auth code and code verifier should be non-empty');
    }
    return this.exchangeCode.exchange(code, verifier);
  }

  private async byIdToken(fields: AuthInput, request: Request): Promise<SessionGrant> {
    const token = text(fields, 'id_token');
    if (token === undefined) throw new InvalidInputError('id_token required');
    const idToken = {
      token,
      provider: text(fields, 'provider'),
      issuer: text(fields, 'issuer'),
      nonce: text(fields, 'nonce'),
      accessToken: text(fields, 'access_token'),
    };
    if (!flag(fields, 'link_identity')) return this.signInWithIdToken.signIn(idToken);
    const bearer = bearerToken(request.headers.authorization);
    if (bearer === undefined) throw new MissingTokenError();
    return this.signInWithIdToken.link(idToken, await this.authenticateCaller.authenticate(bearer));
  }

  private byWallet(fields: AuthInput): Promise<SessionGrant> {
    return this.signInWithWallet.signIn({
      chain: text(fields, 'chain'),
      message: text(fields, 'message') ?? '',
      signature: text(fields, 'signature') ?? '',
      captchaToken: captchaToken(fields),
    });
  }

  private byPassword(fields: AuthInput): Promise<SessionGrant> {
    const email = text(fields, 'email');
    const phone = text(fields, 'phone');
    if (email !== undefined && phone !== undefined) {
      throw new InvalidInputError('Only an email address or phone number should be provided on login.');
    }
    const credentials = { password: text(fields, 'password') ?? '', captchaToken: captchaToken(fields) };
    if (phone !== undefined) {
      const identifier = parsePhoneNumber(phone) ?? phone;
      return this.signIn.signIn({ ...credentials, identifier, by: 'phone' });
    }
    if (email === undefined) throw new InvalidInputError('missing email or phone');
    return this.signIn.signIn({ ...credentials, identifier: cleanEmail(email), by: 'email' });
  }
}
