import { Body, HttpCode, Post, Req, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiBody, ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { AUTH_PATH } from '@subscription-site/shared/paths';
import type { Request } from 'express';
import { Settings } from '../../../../platform/config/settings.js';
import { ServiceRoleGuard } from '../../access/http/service-role.guard.js';
import { InvalidInputError } from '../../core/auth-errors.js';
import { isEmailAddress } from '../../core/email-and-phone.js';
import { newPassword } from '../../passwords/password-input.js';
import { Redirects } from '../../protocol/redirects.js';
import { RedirectQuery, AuthErrors } from '../../protocol/auth-documentation.js';
import { emailAddress, readFields, metadata, text, type AuthInput } from '../../protocol/auth-input.js';
import { AuthController } from '../../protocol/auth-routes.js';
import { GenerateLink } from '../generate-link.js';
import { GENERATED_LINK_TYPES } from '../link-recipients.js';
import { GeneratedLinkDocument, GenerateLinkBody } from './admin-documents.js';

/** One-time links for operators that send their own emails. */
@AuthController('Admin: users')
@UseGuards(ServiceRoleGuard)
@ApiBearerAuth('session')
export class GenerateLinkController {
  constructor(
    private readonly generateLink: GenerateLink,
    private readonly redirects: Redirects,
    private readonly settings: Settings,
  ) {}

  @Post('admin/generate_link')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Generate a one-time link without sending an email',
    description:
      'For `magiclink` with an unknown address, a user is created and a link of type `signup` is returned. An email change must be ' +
      'confirmed with the links for both addresses. If the current address was never confirmed, credentials that the operator did not ' +
      'set are then removed.',
  })
  @RedirectQuery()
  @ApiBody({ type: GenerateLinkBody })
  @ApiOkResponse({ type: GeneratedLinkDocument })
  @AuthErrors({
    400: ['validation_failed', 'bad_json'],
    401: ['no_authorization'],
    403: ['not_admin', 'bad_jwt'],
    404: ['user_not_found'],
    422: ['email_exists', 'weak_password'],
  })
  async generate(@Body() body: AuthInput, @Req() request: Request): Promise<object> {
    const fields = readFields(body);
    const type = GENERATED_LINK_TYPES.find((candidate) => candidate === text(fields, 'type'));
    if (!type) throw new InvalidInputError(`type must be one of ${GENERATED_LINK_TYPES.join(', ')}`);
    const { user, verificationType, secret, code } = await this.generateLink.generate({
      type,
      email: emailAddress(fields),
      newEmail: newEmail(fields),
      password: newPassword(fields),
      userMetadata: metadata(fields, this.settings.auth.metadataMaxBytes) ?? {},
    });
    const redirectTo =
      this.redirects.requested(request, text(fields, 'redirect_to')) ?? this.settings.siteUrl;
    const query = new URLSearchParams({ token: secret, type: verificationType, redirect_to: redirectTo });
    return {
      ...user,
      action_link: `${this.settings.siteUrl}${AUTH_PATH}/verify?${query.toString()}`,
      email_otp: code,
      hashed_token: secret,
      verification_type: verificationType,
      redirect_to: redirectTo,
    };
  }
}

function newEmail(fields: AuthInput): string | undefined {
  const address = text(fields, 'new_email')?.trim();
  if (address !== undefined && !isEmailAddress(address)) {
    throw new InvalidInputError('Unable to validate email address: invalid format');
  }
  return address;
}
