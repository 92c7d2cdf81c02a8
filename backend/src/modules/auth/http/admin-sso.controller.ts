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
import { SsoProviderUnknownError } from '../domain/sso-errors.js';
import { ServiceRoleGuard } from './guards/service-role.guard.js';
import { SsoProviderBody, SsoProviderDocument, SsoProviderListDocument } from './wire/sso-documents.js';
import { ssoProviderAnswer, ssoProviderWish } from './wire/sso-input.js';
import { isUuid } from './wire/user-input.js';
import { WireRefuses } from './wire/wire-documentation.js';
import { fieldsOf, type WireInput } from './wire/wire-input.js';
import { WireController } from './wire/wire-routes.js';

const OFF = ['saml_provider_disabled'];
const KEY_REFUSALS = { 401: ['no_authorization'], 403: ['not_admin', 'bad_jwt'] };
const WISH_REFUSALS = {
  ...KEY_REFUSALS,
  400: ['validation_failed', 'bad_json', 'saml_metadata_fetch_failed', 'saml_entity_id_mismatch'],
  422: ['saml_idp_already_exists', 'sso_domain_already_exists'],
};
const ID = { name: 'id', schema: { type: 'string', format: 'uuid' } } as const;

/** Directories of companies, for the operator's own servers. */
@WireController('Single sign-on, for the service key')
@UseGuards(ServiceRoleGuard)
@ApiBearerAuth('session')
export class AdminSsoController {
  constructor(private readonly managing: ManageSsoProviders) {}

  @Get('admin/sso/providers')
  @ApiOperation({ summary: 'The directories whose people sign in by SAML' })
  @ApiOkResponse({ type: SsoProviderListDocument })
  @WireRefuses({ ...KEY_REFUSALS, 404: OFF })
  async list(): Promise<SsoProviderListDocument> {
    return { items: (await this.managing.list()).map(ssoProviderAnswer) };
  }

  @Post('admin/sso/providers')
  @HttpCode(201)
  @ApiOperation({ summary: 'Let the people of a directory sign in' })
  @ApiBody({ type: SsoProviderBody })
  @ApiCreatedResponse({ type: SsoProviderDocument })
  @WireRefuses({ ...WISH_REFUSALS, 404: OFF })
  async create(@Body() body: WireInput): Promise<SsoProviderDocument> {
    return ssoProviderAnswer(await this.managing.create(ssoProviderWish(fieldsOf(body), { isNew: true })));
  }

  @Get('admin/sso/providers/:id')
  @ApiOperation({ summary: 'A directory' })
  @ApiParam(ID)
  @ApiOkResponse({ type: SsoProviderDocument })
  @WireRefuses({ ...KEY_REFUSALS, 404: [...OFF, 'sso_provider_not_found'] })
  async read(@Param('id') id: string): Promise<SsoProviderDocument> {
    return ssoProviderAnswer(await this.managing.find(providerId(id)));
  }

  @Put('admin/sso/providers/:id')
  @ApiOperation({ summary: 'Change a directory', description: 'What is not given stays as it is.' })
  @ApiParam(ID)
  @ApiBody({ type: SsoProviderBody })
  @ApiOkResponse({ type: SsoProviderDocument })
  @WireRefuses({ ...WISH_REFUSALS, 404: [...OFF, 'sso_provider_not_found'] })
  async update(@Param('id') id: string, @Body() body: WireInput): Promise<SsoProviderDocument> {
    const wish = ssoProviderWish(fieldsOf(body), { isNew: false });
    return ssoProviderAnswer(await this.managing.update(providerId(id), wish));
  }

  @Delete('admin/sso/providers/:id')
  @ApiOperation({ summary: 'Refuse the people of a directory', description: 'Their accounts stay.' })
  @ApiParam(ID)
  @ApiOkResponse({ type: SsoProviderDocument })
  @WireRefuses({ ...KEY_REFUSALS, 404: [...OFF, 'sso_provider_not_found'] })
  async remove(@Param('id') id: string): Promise<SsoProviderDocument> {
    return ssoProviderAnswer(await this.managing.remove(providerId(id)));
  }
}

function providerId(value: string): string {
  if (!isUuid(value)) throw new SsoProviderUnknownError('No such SSO provider');
  return value.toLowerCase();
}
