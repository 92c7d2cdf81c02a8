import { Get, Header } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { Settings } from '../../../platform/config/settings.js';
import { AccessTokens } from '../domain/access-tokens.js';
import { HealthDocument, KeySetDocument, SettingsDocument } from './wire/documents.js';
import { WireRefuses } from './wire/wire-documentation.js';
import { WireController } from './wire/wire-routes.js';

const EXTERNAL_PROVIDERS = [
  'apple',
  'azure',
  'bitbucket',
  'discord',
  'facebook',
  'snapchat',
  'figma',
  'fly',
  'github',
  'gitlab',
  'google',
  'keycloak',
  'kakao',
  'linkedin',
  'linkedin_oidc',
  'notion',
  'spotify',
  'slack',
  'slack_oidc',
  'workos',
  'twitch',
  'twitter',
  'zoom',
];

/** What a client may ask before it knows anybody. */
@WireController()
export class DiscoveryController {
  constructor(
    private readonly tokens: AccessTokens,
    private readonly settings: Settings,
  ) {}

  @Get('.well-known/jwks.json')
  @Header('Cache-Control', 'public, max-age=600')
  @ApiOperation({ summary: 'Public keys that verify access tokens' })
  @ApiOkResponse({ type: KeySetDocument })
  @WireRefuses()
  keys(): { keys: object[] } {
    return { keys: this.tokens.publicKeys() };
  }

  @Get('health')
  @ApiOperation({ summary: 'Name and version of the service' })
  @ApiOkResponse({ type: HealthDocument })
  @WireRefuses()
  health(): object {
    return { version: '1', name: 'GoTrue', description: 'Authentication in the wire protocol of GoTrue' };
  }

  @Get('settings')
  @ApiOperation({ summary: 'Which ways in this installation offers' })
  @ApiOkResponse({ type: SettingsDocument })
  @WireRefuses()
  offered(): object {
    const { signupEnabled, emailEnabled, anonymousEnabled, autoconfirmEmail, passkeys } = this.settings.auth;
    return {
      external: {
        ...Object.fromEntries(EXTERNAL_PROVIDERS.map((name) => [name, false])),
        anonymous_users: anonymousEnabled,
        email: emailEnabled,
        phone: false,
      },
      disable_signup: !signupEnabled,
      mailer_autoconfirm: autoconfirmEmail,
      phone_autoconfirm: false,
      sms_provider: '',
      saml_enabled: false,
      saml_private_key_next_configured: false,
      passkeys_enabled: passkeys,
    };
  }
}
