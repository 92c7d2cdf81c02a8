import { Get, Req, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import type { Request } from 'express';
import type { AuthenticatedUser } from '../access/authenticate-caller.js';
import { assertAudience, AudienceHeader } from '../access/http/expected-audience.js';
import { SessionUser, SessionUserGuard } from '../access/http/session.guard.js';
import { AuthErrors } from '../protocol/auth-documentation.js';
import { AuthController } from '../protocol/auth-routes.js';
import { UserDocument } from '../users/user-documents.js';
import type { User } from '../users/user.js';
import { CurrentUser } from './current-user.js';
import { TOKEN_ERRORS } from './user.controller.js';

/** Separate from `UserController`: clients call it on every page load, so its guard loads everything in one query. */
@AuthController()
@UseGuards(SessionUserGuard)
@ApiBearerAuth('session')
export class CurrentUserController {
  constructor(private readonly currentUser: CurrentUser) {}

  @Get('user')
  @ApiOperation({ summary: 'Retrieve the current user' })
  @AudienceHeader()
  @ApiOkResponse({ type: UserDocument })
  @AuthErrors({ ...TOKEN_ERRORS, 400: ['bad_jwt', 'validation_failed'] })
  async read(@SessionUser() user: AuthenticatedUser, @Req() request: Request): Promise<User> {
    assertAudience(request, user.user.aud, 'validation_failed');
    return this.currentUser.describe(user);
  }
}
