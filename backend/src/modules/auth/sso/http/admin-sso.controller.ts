import { Body, Delete, Get, HttpCode, Param, Post, Put, UseGuards } from '@nestjs/common';
import {
  ApiBearerAuth,
  ApiBody,
  ApiCreatedResponse,
  ApiOkResponse,
  ApiOperation,
  ApiParam,
} from '@nestjs/swagger';
import { ServiceRoleGuard } from '../../access/http/service-role.guard.js';
import { AuthErrors } from '../../protocol/auth-documentation.js';
import { isUuid, readFields, type AuthInput } from '../../protocol/auth-input.js';
import { AuthController } from '../../protocol/auth-routes.js';
import { SsoProviderNotFoundError } from '../domain/sso-errors.js';
import { ManageSsoProviders } from '../manage-sso-providers.js';
import { SsoProviderBody, SsoProviderDocument, SsoProviderListDocument } from './sso-documents.js';
import { ssoProviderResponse, ssoProviderInput } from './sso-input.js';

const SAML_DISABLED = ['saml_provider_disabled'];
const KEY_ERRORS = { 401: ['no_authorization'], 403: ['not_admin', 'bad_jwt'] };
const INPUT_ERRORS = {
  ...KEY_ERRORS,
  400: ['validation_failed', 'bad_json', 'saml_metadata_fetch_failed', 'saml_entity_id_mismatch'],
  422: ['saml_idp_already_exists', 'sso_domain_already_exists'],
};
const ID = { name: 'id', schema: { type: 'string', format: 'uuid' } } as const;

@AuthController('Admin: SSO')
@UseGuards(ServiceRoleGuard)
@ApiBearerAuth('session')
export class AdminSsoController {
  constructor(private readonly manageSsoProviders: ManageSsoProviders) {}

  @Get('admin/sso/providers')
  @ApiOperation({ summary: 'List SSO connections' })
  @ApiOkResponse({ type: SsoProviderListDocument })
  @AuthErrors({ ...KEY_ERRORS, 404: SAML_DISABLED })
  async list(): Promise<SsoProviderListDocument> {
    return { items: (await this.manageSsoProviders.list()).map(ssoProviderResponse) };
  }

  @Post('admin/sso/providers')
  @HttpCode(201)
  @ApiOperation({ summary: 'Create an SSO connection' })
  @ApiBody({ type: SsoProviderBody })
  @ApiCreatedResponse({ type: SsoProviderDocument })
  @AuthErrors({ ...INPUT_ERRORS, 404: SAML_DISABLED })
  async create(@Body() body: AuthInput): Promise<SsoProviderDocument> {
    return ssoProviderResponse(
      await this.manageSsoProviders.create(ssoProviderInput(readFields(body), { isNew: true })),
    );
  }

  @Get('admin/sso/providers/:id')
  @ApiOperation({ summary: 'Retrieve an SSO connection' })
  @ApiParam(ID)
  @ApiOkResponse({ type: SsoProviderDocument })
  @AuthErrors({ ...KEY_ERRORS, 404: [...SAML_DISABLED, 'sso_provider_not_found'] })
  async read(@Param('id') id: string): Promise<SsoProviderDocument> {
    return ssoProviderResponse(await this.manageSsoProviders.find(providerId(id)));
  }

  @Put('admin/sso/providers/:id')
  @ApiOperation({ summary: 'Update an SSO connection', description: 'Omitted fields are left unchanged.' })
  @ApiParam(ID)
  @ApiBody({ type: SsoProviderBody })
  @ApiOkResponse({ type: SsoProviderDocument })
  @AuthErrors({ ...INPUT_ERRORS, 404: [...SAML_DISABLED, 'sso_provider_not_found'] })
  async update(@Param('id') id: string, @Body() body: AuthInput): Promise<SsoProviderDocument> {
    const input = ssoProviderInput(readFields(body), { isNew: false });
    return ssoProviderResponse(await this.manageSsoProviders.update(providerId(id), input));
  }

  @Delete('admin/sso/providers/:id')
  @ApiOperation({
    summary: 'Delete an SSO connection',
    description: 'Its users are kept but can no longer sign in with it.',
  })
  @ApiParam(ID)
  @ApiOkResponse({ type: SsoProviderDocument })
  @AuthErrors({ ...KEY_ERRORS, 404: [...SAML_DISABLED, 'sso_provider_not_found'] })
  async remove(@Param('id') id: string): Promise<SsoProviderDocument> {
    return ssoProviderResponse(await this.manageSsoProviders.remove(providerId(id)));
  }
}

function providerId(value: string): string {
  if (!isUuid(value)) throw new SsoProviderNotFoundError('No such SSO provider');
  return value.toLowerCase();
}
