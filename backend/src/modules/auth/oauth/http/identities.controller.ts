import { Delete, Get, Param, Query, Req, Res, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiOperation, ApiParam, ApiQuery, ApiResponse } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Settings } from '../../../../platform/config/settings.js';
import { DomainError } from '../../../../platform/domain-error.js';
import { LimitPerIp } from '../../../../platform/security/rate-limit.guard.js';
import type { AuthenticatedCaller } from '../../access/authenticate-caller.js';
import { assertAudience, AudienceHeader } from '../../access/http/expected-audience.js';
import { SessionCaller, SessionGuard } from '../../access/http/session.guard.js';
import { EmptyDocument } from '../../protocol/protocol-documents.js';
import { RejectHead } from '../../protocol/reject-head.js';
import { Redirects, redirectTo } from '../../protocol/redirects.js';
import { AuthErrors } from '../../protocol/auth-documentation.js';
import { isUuid, text, type AuthInput } from '../../protocol/auth-input.js';
import { AUTH_LIMITS, AuthController } from '../../protocol/auth-routes.js';
import { LinkIdentity } from '../link-identity.js';
import { UnlinkIdentity } from '../unlink-identity.js';
import { OAuthFlow } from '../oauth-flow.js';
import { setFlowCookie } from './flow-cookie.js';
import { AuthorizationUrlDocument, ProviderQuery } from './provider-documents.js';
import { authorizationRequest } from './provider-input.js';
import { assertSameOrigin } from './same-origin.js';

const ERRORS = {
  400: ['bad_jwt', 'validation_failed', 'email_not_confirmed'],
  401: ['no_authorization', 'insufficient_aal'],
  403: ['bad_jwt', 'user_not_found', 'session_not_found', 'user_banned'],
};

/** External identities linked to the current user. */
@AuthController('OAuth')
@UseGuards(SessionGuard)
@ApiBearerAuth('session')
export class IdentitiesController {
  constructor(
    private readonly flows: OAuthFlow,
    private readonly linkIdentity: LinkIdentity,
    private readonly unlinkIdentity: UnlinkIdentity,
    private readonly redirects: Redirects,
    private readonly settings: Settings,
  ) {}

  @Get('user/identities/authorize')
  @RejectHead('GET')
  @LimitPerIp(AUTH_LIMITS.authorize)
  @ApiOperation({
    summary: 'Start linking an external identity',
    description:
      'The response sets a cookie that the callback requires. Requests from other origins are rejected with `validation_failed`, ' +
      'because the cookie would not be stored; link with an ID token instead.',
  })
  @ProviderQuery()
  @ApiQuery({
    name: 'skip_http_redirect',
    required: false,
    schema: { type: 'boolean', default: false },
    description: 'Return the URL as JSON instead of redirecting.',
  })
  @ApiOkResponse({ type: AuthorizationUrlDocument })
  @ApiResponse({ status: 302, description: 'Redirect to the provider, unless `skip_http_redirect` is set.' })
  @AuthErrors({ ...ERRORS, 404: ['manual_linking_disabled'], 422: ['user_sso_managed'] })
  async begin(
    @SessionCaller() caller: AuthenticatedCaller,
    @Query() query: AuthInput,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    await this.linkIdentity.assertAllowed(caller);
    assertSameOrigin(request, this.settings.siteUrl);
    const flow = await this.flows.start({
      ...authorizationRequest(query),
      redirectTo: this.redirects.requested(request),
      sessionId: caller.sessionId,
    });
    setFlowCookie(response, flow, this.settings.siteUrl.startsWith('https://'));
    if (text(query, 'skip_http_redirect') === 'true') response.json({ url: flow.url });
    else redirectTo(response, 302, flow.url);
  }

  @Delete('user/identities/:id')
  @LimitPerIp(AUTH_LIMITS.updateUser)
  @ApiOperation({
    summary: 'Unlink an external identity',
    description: 'The last identity and the email identity cannot be unlinked.',
  })
  @ApiParam({ name: 'id', schema: { type: 'string', format: 'uuid' } })
  @AudienceHeader()
  @ApiOkResponse({ type: EmptyDocument })
  @AuthErrors({
    ...ERRORS,
    403: [...ERRORS[403], 'unexpected_audience'],
    404: ['manual_linking_disabled', 'validation_failed'],
    422: [
      'identity_not_found',
      'single_identity_not_deletable',
      'email_conflict_identity_not_deletable',
      'user_sso_managed',
    ],
  })
  async unlink(
    @SessionCaller() caller: AuthenticatedCaller,
    @Param('id') id: string,
    @Req() request: Request,
  ): Promise<object> {
    const identity = identityId(id);
    assertAudience(request, caller.audience, 'unexpected_audience');
    await this.unlinkIdentity.unlink(caller, identity);
    return {};
  }
}

/** The protocol returns 404 for a malformed id. */
function identityId(value: string): string {
  if (!isUuid(value)) throw new DomainError('not_found', 'validation_failed', 'identity_id must be an UUID');
  return value.toLowerCase();
}
