import { Body, Delete, Get, HttpCode, Param, Post, Put, Query, UseGuards } from '@nestjs/common';
import {
  ApiBearerAuth,
  ApiBody,
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiParam,
  ApiQuery,
} from '@nestjs/swagger';
import { Settings } from '../../../platform/config/settings.js';
import { ManageCustomProviders } from '../application/providers/manage-custom-providers.js';
import { InvalidInputError } from '../domain/auth-errors.js';
import { CUSTOM_PROVIDER_TYPES, isCustomIdentifier } from '../domain/custom-provider.js';
import { CustomProviderNotFoundError } from '../domain/custom-provider-errors.js';
import { ServiceRoleGuard } from './guards/service-role.guard.js';
import {
  CustomProviderBody,
  CustomProviderChangeBody,
  CustomProviderDocument,
  CustomProviderListDocument,
} from './wire/custom-provider-documents.js';
import {
  customProviderResponse,
  customProviderChange,
  newCustomProvider,
  providerTypeOf,
} from './wire/custom-provider-input.js';
import { WireErrors } from './wire/wire-documentation.js';
import { fieldsOf, type WireInput } from './wire/wire-input.js';
import { WireController } from './wire/wire-routes.js';

const KEY_ERRORS = { 401: ['no_authorization'], 403: ['not_admin', 'bad_jwt'] };
const UNKNOWN = { ...KEY_ERRORS, 400: ['validation_failed'], 404: ['custom_provider_not_found'] };
const IDENTIFIER = { name: 'identifier', schema: { type: 'string', example: 'custom:acme' } } as const;

/** External accounts beside those of the settings, for the operator's own servers. A change is in force at once. */
@WireController('Sign-in elsewhere, for the service key')
@UseGuards(ServiceRoleGuard)
@ApiBearerAuth('session')
export class AdminCustomProvidersController {
  constructor(
    private readonly manageCustomProviders: ManageCustomProviders,
    private readonly settings: Settings,
  ) {}

  @Get('admin/custom-providers')
  @ApiOperation({ summary: 'The providers that people may sign in with, beside those of the settings' })
  @ApiQuery({ name: 'type', required: false, enum: CUSTOM_PROVIDER_TYPES })
  @ApiOkResponse({ type: CustomProviderListDocument })
  @WireErrors({ ...KEY_ERRORS, 400: ['validation_failed'] })
  async list(@Query() query: WireInput): Promise<CustomProviderListDocument> {
    const providers = await this.manageCustomProviders.list(providerTypeOf(query.type, 'type'));
    return { providers: providers.map(customProviderResponse) };
  }

  @Post('admin/custom-providers')
  @HttpCode(201)
  @ApiOperation({
    summary: 'Let people sign in with a provider',
    description:
      'An issuer of OpenID is asked for its document first. Addresses that would be called in a private network are refused, unless the installation allows them.',
  })
  @ApiBody({ type: CustomProviderBody })
  @ApiCreatedResponse({ type: CustomProviderDocument })
  @WireErrors({
    ...KEY_ERRORS,
    400: ['validation_failed', 'bad_json', 'conflict'],
    422: ['over_custom_provider_quota'],
  })
  async create(@Body() body: WireInput): Promise<CustomProviderDocument> {
    const input = newCustomProvider(fieldsOf(body), this.settings.siteUrl);
    return customProviderResponse(await this.manageCustomProviders.create(input));
  }

  @Get('admin/custom-providers/:identifier')
  @ApiOperation({ summary: 'A provider' })
  @ApiParam(IDENTIFIER)
  @ApiOkResponse({ type: CustomProviderDocument })
  @WireErrors(UNKNOWN)
  async read(@Param('identifier') identifier: string): Promise<CustomProviderDocument> {
    return customProviderResponse(await this.manageCustomProviders.find(known(identifier)));
  }

  @Put('admin/custom-providers/:identifier')
  @ApiOperation({
    summary: 'Change a provider',
    description:
      'What is not given stays as it is; type and identifier always do. Another issuer must know the same people by the same ids.',
  })
  @ApiParam(IDENTIFIER)
  @ApiBody({ type: CustomProviderChangeBody })
  @ApiOkResponse({ type: CustomProviderDocument })
  @WireErrors({ ...UNKNOWN, 400: ['validation_failed', 'bad_json'], 409: ['conflict'] })
  async update(
    @Param('identifier') identifier: string,
    @Body() body: WireInput,
  ): Promise<CustomProviderDocument> {
    const change = customProviderChange(fieldsOf(body), this.settings.siteUrl);
    return customProviderResponse(await this.manageCustomProviders.update(known(identifier), change));
  }

  @Delete('admin/custom-providers/:identifier')
  @HttpCode(204)
  @ApiOperation({ summary: 'Refuse the people of a provider', description: 'Their accounts stay.' })
  @ApiParam(IDENTIFIER)
  @ApiNoContentResponse({ description: 'Removed.' })
  @WireErrors(UNKNOWN)
  remove(@Param('identifier') identifier: string): Promise<void> {
    return this.manageCustomProviders.remove(known(identifier));
  }
}

function known(identifier: string): string {
  if (!identifier.startsWith('custom:')) {
    throw new InvalidInputError("identifier must start with 'custom:', e.g. custom:acme");
  }
  if (!isCustomIdentifier(identifier)) throw new CustomProviderNotFoundError();
  return identifier;
}
