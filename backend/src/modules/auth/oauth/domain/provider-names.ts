/** The providers that the wire protocol defines. `GET /settings` lists each with whether it is enabled. */
export const PROTOCOL_PROVIDERS: readonly string[] = [
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

/** The provider's name on the wire: as is if the protocol defines it, otherwise prefixed with `custom:`. */
export function toProtocolName(name: string): string {
  return PROTOCOL_PROVIDERS.includes(name) ? name : `custom:${name}`;
}

const SSO_PREFIX = 'sso:';

/** The `provider` of identities from this connection: `sso:<id>`. */
export function ssoProviderName({ id }: { id: string }): string {
  return `${SSO_PREFIX}${id}`;
}

/** The inverse of {@link ssoProviderName}; undefined for providers other than SSO. */
export function ssoProviderIdFromName(provider: string): string | undefined {
  return provider.startsWith(SSO_PREFIX) ? provider.slice(SSO_PREFIX.length) : undefined;
}
