import { Body, Delete, Get, HttpCode, Param, Patch, Post, UseGuards } from '@nestjs/common';
import {
  ApiBearerAuth,
  ApiBody,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiParam,
} from '@nestjs/swagger';
import { LimitPerIp } from '../../../../platform/security/rate-limit.guard.js';
import type { AuthenticatedCaller } from '../../access/authenticate-caller.js';
import { RegisteredGuard } from '../../access/http/registered.guard.js';
import { SessionCaller, SessionGuard } from '../../access/http/session.guard.js';
import { AuthErrors } from '../../protocol/auth-documentation.js';
import { readFields, type AuthInput } from '../../protocol/auth-input.js';
import { AUTH_LIMITS, AuthController } from '../../protocol/auth-routes.js';
import { ManagePasskeys } from '../manage-passkeys.js';
import {
  CreationOptionsDocument,
  NewPasskeyDocument,
  PasskeyCredentialBody,
  PasskeyDocument,
  RenamePasskeyBody,
} from './passkey-documents.js';
import {
  challengeResponse,
  passkeyResponse,
  passkeyCredential,
  passkeyId,
  passkeyName,
} from './passkey-input.js';
import { PasskeysEnabledGuard } from './passkeys-enabled.guard.js';
import { RegisterPasskey } from '../register-passkey.js';

const ERRORS = {
  400: ['bad_jwt'],
  401: ['no_authorization'],
  403: ['bad_jwt', 'user_not_found', 'session_not_found', 'user_banned', 'no_authorization'],
  404: ['passkey_disabled'],
};
const AAL_ERRORS = { ...ERRORS, 403: [...ERRORS[403], 'insufficient_aal'] };
const ITEM_ERRORS = {
  ...ERRORS,
  404: [...ERRORS[404], 'validation_failed', 'webauthn_credential_not_found'],
};
const ID = { name: 'id', schema: { type: 'string', format: 'uuid' } } as const;

/** Passkeys of the current user. */
@AuthController('Passkeys')
@UseGuards(PasskeysEnabledGuard, SessionGuard, RegisteredGuard)
@ApiBearerAuth('session')
export class PasskeysController {
  constructor(
    private readonly registerPasskey: RegisterPasskey,
    private readonly managePasskeys: ManagePasskeys,
  ) {}

  @Post('passkeys/registration/options')
  @HttpCode(200)
  @LimitPerIp(AUTH_LIMITS.passkeys)
  @ApiOperation({ summary: 'Create options for registering a passkey' })
  @ApiOkResponse({ type: CreationOptionsDocument })
  @AuthErrors({ ...AAL_ERRORS, 422: ['too_many_passkeys', 'user_sso_managed'] })
  async options(@SessionCaller() caller: AuthenticatedCaller): Promise<CreationOptionsDocument> {
    return challengeResponse(await this.registerPasskey.createOptions(caller));
  }

  @Post('passkeys/registration/verify')
  @HttpCode(200)
  @LimitPerIp(AUTH_LIMITS.passkeys)
  @ApiOperation({ summary: 'Register a passkey' })
  @ApiBody({ type: PasskeyCredentialBody })
  @ApiOkResponse({ type: NewPasskeyDocument })
  @AuthErrors({
    ...AAL_ERRORS,
    400: [
      'bad_jwt',
      'bad_json',
      'validation_failed',
      'webauthn_challenge_not_found',
      'webauthn_challenge_expired',
      'webauthn_verification_failed',
    ],
    422: ['webauthn_credential_exists', 'too_many_passkeys', 'user_sso_managed'],
  })
  async add(
    @SessionCaller() caller: AuthenticatedCaller,
    @Body() body: AuthInput,
  ): Promise<NewPasskeyDocument> {
    const { challengeId, credential } = passkeyCredential(readFields(body));
    const { id, friendlyName, createdAt } = await this.registerPasskey.add(caller, challengeId, credential);
    return { id, friendly_name: friendlyName, created_at: createdAt.toISOString() };
  }

  @Get('passkeys')
  @ApiOperation({ summary: "List the caller's passkeys, oldest first" })
  @ApiOkResponse({ type: [PasskeyDocument] })
  @AuthErrors(ERRORS)
  async list(@SessionCaller() { userId }: AuthenticatedCaller): Promise<PasskeyDocument[]> {
    return (await this.managePasskeys.list(userId)).map(passkeyResponse);
  }

  @Patch('passkeys/:id')
  @ApiOperation({ summary: 'Rename a passkey' })
  @ApiParam(ID)
  @ApiBody({ type: RenamePasskeyBody })
  @ApiOkResponse({ type: PasskeyDocument })
  @AuthErrors({ ...ITEM_ERRORS, 400: ['bad_jwt', 'bad_json', 'validation_failed'] })
  async rename(
    @SessionCaller() caller: AuthenticatedCaller,
    @Param('id') id: string,
    @Body() body: AuthInput,
  ): Promise<PasskeyDocument> {
    const passkey = passkeyId(id);
    return passkeyResponse(await this.managePasskeys.rename(caller, passkey, passkeyName(readFields(body))));
  }

  @Delete('passkeys/:id')
  @HttpCode(204)
  @ApiOperation({ summary: 'Delete a passkey' })
  @ApiParam(ID)
  @ApiNoContentResponse({ description: 'Deleted. It can no longer be used to sign in.' })
  @AuthErrors({ ...ITEM_ERRORS, 403: AAL_ERRORS[403] })
  remove(@SessionCaller() caller: AuthenticatedCaller, @Param('id') id: string): Promise<void> {
    return this.managePasskeys.removeByOwner(caller, passkeyId(id));
  }
}
