import { Get, Header } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { Settings } from '../../../platform/config/settings.js';
import { AccessTokens } from '../access/access-tokens.port.js';
import { PROTOCOL_PROVIDERS } from '../oauth/domain/provider-names.js';
import { EnabledProviders } from '../oauth/enabled-providers.js';
import { AuthErrors } from '../protocol/auth-documentation.js';
import { AuthController } from '../protocol/auth-routes.js';
import {
  SettingsDocument,
  HealthDocument,
  KeySetDocument,
  OpenIdConfigurationDocument,
} from './discovery-documents.js';
import { openIdConfiguration } from './openid-configuration.js';

/** Public information about the service. */
@AuthController()
export class DiscoveryController {
  constructor(
    private readonly tokens: AccessTokens,
    private readonly providers: EnabledProviders,
    private readonly settings: Settings,
  ) {}

  @Get('.well-known/jwks.json')
  @Header('Cache-Control', 'public, max-age=600')
  @ApiOperation({ summary: 'Retrieve the public keys for verifying access tokens' })
  @ApiOkResponse({ type: KeySetDocument })
  @AuthErrors()
  keys(): { keys: object[] } {
    return { keys: this.tokens.publicKeys() };
  }

  @Get('.well-known/openid-configuration')
  @Header('Cache-Control', 'public, max-age=600')
  @ApiOperation({
    summary: 'Retrieve the OpenID configuration',
    description:
      'Contains the issuer of access tokens and the URL of their keys. The endpoints under `oauth` return 404 `feature_disabled`, ' +
      'because the OAuth server is not available.',
  })
  @ApiOkResponse({ type: OpenIdConfigurationDocument })
  @AuthErrors()
  openIdConfiguration(): OpenIdConfigurationDocument {
    return openIdConfiguration(this.settings);
  }

  @Get('health')
  @ApiOperation({ summary: 'Retrieve the name and version of the service' })
  @ApiOkResponse({ type: HealthDocument })
  @AuthErrors()
  health(): object {
    return { version: '1', name: 'GoTrue', description: 'Authentication API compatible with GoTrue' };
  }

  @Get('settings')
  @ApiOperation({ summary: 'List the enabled sign-in methods' })
  @ApiOkResponse({ type: SettingsDocument })
  @AuthErrors()
  async publicSettings(): Promise<object> {
    const { signupEnabled, emailEnabled, phoneEnabled, anonymousEnabled, passkeys } = this.settings.auth;
    const { autoconfirmEmail, autoconfirmPhone, sms } = this.settings.auth;
    const offered = await this.providers.list();
    return {
      external: {
        ...Object.fromEntries(PROTOCOL_PROVIDERS.map((name) => [name, false])),
        ...Object.fromEntries(offered.map(({ name }) => [name, true])),
        anonymous_users: anonymousEnabled,
        email: emailEnabled,
        phone: phoneEnabled,
      },
      external_names: Object.fromEntries(
        offered.flatMap(({ name, displayName: title }) => (title === undefined ? [] : [[name, title]])),
      ),
      disable_signup: !signupEnabled,
      mailer_autoconfirm: autoconfirmEmail,
      phone_autoconfirm: autoconfirmPhone,
      sms_provider: sms.twilio ? 'twilio' : '',
      saml_enabled: this.settings.auth.saml,
      saml_private_key_next_configured: this.settings.auth.samlKeys.length > 1,
      passkeys_enabled: passkeys,
    };
  }
}
