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
import type { ProvenCaller } from '../application/sessions/callers.js';
import { PasskeysOnGuard } from './guards/passkeys-on.guard.js';
import { RegisteredGuard } from './guards/registered.guard.js';
import { SessionCaller, SessionGuard } from './guards/session.guard.js';
import {
  CreationOptionsDocument,
  NewPasskeyDocument,
  PasskeyAnswerBody,
  PasskeyDocument,
  RenamePasskeyBody,
} from './wire/passkey-documents.js';
import {
  describeChallenge,
  describePasskey,
  passkeyAnswer,
  passkeyId,
  passkeyName,
} from './wire/passkey-input.js';
import { WireRefuses } from './wire/wire-documentation.js';
import { fieldsOf, type WireInput } from './wire/wire-input.js';
import { WIRE_LIMITS, WireController } from './wire/wire-routes.js';

const REFUSALS = {
  400: ['bad_jwt'],
  401: ['no_authorization'],
  403: ['bad_jwt', 'user_not_found', 'session_not_found', 'user_banned', 'no_authorization'],
  404: ['passkey_disabled'],
};
const LEVEL_REFUSALS = { ...REFUSALS, 403: [...REFUSALS[403], 'insufficient_aal'] };
const ONE_REFUSALS = {
  ...REFUSALS,
  404: [...REFUSALS[404], 'validation_failed', 'webauthn_credential_not_found'],
};
const ID = { name: 'id', schema: { type: 'string', format: 'uuid' } } as const;

/** Passkeys of a signed-in person. */
@WireController('Passkeys')
@UseGuards(PasskeysOnGuard, SessionGuard, RegisteredGuard)
@ApiBearerAuth('session')
export class PasskeysController {
  constructor(
    private readonly registering: RegisterPasskey,
    private readonly managing: ManagePasskeys,
  ) {}

  @Post('passkeys/registration/options')
  @HttpCode(200)
  @LimitPerAddress(WIRE_LIMITS.passkeys)
  @ApiOperation({ summary: 'What to ask the device for, to register a passkey' })
  @ApiOkResponse({ type: CreationOptionsDocument })
  @WireRefuses({ ...LEVEL_REFUSALS, 422: ['too_many_passkeys', 'user_sso_managed'] })
  async ask(@SessionCaller() caller: ProvenCaller): Promise<CreationOptionsDocument> {
    return describeChallenge(await this.registering.ask(caller));
  }

  @Post('passkeys/registration/verify')
  @HttpCode(200)
  @LimitPerAddress(WIRE_LIMITS.passkeys)
  @ApiOperation({ summary: 'Register the passkey that the device made' })
  @ApiBody({ type: PasskeyAnswerBody })
  @ApiOkResponse({ type: NewPasskeyDocument })
  @WireRefuses({
    ...LEVEL_REFUSALS,
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
  async add(@SessionCaller() caller: ProvenCaller, @Body() body: WireInput): Promise<NewPasskeyDocument> {
    const { challengeId, credential } = passkeyAnswer(fieldsOf(body));
    const { id, friendlyName, createdAt } = await this.registering.add(caller, challengeId, credential);
    return { id, friendly_name: friendlyName, created_at: createdAt.toISOString() };
  }

  @Get('passkeys')
  @ApiOperation({ summary: 'The passkeys of the caller, oldest first' })
  @ApiOkResponse({ type: [PasskeyDocument] })
  @WireRefuses(REFUSALS)
  async list(@SessionCaller() { accountId }: ProvenCaller): Promise<PasskeyDocument[]> {
    return (await this.managing.list(accountId)).map(describePasskey);
  }

  @Patch('passkeys/:id')
  @ApiOperation({ summary: 'Give a passkey another name' })
  @ApiParam(ID)
  @ApiBody({ type: RenamePasskeyBody })
  @ApiOkResponse({ type: PasskeyDocument })
  @WireRefuses({ ...ONE_REFUSALS, 400: ['bad_jwt', 'bad_json', 'validation_failed'] })
  async rename(
    @SessionCaller() caller: ProvenCaller,
    @Param('id') id: string,
    @Body() body: WireInput,
  ): Promise<PasskeyDocument> {
    const known = passkeyId(id);
    return describePasskey(await this.managing.rename(caller, known, passkeyName(fieldsOf(body))));
  }

  @Delete('passkeys/:id')
  @HttpCode(204)
  @ApiOperation({ summary: 'Take a passkey away' })
  @ApiParam(ID)
  @ApiNoContentResponse({ description: 'Gone: it opens nothing any more.' })
  @WireRefuses({ ...ONE_REFUSALS, 403: LEVEL_REFUSALS[403] })
  remove(@SessionCaller() caller: ProvenCaller, @Param('id') id: string): Promise<void> {
    return this.managing.removeOwn(caller, passkeyId(id));
  }
}
