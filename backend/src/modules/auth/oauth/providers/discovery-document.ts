import type { ServerMetadata } from 'openid-client';
import type { DiscoveryDocument } from '../domain/custom-provider.js';

/** The stored part of a discovery document. Throws if an endpoint that sign-in needs is missing. */
export function toDiscoveryDocument(metadata: ServerMetadata): DiscoveryDocument {
  const { issuer, authorization_endpoint, token_endpoint, jwks_uri } = metadata;
  if (!authorization_endpoint || !token_endpoint || !jwks_uri)
    throw new Error('discovery document lacks required endpoints');
  const document = {
    issuer,
    authorization_endpoint,
    token_endpoint,
    jwks_uri,
    userinfo_endpoint: metadata.userinfo_endpoint,
    revocation_endpoint: metadata.revocation_endpoint,
    supported_scopes: metadata.scopes_supported,
    supported_response_types: metadata.response_types_supported,
    supported_subject_types: metadata.subject_types_supported as string[] | undefined,
    supported_id_token_signing_algs: metadata.id_token_signing_alg_values_supported as string[] | undefined,
  };
  return JSON.parse(JSON.stringify(document)) as DiscoveryDocument;
}
