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
import { Settings } from '../../../../platform/config/settings.js';
import { ServiceRoleGuard } from '../../access/http/service-role.guard.js';
import { InvalidInputError } from '../../core/auth-errors.js';
import { AuthErrors } from '../../protocol/auth-documentation.js';
import { readFields, type AuthInput } from '../../protocol/auth-input.js';
import { AuthController } from '../../protocol/auth-routes.js';
import { CustomProviderNotFoundError } from '../domain/custom-provider-errors.js';
import { CUSTOM_PROVIDER_TYPES, isCustomIdentifier } from '../domain/custom-provider.js';
import { ManageCustomProviders } from '../manage-custom-providers.js';
import {
  CustomProviderBody,
  CustomProviderChangeBody,
  CustomProviderDocument,
  CustomProviderListDocument,
} from './custom-provider-documents.js';
import {
  customProviderResponse,
  customProviderChange,
  newCustomProvider,
  parseProviderType,
} from './custom-provider-input.js';

const KEY_ERRORS = { 401: ['no_authorization'], 403: ['not_admin', 'bad_jwt'] };
const ITEM_ERRORS = { ...KEY_ERRORS, 400: ['validation_failed'], 404: ['custom_provider_not_found'] };
const IDENTIFIER = { name: 'identifier', schema: { type: 'string', example: 'custom:acme' } } as const;

/** Providers in addition to those of the settings. Changes take effect immediately. */
@AuthController('Admin: custom providers')
@UseGuards(ServiceRoleGuard)
@ApiBearerAuth('session')
export class AdminCustomProvidersController {
  constructor(
    private readonly manageCustomProviders: ManageCustomProviders,
    private readonly settings: Settings,
  ) {}

  @Get('admin/custom-providers')
  @ApiOperation({ summary: 'List custom OAuth and OpenID Connect providers' })
  @ApiQuery({ name: 'type', required: false, enum: CUSTOM_PROVIDER_TYPES })
  @ApiOkResponse({ type: CustomProviderListDocument })
  @AuthErrors({ ...KEY_ERRORS, 400: ['validation_failed'] })
  async list(@Query() query: AuthInput): Promise<CustomProviderListDocument> {
    const providers = await this.manageCustomProviders.list(parseProviderType(query.type, 'type'));
    return { providers: providers.map(customProviderResponse) };
  }

  @Post('admin/custom-providers')
  @HttpCode(201)
  @ApiOperation({
    summary: 'Create a custom provider',
    description:
      'For OpenID Connect, the discovery document is fetched first. URLs in private networks are rejected unless the server allows them.',
  })
  @ApiBody({ type: CustomProviderBody })
  @ApiCreatedResponse({ type: CustomProviderDocument })
  @AuthErrors({
    ...KEY_ERRORS,
    400: ['validation_failed', 'bad_json', 'conflict'],
    422: ['over_custom_provider_quota'],
  })
  async create(@Body() body: AuthInput): Promise<CustomProviderDocument> {
    const input = newCustomProvider(readFields(body), this.settings.siteUrl);
    return customProviderResponse(await this.manageCustomProviders.create(input));
  }

  @Get('admin/custom-providers/:identifier')
  @ApiOperation({ summary: 'Retrieve a custom provider' })
  @ApiParam(IDENTIFIER)
  @ApiOkResponse({ type: CustomProviderDocument })
  @AuthErrors(ITEM_ERRORS)
  async read(@Param('identifier') identifier: string): Promise<CustomProviderDocument> {
    return customProviderResponse(await this.manageCustomProviders.find(validIdentifier(identifier)));
  }

  @Put('admin/custom-providers/:identifier')
  @ApiOperation({
    summary: 'Update a custom provider',
    description:
      'Omitted fields are left unchanged. Type and identifier cannot be changed. A new issuer must use the same user IDs as the old one.',
  })
  @ApiParam(IDENTIFIER)
  @ApiBody({ type: CustomProviderChangeBody })
  @ApiOkResponse({ type: CustomProviderDocument })
  @AuthErrors({ ...ITEM_ERRORS, 400: ['validation_failed', 'bad_json'], 409: ['conflict'] })
  async update(
    @Param('identifier') identifier: string,
    @Body() body: AuthInput,
  ): Promise<CustomProviderDocument> {
    const change = customProviderChange(readFields(body), this.settings.siteUrl);
    return customProviderResponse(
      await this.manageCustomProviders.update(validIdentifier(identifier), change),
    );
  }

  @Delete('admin/custom-providers/:identifier')
  @HttpCode(204)
  @ApiOperation({
    summary: 'Delete a custom provider',
    description: 'Its users are kept but can no longer sign in with it.',
  })
  @ApiParam(IDENTIFIER)
  @ApiNoContentResponse({ description: 'Deleted.' })
  @AuthErrors(ITEM_ERRORS)
  remove(@Param('identifier') identifier: string): Promise<void> {
    return this.manageCustomProviders.remove(validIdentifier(identifier));
  }
}

function validIdentifier(identifier: string): string {
  if (!identifier.startsWith('custom:')) {
    throw new InvalidInputError("identifier must start with 'custom:', e.g. custom:acme");
  }
  if (!isCustomIdentifier(identifier)) throw new CustomProviderNotFoundError();
  return identifier;
}
