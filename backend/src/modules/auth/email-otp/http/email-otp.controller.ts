import { Body, HttpCode, Post, Req } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import type { Request } from 'express';
import { Settings } from '../../../../platform/config/settings.js';
import { LimitPerIp } from '../../../../platform/security/rate-limit.guard.js';
import { InvalidInputError } from '../../core/auth-errors.js';
import { fullNameIn } from '../../core/user-metadata.js';
import { RequestSms, type SmsRequest } from '../../phone/request-sms.js';
import { codeChallenge } from '../../pkce/code-challenge-input.js';
import { EmptyDocument, LinkRequestBody } from '../../protocol/protocol-documents.js';
import { Redirects } from '../../protocol/redirects.js';
import { RedirectQuery, AuthErrors } from '../../protocol/auth-documentation.js';
import {
  captchaToken,
  emailAddress,
  readFields,
  metadata,
  phoneNumber,
  smsChannel,
  text,
  type AuthInput,
} from '../../protocol/auth-input.js';
import { AUTH_LIMITS, AuthController } from '../../protocol/auth-routes.js';
import { RequestEmail, type EmailRequest } from '../request-email.js';
import { RequestSignIn } from '../request-sign-in.js';
import { ResendBody, SignInRequestBody } from './email-otp-documents.js';

const RESENDABLE = ['signup', 'email_change', 'sms', 'phone_change'];

const SIGN_IN_ERRORS = {
  400: ['validation_failed', 'bad_json', 'captcha_failed', 'phone_provider_disabled'],
  422: ['otp_disabled', 'signup_disabled', 'email_provider_disabled', 'sms_send_failed'],
  429: ['over_email_send_rate_limit', 'over_sms_send_rate_limit'],
};

/** Sends one-time links and codes by email or text message. */
@AuthController()
export class EmailOtpController {
  constructor(
    private readonly requestEmail: RequestEmail,
    private readonly requestSignIn: RequestSignIn,
    private readonly requestSms: RequestSms,
    private readonly redirects: Redirects,
    private readonly settings: Settings,
  ) {}

  @Post('resend')
  @HttpCode(200)
  @LimitPerIp(AUTH_LIMITS.resend)
  @ApiOperation({ summary: 'Resend a confirmation email or text message' })
  @RedirectQuery()
  @ApiBody({ type: ResendBody })
  @ApiOkResponse({ type: EmptyDocument, description: 'The same whether or not the user exists.' })
  @AuthErrors({
    400: ['validation_failed', 'bad_json', 'captcha_failed', 'phone_provider_disabled'],
    422: ['sms_send_failed'],
    429: ['over_email_send_rate_limit', 'over_sms_send_rate_limit'],
  })
  async resend(@Body() body: AuthInput, @Req() request: Request): Promise<object> {
    const fields = readFields(body);
    const type = text(fields, 'type');
    if (type === undefined || !RESENDABLE.includes(type)) {
      throw new InvalidInputError('Missing one of these types: signup, email_change, sms, phone_change');
    }
    if (type === 'sms' || type === 'phone_change') return this.resendSms(type, fields);
    const email = this.emailRequest(fields, request);
    await (type === 'signup'
      ? this.requestEmail.resendConfirmation(email)
      : this.requestEmail.resendEmailChange(email));
    return {};
  }

  @Post('recover')
  @HttpCode(200)
  @LimitPerIp(AUTH_LIMITS.recover)
  @ApiOperation({ summary: 'Send a password reset email' })
  @RedirectQuery()
  @ApiBody({ type: LinkRequestBody })
  @ApiOkResponse({ type: EmptyDocument, description: 'The same whether or not the user exists.' })
  @AuthErrors({
    400: ['validation_failed', 'bad_json', 'captcha_failed', 'email_provider_disabled'],
    429: ['over_email_send_rate_limit'],
  })
  async recover(@Body() body: AuthInput, @Req() request: Request): Promise<object> {
    await this.requestEmail.sendRecovery(this.emailRequest(readFields(body), request));
    return {};
  }

  @Post('otp')
  @HttpCode(200)
  @LimitPerIp(AUTH_LIMITS.otp)
  @ApiOperation({ summary: 'Send a one-time sign-in link and code by email, or a code by text message' })
  @RedirectQuery()
  @ApiBody({ type: SignInRequestBody })
  @ApiOkResponse({ type: EmptyDocument, description: 'The same whether or not the user exists.' })
  @AuthErrors(SIGN_IN_ERRORS)
  async otp(@Body() body: AuthInput, @Req() request: Request): Promise<object> {
    const fields = readFields(body);
    if (isByPhone(fields)) return this.signInByPhone(fields);
    return this.sendSignInEmail(fields, fields.create_user !== false, request);
  }

  @Post('magiclink')
  @HttpCode(200)
  @LimitPerIp(AUTH_LIMITS.otp)
  @ApiOperation({ summary: 'Send a sign-in email (use `otp` instead)' })
  @RedirectQuery()
  @ApiBody({ type: SignInRequestBody })
  @ApiOkResponse({ type: EmptyDocument, description: 'The same whether or not the user exists.' })
  @AuthErrors(SIGN_IN_ERRORS)
  async magicLink(@Body() body: AuthInput, @Req() request: Request): Promise<object> {
    return this.sendSignInEmail(readFields(body), true, request);
  }

  private async resendSms(type: 'sms' | 'phone_change', fields: AuthInput): Promise<object> {
    await this.requestSms.resend(type === 'sms' ? 'sms_signup' : type, smsRequest(fields));
    return {};
  }

  private async signInByPhone(fields: AuthInput): Promise<object> {
    const userMetadata = metadata(fields, this.settings.auth.metadataMaxBytes) ?? {};
    await this.requestSms.signIn({
      ...smsRequest(fields),
      createUser: fields.create_user !== false,
      userMetadata,
      fullName: fullNameIn(userMetadata),
    });
    return {};
  }

  private async sendSignInEmail(fields: AuthInput, createUser: boolean, request: Request): Promise<object> {
    const userMetadata = metadata(fields, this.settings.auth.metadataMaxBytes) ?? {};
    await this.requestSignIn.request({
      ...this.emailRequest(fields, request),
      createUser,
      userMetadata,
      fullName: fullNameIn(userMetadata),
    });
    return {};
  }

  private emailRequest(fields: AuthInput, request: Request): EmailRequest {
    return {
      email: emailAddress(fields),
      redirectTo: this.redirects.requested(request),
      captchaToken: captchaToken(fields),
      codeChallenge: codeChallenge(fields),
    };
  }
}

function isByPhone(fields: AuthInput): boolean {
  const email = text(fields, 'email');
  const phone = text(fields, 'phone');
  if ((email === undefined) === (phone === undefined)) {
    throw new InvalidInputError('Only an email address or phone number should be provided');
  }
  if (email !== undefined && text(fields, 'channel') !== undefined) {
    throw new InvalidInputError('Channel should only be specified with Phone OTP');
  }
  return phone !== undefined;
}

function smsRequest(fields: AuthInput): SmsRequest {
  return { phone: phoneNumber(fields), channel: smsChannel(fields), captchaToken: captchaToken(fields) };
}
