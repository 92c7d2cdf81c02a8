import { Get, Req, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import type { Request } from 'express';
import { CurrentUser } from '../application/users/current-user.js';
import type { AuthenticatedUser } from '../application/sessions/authenticate-caller.js';
import type { User } from '../domain/user.js';
import { assertAudience, AudienceHeader } from './guards/expected-audience.js';
import { SessionUser, SessionUserGuard } from './guards/session.guard.js';
import { TOKEN_ERRORS } from './user.controller.js';
import { UserDocument } from './wire/documents.js';
import { WireErrors } from './wire/wire-documentation.js';
import { WireController } from './wire/wire-routes.js';

/** Separate from `UserController`: clients call it on every page load, so its guard loads everything in one query. */
@WireController()
@UseGuards(SessionUserGuard)
@ApiBearerAuth('session')
export class CurrentUserController {
  constructor(private readonly currentUser: CurrentUser) {}

  @Get('user')
  @ApiOperation({ summary: 'Retrieve the current user' })
  @AudienceHeader()
  @ApiOkResponse({ type: UserDocument })
  @WireErrors({ ...TOKEN_ERRORS, 400: ['bad_jwt', 'validation_failed'] })
  async read(@SessionUser() user: AuthenticatedUser, @Req() request: Request): Promise<User> {
    assertAudience(request, user.user.aud, 'validation_failed');
    return this.currentUser.describe(user);
  }
}
