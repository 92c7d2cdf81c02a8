const BEARER = /^bearer +(\S+)$/i;

/** The token of an `Authorization: Bearer …` header, or undefined. */
export function bearerToken(authorization: string | undefined): string | undefined {
  return authorization ? BEARER.exec(authorization.trim())?.[1] : undefined;
}
