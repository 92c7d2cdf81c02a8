/** Attributes of an assertion by the names that identities have for them, e.g. `{ "email": "email" }`. */
export type AttributeMapping = Readonly<Record<string, string>>;

/** A company's identity provider. */
export interface SsoProvider {
  id: string;
  /** What it calls itself. */
  entityId: string;
  metadataUrl: string | null;
  metadataXml: string;
  /** Where people are sent to. */
  entryPoint: string;
  /** Of the keys that it signs with, without PEM's first and last line. */
  certificates: readonly string[];
  attributeMapping: AttributeMapping;
  nameIdFormat: string | null;
  disabled: boolean;
  /** Whose addresses it vouches for, in lower case. */
  domains: readonly string[];
  createdAt: Date;
  updatedAt: Date;
}

/** What an identity provider's metadata tell of it. */
export type SsoProviderMetadata = Pick<SsoProvider, 'entityId' | 'entryPoint' | 'certificates'>;

const PREFIX = 'sso:';

/** What an identity's provider is called that signs in by this identity provider. */
export function ssoProviderName({ id }: Pick<SsoProvider, 'id'>): string {
  return `${PREFIX}${id}`;
}

/** The id of the identity provider that is called so; undefined for any other provider. */
export function ssoProviderIdFromName(provider: string): string | undefined {
  return provider.startsWith(PREFIX) ? provider.slice(PREFIX.length) : undefined;
}

/** What an identity provider has signed of someone. */
export interface Assertion {
  nameId: string;
  nameIdFormat: string;
  attributes: Readonly<Record<string, unknown>>;
}

/** Speaks SAML 2.0 with identity providers. */
export abstract class SamlClient {
  /** What the identity provider has to know of us. */
  abstract serviceProviderMetadata(): Promise<string>;
  /** Throws `saml_metadata_fetch_failed`. */
  abstract fetchMetadata(url: string): Promise<string>;
  /** Throws `validation_failed` for what describes no identity provider that can be used. */
  abstract parseMetadata(xml: string): Promise<SsoProviderMetadata>;
  /** Where a browser asks the identity provider to say who sits there. */
  abstract authnRequestUrl(provider: SsoProvider, ask: { requestId: string; relayState: string }): Promise<string>;
  /** What the identity provider answered to that very request. Throws `validation_failed`. */
  abstract verifyResponse(provider: SsoProvider, response: string, requestId: string): Promise<Assertion>;
}
