/** What addresses of others may begin with. Only an installation without TLS of its own, in development, talks to others in the clear. */
export function outgoingSchemes(siteUrl: string): readonly string[] {
  return siteUrl.startsWith('https:') ? ['https:'] : ['https:', 'http:'];
}
