import { Body, Delete, Get, HttpCode, Param, Patch, Post, UseGuards } from '@nestjs/common';
import {
  ApiBearerAuth,
  ApiBody,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiParam,
} from '@nestjs/swagger';
import { LimitPerAddress } from '../../../platform/security/rate-limit.guard.js';
import { ManagePasskeys } from '../application/passkeys/manage-passkeys.js';
import { RegisterPasskey } from '../application/passkeys/register-passkey.js';
import type { AuthenticatedCaller } from '../application/sessions/authenticate-caller.js';
import { PasskeysOnGuard } from './guards/passkeys-on.guard.js';
import { RegisteredGuard } from './guards/registered.guard.js';
import { SessionCaller, SessionGuard } from './guards/session.guard.js';
import {
  CreationOptionsDocument,
  NewPasskeyDocument,
  PasskeyCredentialBody,
  PasskeyDocument,
  RenamePasskeyBody,
} from './wire/passkey-documents.js';
import {
  describeChallenge,
  describePasskey,
  passkeyCredential,
  passkeyId,
  passkeyName,
} from './wire/passkey-input.js';
import { WireErrors } from './wire/wire-documentation.js';
import { fieldsOf, type WireInput } from './wire/wire-input.js';
import { WIRE_LIMITS, WireController } from './wire/wire-routes.js';

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

/** Passkeys of a signed-in person. */
@WireController('Passkeys')
@UseGuards(PasskeysOnGuard, SessionGuard, RegisteredGuard)
@ApiBearerAuth('session')
export class PasskeysController {
  constructor(
    private readonly registerPasskey: RegisterPasskey,
    private readonly managePasskeys: ManagePasskeys,
  ) {}

  @Post('passkeys/registration/options')
  @HttpCode(200)
  @LimitPerAddress(WIRE_LIMITS.passkeys)
  @ApiOperation({ summary: 'What to ask the device for, to register a passkey' })
  @ApiOkResponse({ type: CreationOptionsDocument })
  @WireErrors({ ...AAL_ERRORS, 422: ['too_many_passkeys', 'user_sso_managed'] })
  async options(@SessionCaller() caller: AuthenticatedCaller): Promise<CreationOptionsDocument> {
    return describeChallenge(await this.registerPasskey.createOptions(caller));
  }

  @Post('passkeys/registration/verify')
  @HttpCode(200)
  @LimitPerAddress(WIRE_LIMITS.passkeys)
  @ApiOperation({ summary: 'Register the passkey that the device made' })
  @ApiBody({ type: PasskeyCredentialBody })
  @ApiOkResponse({ type: NewPasskeyDocument })
  @WireErrors({
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
    @Body() body: WireInput,
  ): Promise<NewPasskeyDocument> {
    const { challengeId, credential } = passkeyCredential(fieldsOf(body));
    const { id, friendlyName, createdAt } = await this.registerPasskey.add(caller, challengeId, credential);
    return { id, friendly_name: friendlyName, created_at: createdAt.toISOString() };
  }

  @Get('passkeys')
  @ApiOperation({ summary: 'The passkeys of the caller, oldest first' })
  @ApiOkResponse({ type: [PasskeyDocument] })
  @WireErrors(ERRORS)
  async list(@SessionCaller() { userId }: AuthenticatedCaller): Promise<PasskeyDocument[]> {
    return (await this.managePasskeys.list(userId)).map(describePasskey);
  }

  @Patch('passkeys/:id')
  @ApiOperation({ summary: 'Give a passkey another name' })
  @ApiParam(ID)
  @ApiBody({ type: RenamePasskeyBody })
  @ApiOkResponse({ type: PasskeyDocument })
  @WireErrors({ ...ITEM_ERRORS, 400: ['bad_jwt', 'bad_json', 'validation_failed'] })
  async rename(
    @SessionCaller() caller: AuthenticatedCaller,
    @Param('id') id: string,
    @Body() body: WireInput,
  ): Promise<PasskeyDocument> {
    const known = passkeyId(id);
    return describePasskey(await this.managePasskeys.rename(caller, known, passkeyName(fieldsOf(body))));
  }

  @Delete('passkeys/:id')
  @HttpCode(204)
  @ApiOperation({ summary: 'Take a passkey away' })
  @ApiParam(ID)
  @ApiNoContentResponse({ description: 'Gone: it opens nothing any more.' })
  @WireErrors({ ...ITEM_ERRORS, 403: AAL_ERRORS[403] })
  remove(@SessionCaller() caller: AuthenticatedCaller, @Param('id') id: string): Promise<void> {
    return this.managePasskeys.removeByOwner(caller, passkeyId(id));
  }
}
