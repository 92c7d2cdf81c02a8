import { Delete, Get, Param, Query, Req, Res, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiOperation, ApiParam, ApiQuery, ApiResponse } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Settings } from '../../../platform/config/settings.js';
import { DomainError } from '../../../platform/errors/domain-error.js';
import { LimitPerAddress } from '../../../platform/security/rate-limit.guard.js';
import { LinkIdentity } from '../application/providers/link-identity.js';
import { VisitProvider } from '../application/providers/visit-provider.js';
import type { ProvenCaller } from '../application/sessions/callers.js';
import { assertAudience, AudienceHeader } from './guards/expected-audience.js';
import { assertOwnOrigin } from './guards/own-origin.js';
import { SessionCaller, SessionGuard } from './guards/session.guard.js';
import { EmptyDocument } from './wire/documents.js';
import { ProviderAddressDocument, ProviderQuery } from './wire/provider-documents.js';
import { visitWish } from './wire/provider-input.js';
import { Redirects } from './wire/redirects.js';
import { isUuid } from './wire/user-input.js';
import { setVisitCookie } from './wire/visit-cookie.js';
import { WireRefuses } from './wire/wire-documentation.js';
import { text, type WireInput } from './wire/wire-input.js';
import { WIRE_LIMITS, WireController } from './wire/wire-routes.js';

const REFUSALS = {
  400: ['bad_jwt', 'validation_failed', 'email_not_confirmed'],
  401: ['no_authorization', 'insufficient_aal'],
  403: ['bad_jwt', 'user_not_found', 'session_not_found', 'user_banned'],
};

/** The accounts elsewhere that open the own one. */
@WireController('Sign-in elsewhere')
@UseGuards(SessionGuard)
@ApiBearerAuth('session')
export class IdentitiesController {
  constructor(
    private readonly visits: VisitProvider,
    private readonly linking: LinkIdentity,
    private readonly redirects: Redirects,
    private readonly settings: Settings,
  ) {}

  @Get('user/identities/authorize')
  @LimitPerAddress(WIRE_LIMITS.authorize)
  @ApiOperation({
    summary: 'Begin to link an account elsewhere to the own one',
    description:
      'The cookie of this answer belongs to the browser that will come back. Pages of other origins cannot keep it: they are refused ' +
      'with `validation_failed`, and link with an ID token instead.',
  })
  @ProviderQuery()
  @ApiQuery({
    name: 'skip_http_redirect',
    required: false,
    schema: { type: 'boolean', default: false },
    description: 'Tell the address instead of leading there.',
  })
  @ApiOkResponse({ type: ProviderAddressDocument })
  @ApiResponse({ status: 302, description: 'To the provider, without `skip_http_redirect`.' })
  @WireRefuses({ ...REFUSALS, 404: ['manual_linking_disabled'], 422: ['user_sso_managed'] })
  async begin(
    @SessionCaller() caller: ProvenCaller,
    @Query() query: WireInput,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    await this.linking.admit(caller);
    assertOwnOrigin(request, this.settings.siteUrl);
    const begun = await this.visits.begin({
      ...visitWish(query),
      redirectTo: this.redirects.wished(request),
      sessionId: caller.sessionId,
    });
    setVisitCookie(response, begun, this.settings.siteUrl.startsWith('https://'));
    if (text(query, 'skip_http_redirect') === 'true') response.json({ url: begun.address });
    else response.redirect(302, begun.address);
  }

  @Delete('user/identities/:id')
  @LimitPerAddress(WIRE_LIMITS.changeUser)
  @ApiOperation({
    summary: 'Take an account elsewhere away from the own one',
    description: 'Never the last way in, and never the own address.',
  })
  @ApiParam({ name: 'id', schema: { type: 'string', format: 'uuid' } })
  @AudienceHeader()
  @ApiOkResponse({ type: EmptyDocument })
  @WireRefuses({
    ...REFUSALS,
    403: [...REFUSALS[403], 'unexpected_audience'],
    404: ['manual_linking_disabled', 'validation_failed'],
    422: [
      'identity_not_found',
      'single_identity_not_deletable',
      'email_conflict_identity_not_deletable',
      'user_sso_managed',
    ],
  })
  async unlink(
    @SessionCaller() caller: ProvenCaller,
    @Param('id') id: string,
    @Req() request: Request,
  ): Promise<object> {
    const identity = identityId(id);
    assertAudience(request, caller.audience, 'unexpected_audience');
    await this.linking.unlink(caller, identity);
    return {};
  }
}

/** The protocol refuses another form as if nothing could be there. */
function identityId(value: string): string {
  if (!isUuid(value)) throw new DomainError('not_found', 'validation_failed', 'identity_id must be an UUID');
  return value.toLowerCase();
}
