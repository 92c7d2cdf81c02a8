import { Body, HttpCode, Post, Req } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import type { Request } from 'express';
import { LimitPerAddress } from '../../../platform/security/rate-limit.guard.js';
import { RequestMail, type MailRequest } from '../application/sign-up/request-mail.js';
import { InvalidInputError, SwitchedOffError } from '../domain/auth-errors.js';
import { EmptyDocument, LinkRequestBody, ResendBody } from './wire/documents.js';
import { Redirects } from './wire/redirects.js';
import { RedirectQuery, WireRefuses } from './wire/wire-documentation.js';
import {
  captchaToken,
  codeChallenge,
  emailAddress,
  fieldsOf,
  text,
  type WireInput,
} from './wire/wire-input.js';
import { WIRE_LIMITS, WireController } from './wire/wire-routes.js';

const RESENDABLE = ['signup', 'email_change', 'sms', 'phone_change'];

/** Asking for mails with one-time links. */
@WireController()
export class MailController {
  constructor(
    private readonly mails: RequestMail,
    private readonly redirects: Redirects,
  ) {}

  @Post('resend')
  @HttpCode(200)
  @LimitPerAddress(WIRE_LIMITS.resend)
  @ApiOperation({ summary: 'Send the confirmation mail again' })
  @RedirectQuery()
  @ApiBody({ type: ResendBody })
  @ApiOkResponse({ type: EmptyDocument, description: 'The same for known and unknown addresses.' })
  @WireRefuses({
    400: ['validation_failed', 'bad_json', 'captcha_failed', 'phone_provider_disabled'],
    422: ['feature_disabled'],
    429: ['over_email_send_rate_limit'],
  })
  async resend(@Body() body: WireInput, @Req() request: Request): Promise<object> {
    const fields = fieldsOf(body);
    const type = text(fields, 'type');
    if (type === undefined || !RESENDABLE.includes(type)) {
      throw new InvalidInputError('Missing one of these types: signup, email_change, sms, phone_change');
    }
    assertResendable(type);
    await this.mails.confirmation(this.mailRequest(fields, request));
    return {};
  }

  @Post('recover')
  @HttpCode(200)
  @LimitPerAddress(WIRE_LIMITS.recover)
  @ApiOperation({ summary: 'Send a link that lets the owner of the mailbox choose a new password' })
  @RedirectQuery()
  @ApiBody({ type: LinkRequestBody })
  @ApiOkResponse({ type: EmptyDocument, description: 'The same for known and unknown addresses.' })
  @WireRefuses({
    400: ['validation_failed', 'bad_json', 'captcha_failed', 'email_provider_disabled'],
    429: ['over_email_send_rate_limit'],
  })
  async recover(@Body() body: WireInput, @Req() request: Request): Promise<object> {
    await this.mails.recovery(this.mailRequest(fieldsOf(body), request));
    return {};
  }

  private mailRequest(fields: WireInput, request: Request): MailRequest {
    return {
      email: emailAddress(fields),
      redirectTo: this.redirects.wished(request),
      captchaToken: captchaToken(fields),
      codeChallenge: codeChallenge(fields),
    };
  }
}

function assertResendable(type: string): void {
  if (type === 'signup') return;
  if (type === 'email_change') {
    throw new SwitchedOffError(
      'invalid',
      'feature_disabled',
      'Changing an email address is not available here yet',
    );
  }
  throw new SwitchedOffError('malformed', 'phone_provider_disabled', 'Unsupported phone provider');
}
