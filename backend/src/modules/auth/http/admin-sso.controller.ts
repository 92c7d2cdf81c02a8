import { Body, Delete, Get, HttpCode, Param, Post, Put, UseGuards } from '@nestjs/common';
import {
  ApiBearerAuth,
  ApiBody,
  ApiCreatedResponse,
  ApiOkResponse,
  ApiOperation,
  ApiParam,
} from '@nestjs/swagger';
import { ManageSsoProviders } from '../application/sso/manage-sso-providers.js';
import { SsoProviderNotFoundError } from '../domain/sso-errors.js';
import { ServiceRoleGuard } from './guards/service-role.guard.js';
import { SsoProviderBody, SsoProviderDocument, SsoProviderListDocument } from './wire/sso-documents.js';
import { ssoProviderResponse, ssoProviderInput } from './wire/sso-input.js';
import { isUuid } from './wire/user-input.js';
import { WireErrors } from './wire/wire-documentation.js';
import { fieldsOf, type WireInput } from './wire/wire-input.js';
import { WireController } from './wire/wire-routes.js';

const OFF = ['saml_provider_disabled'];
const KEY_ERRORS = { 401: ['no_authorization'], 403: ['not_admin', 'bad_jwt'] };
const INPUT_ERRORS = {
  ...KEY_ERRORS,
  400: ['validation_failed', 'bad_json', 'saml_metadata_fetch_failed', 'saml_entity_id_mismatch'],
  422: ['saml_idp_already_exists', 'sso_domain_already_exists'],
};
const ID = { name: 'id', schema: { type: 'string', format: 'uuid' } } as const;

/** Identity providers of companies, for the operator's own servers. */
@WireController('Single sign-on, for the service key')
@UseGuards(ServiceRoleGuard)
@ApiBearerAuth('session')
export class AdminSsoController {
  constructor(private readonly manageSsoProviders: ManageSsoProviders) {}

  @Get('admin/sso/providers')
  @ApiOperation({ summary: 'The directories whose people sign in by SAML' })
  @ApiOkResponse({ type: SsoProviderListDocument })
  @WireErrors({ ...KEY_ERRORS, 404: OFF })
  async list(): Promise<SsoProviderListDocument> {
    return { items: (await this.manageSsoProviders.list()).map(ssoProviderResponse) };
  }

  @Post('admin/sso/providers')
  @HttpCode(201)
  @ApiOperation({ summary: 'Let the people of a directory sign in' })
  @ApiBody({ type: SsoProviderBody })
  @ApiCreatedResponse({ type: SsoProviderDocument })
  @WireErrors({ ...INPUT_ERRORS, 404: OFF })
  async create(@Body() body: WireInput): Promise<SsoProviderDocument> {
    return ssoProviderResponse(
      await this.manageSsoProviders.create(ssoProviderInput(fieldsOf(body), { isNew: true })),
    );
  }

  @Get('admin/sso/providers/:id')
  @ApiOperation({ summary: 'A directory' })
  @ApiParam(ID)
  @ApiOkResponse({ type: SsoProviderDocument })
  @WireErrors({ ...KEY_ERRORS, 404: [...OFF, 'sso_provider_not_found'] })
  async read(@Param('id') id: string): Promise<SsoProviderDocument> {
    return ssoProviderResponse(await this.manageSsoProviders.find(providerId(id)));
  }

  @Put('admin/sso/providers/:id')
  @ApiOperation({ summary: 'Change a directory', description: 'What is not given stays as it is.' })
  @ApiParam(ID)
  @ApiBody({ type: SsoProviderBody })
  @ApiOkResponse({ type: SsoProviderDocument })
  @WireErrors({ ...INPUT_ERRORS, 404: [...OFF, 'sso_provider_not_found'] })
  async update(@Param('id') id: string, @Body() body: WireInput): Promise<SsoProviderDocument> {
    const input = ssoProviderInput(fieldsOf(body), { isNew: false });
    return ssoProviderResponse(await this.manageSsoProviders.update(providerId(id), input));
  }

  @Delete('admin/sso/providers/:id')
  @ApiOperation({ summary: 'Refuse the people of a directory', description: 'Their accounts stay.' })
  @ApiParam(ID)
  @ApiOkResponse({ type: SsoProviderDocument })
  @WireErrors({ ...KEY_ERRORS, 404: [...OFF, 'sso_provider_not_found'] })
  async remove(@Param('id') id: string): Promise<SsoProviderDocument> {
    return ssoProviderResponse(await this.manageSsoProviders.remove(providerId(id)));
  }
}

function providerId(value: string): string {
  if (!isUuid(value)) throw new SsoProviderNotFoundError('No such SSO provider');
  return value.toLowerCase();
}
