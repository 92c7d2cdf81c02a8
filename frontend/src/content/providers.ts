const NAMES: Record<string, string> = {
  apple: 'Apple',
  azure: 'Microsoft',
  bitbucket: 'Bitbucket',
  discord: 'Discord',
  email: 'Email',
  facebook: 'Facebook',
  figma: 'Figma',
  github: 'GitHub',
  gitlab: 'GitLab',
  google: 'Google',
  linkedin: 'LinkedIn',
  linkedin_oidc: 'LinkedIn',
  notion: 'Notion',
  slack: 'Slack',
  slack_oidc: 'Slack',
  spotify: 'Spotify',
  twitch: 'Twitch',
  twitter: 'X',
  workos: 'WorkOS',
  zoom: 'Zoom',
};

/**
 * Display name of an OAuth provider: the operator's name, the well-known name, or one derived from the id.
 */
export function providerName(provider: string, displayName?: string): string {
  const own = provider.replace(/^custom:/, '');
  return displayName ?? NAMES[provider] ?? own.charAt(0).toUpperCase() + own.slice(1);
}
