import { Get, Req, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import type { Request } from 'express';
import { OwnAccount } from '../application/accounts/own-account.js';
import type { ProvenAccount } from '../application/sessions/callers.js';
import type { User } from '../domain/user.js';
import { assertAudience, AudienceHeader } from './guards/expected-audience.js';
import { SessionAccount, SessionAccountGuard } from './guards/session.guard.js';
import { TOKEN_REFUSALS } from './user.controller.js';
import { UserDocument } from './wire/documents.js';
import { WireRefuses } from './wire/wire-documentation.js';
import { WireController } from './wire/wire-routes.js';

/** Who is signed in: asked for by every page of every client, so it is read in one go. */
@WireController()
@UseGuards(SessionAccountGuard)
@ApiBearerAuth('session')
export class OwnAccountController {
  constructor(private readonly own: OwnAccount) {}

  @Get('user')
  @ApiOperation({ summary: 'The account of the caller' })
  @AudienceHeader()
  @ApiOkResponse({ type: UserDocument })
  @WireRefuses({ ...TOKEN_REFUSALS, 400: ['bad_jwt', 'validation_failed'] })
  async read(@SessionAccount() account: ProvenAccount, @Req() request: Request): Promise<User> {
    assertAudience(request, account.account.aud, 'validation_failed');
    return this.own.describe(account);
  }
}
