import { Body, Delete, Get, HttpCode, Param, Post, Put, Query, Req, Res, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiBody, ApiOkResponse, ApiOperation, ApiParam, ApiQuery } from '@nestjs/swagger';
import { AUTH_PATH } from '@subscription-site/shared/paths';
import type { Request, Response } from 'express';
import { Settings } from '../../../../platform/config/settings.js';
import { ServiceRoleGuard } from '../../access/http/service-role.guard.js';
import { InvalidInputError } from '../../core/auth-errors.js';
import { EmptyDocument } from '../../protocol/protocol-documents.js';
import { Redirects } from '../../protocol/redirects.js';
import { RedirectQuery, AuthErrors } from '../../protocol/auth-documentation.js';
import {
  userId,
  emailAddress,
  readFields,
  flag,
  metadata,
  text,
  type AuthInput,
} from '../../protocol/auth-input.js';
import { AuthController } from '../../protocol/auth-routes.js';
import { UserDocument } from '../../users/user-documents.js';
import type { User } from '../../users/user.js';
import { AdminCreateUser } from '../admin-create-user.js';
import { AdminUpdateUser } from '../admin-update-user.js';
import { DeleteUser } from '../delete-user.js';
import { InviteUser } from '../invite-user.js';
import { USER_SORTS, ListUsers } from '../list-users.js';
import {
  AdminUserBody,
  DeleteUserBody,
  InviteBody,
  NewUserBody,
  UserListDocument,
} from './admin-documents.js';
import { pagingHeaders } from './paging-headers.js';
import { sortOrder, pagination, searchText, userInput } from './user-input.js';

const KEY_ERRORS = { 401: ['no_authorization'], 403: ['not_admin', 'bad_jwt'] };
const INPUT_ERRORS = {
  ...KEY_ERRORS,
  400: ['validation_failed', 'bad_json'],
  422: ['email_exists', 'phone_exists', 'weak_password'],
};

/** For the operator's own servers, authenticated with the service key. */
@AuthController('Admin: users')
@UseGuards(ServiceRoleGuard)
@ApiBearerAuth('session')
export class AdminUsersController {
  constructor(
    private readonly listUsers: ListUsers,
    private readonly createUser: AdminCreateUser,
    private readonly updateUser: AdminUpdateUser,
    private readonly deleteUser: DeleteUser,
    private readonly inviteUser: InviteUser,
    private readonly redirects: Redirects,
    private readonly settings: Settings,
  ) {}

  @Get('admin/users')
  @ApiOperation({
    summary: 'List users',
    description: 'The total number of users is in `X-Total-Count`, links to other pages are in `Link`.',
  })
  @ApiQuery({ name: 'page', required: false, schema: { type: 'integer', minimum: 1, default: 1 } })
  @ApiQuery({ name: 'per_page', required: false, schema: { type: 'integer', minimum: 1, default: 50 } })
  @ApiQuery({
    name: 'filter',
    required: false,
    type: String,
    example: 'ada@',
    description: 'Part of an email address or name.',
  })
  @ApiQuery({ name: 'sort', required: false, enum: USER_SORTS })
  @ApiOkResponse({ type: UserListDocument })
  @AuthErrors({ ...KEY_ERRORS, 400: ['validation_failed'] })
  async list(
    @Query() query: AuthInput,
    @Res({ passthrough: true }) response: Response,
  ): Promise<{ users: User[]; aud: string }> {
    const input = { ...pagination(query), filter: searchText(query, 'filter'), sort: sortOrder(query) };
    const { users, total } = await this.listUsers.list(input);
    response.set(pagingHeaders(`${AUTH_PATH}/admin/users`, { ...input, total }));
    return { users, aud: 'authenticated' };
  }

  @Post('admin/users')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Create a user',
    description:
      'Email and phone are unconfirmed unless `email_confirm` or `phone_confirm` is set. No email is sent.',
  })
  @ApiBody({ type: NewUserBody })
  @ApiOkResponse({ type: UserDocument })
  @AuthErrors({ ...INPUT_ERRORS, 422: [...INPUT_ERRORS[422], 'user_already_exists'] })
  create(@Body() body: AuthInput): Promise<User> {
    const fields = readFields(body);
    const input = userInput(fields, this.settings.auth.metadataMaxBytes);
    const id = text(fields, 'id');
    if (input.email === undefined && input.phone === undefined) {
      throw new InvalidInputError('Cannot create a user without either an email or phone');
    }
    return this.createUser.create({
      ...input,
      id: id === undefined ? undefined : userId(id),
    });
  }

  @Get('admin/users/:id')
  @ApiOperation({ summary: 'Retrieve a user' })
  @ApiParam({ name: 'id', schema: { type: 'string', format: 'uuid' } })
  @ApiOkResponse({ type: UserDocument })
  @AuthErrors({ ...KEY_ERRORS, 400: ['validation_failed'], 404: ['user_not_found'] })
  read(@Param('id') id: string): Promise<User> {
    return this.listUsers.find(userId(id));
  }

  @Put('admin/users/:id')
  @ApiOperation({
    summary: 'Update a user',
    description: 'Email and phone change immediately. Setting a password revokes all sessions of the user.',
  })
  @ApiParam({ name: 'id', schema: { type: 'string', format: 'uuid' } })
  @ApiBody({ type: AdminUserBody })
  @ApiOkResponse({ type: UserDocument })
  @AuthErrors({ ...INPUT_ERRORS, 404: ['user_not_found'] })
  update(@Param('id') id: string, @Body() body: AuthInput): Promise<User> {
    return this.updateUser.update(
      userId(id),
      userInput(readFields(body), this.settings.auth.metadataMaxBytes),
    );
  }

  @Delete('admin/users/:id')
  @ApiOperation({
    summary: 'Delete a user',
    description:
      'With `should_soft_delete`, a row without personal data is kept until it is hard-deleted. The email address becomes available again.',
  })
  @ApiParam({ name: 'id', schema: { type: 'string', format: 'uuid' } })
  @ApiBody({ type: DeleteUserBody, required: false })
  @ApiOkResponse({ type: EmptyDocument })
  @AuthErrors({ ...KEY_ERRORS, 400: ['validation_failed', 'bad_json'], 404: ['user_not_found'] })
  async delete(@Param('id') id: string, @Body() body: AuthInput): Promise<object> {
    const soft = flag(readFields(body), 'should_soft_delete');
    await this.deleteUser.delete(userId(id), { soft, requestedBy: 'operator' });
    return {};
  }

  @Post('invite')
  @HttpCode(200)
  @ApiOperation({ summary: 'Invite a user by email' })
  @RedirectQuery()
  @ApiBody({ type: InviteBody })
  @ApiOkResponse({ type: UserDocument })
  @AuthErrors({ ...KEY_ERRORS, 400: ['validation_failed', 'bad_json'], 422: ['email_exists'] })
  invite(@Body() body: AuthInput, @Req() request: Request): Promise<User> {
    const fields = readFields(body);
    const invitation = {
      email: emailAddress(fields),
      userMetadata: metadata(fields, this.settings.auth.metadataMaxBytes) ?? {},
    };
    return this.inviteUser.invite(invitation, this.redirects.requested(request));
  }
}
