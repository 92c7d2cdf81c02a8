import { Delete, Get, HttpCode, Param, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiParam } from '@nestjs/swagger';
import { ServiceRoleGuard } from '../../access/http/service-role.guard.js';
import { AuthErrors } from '../../protocol/auth-documentation.js';
import { userId } from '../../protocol/auth-input.js';
import { AuthController } from '../../protocol/auth-routes.js';
import { ManagePasskeys } from '../manage-passkeys.js';
import { PasskeyDocument } from './passkey-documents.js';
import { passkeyResponse, passkeyId } from './passkey-input.js';
import { PasskeysEnabledGuard } from './passkeys-enabled.guard.js';

const ERRORS = { 400: ['validation_failed'], 401: ['no_authorization'], 403: ['not_admin', 'bad_jwt'] };
const uuidParam = (name: string) => ({ name, schema: { type: 'string' as const, format: 'uuid' } });

/** For helping users who lost their device. */
@AuthController('Admin: users')
@UseGuards(PasskeysEnabledGuard, ServiceRoleGuard)
@ApiBearerAuth('session')
export class AdminPasskeysController {
  constructor(private readonly passkeys: ManagePasskeys) {}

  @Get('admin/users/:id/passkeys')
  @ApiOperation({ summary: "List a user's passkeys" })
  @ApiParam(uuidParam('id'))
  @ApiOkResponse({ type: [PasskeyDocument] })
  @AuthErrors({ ...ERRORS, 404: ['user_not_found', 'passkey_disabled'] })
  async list(@Param('id') id: string): Promise<PasskeyDocument[]> {
    return (await this.passkeys.list(userId(id))).map(passkeyResponse);
  }

  @Delete('admin/users/:id/passkeys/:passkey')
  @HttpCode(204)
  @ApiOperation({ summary: "Delete a user's passkey" })
  @ApiParam(uuidParam('id'))
  @ApiParam(uuidParam('passkey'))
  @ApiNoContentResponse({ description: 'Deleted. It can no longer be used to sign in.' })
  @AuthErrors({
    ...ERRORS,
    404: ['user_not_found', 'webauthn_credential_not_found', 'validation_failed', 'passkey_disabled'],
  })
  remove(@Param('id') id: string, @Param('passkey') passkey: string): Promise<void> {
    return this.passkeys.removeByService(userId(id), passkeyId(passkey));
  }
}
