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
export function wireNameOf(name: string): string {
  return PROTOCOL_PROVIDERS.includes(name) ? name : `custom:${name}`;
}
