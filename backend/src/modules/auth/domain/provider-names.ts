/** Ways to sign in elsewhere that the wire protocol knows by name; clients ask which of them are offered. */
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

/** What clients call a provider: its own name where the protocol knows it, else marked as the operator's own. */
export function wireNameOf(name: string): string {
  return PROTOCOL_PROVIDERS.includes(name) ? name : `custom:${name}`;
}
