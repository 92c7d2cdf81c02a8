/** SAML attribute names by identity field, e.g. `{ "email": "mail" }`. */
export type AttributeMapping = Readonly<Record<string, string>>;

/** A connection to a company's SAML identity provider. */
export interface SsoProvider {
  id: string;
  entityId: string;
  metadataUrl: string | null;
  metadataXml: string;
  /** Sign-on URL that browsers are redirected to. */
  entryPoint: string;
  /** Signing certificates, base64 without the PEM header and footer. */
  certificates: readonly string[];
  attributeMapping: AttributeMapping;
  nameIdFormat: string | null;
  disabled: boolean;
  /** Email domains, in lowercase, whose addresses count as verified. */
  domains: readonly string[];
  createdAt: Date;
  updatedAt: Date;
}

/** The fields read from an identity provider's metadata. */
export type SsoProviderMetadata = Pick<SsoProvider, 'entityId' | 'entryPoint' | 'certificates'>;

/** A verified SAML assertion. */
export interface Assertion {
  nameId: string;
  nameIdFormat: string;
  attributes: Readonly<Record<string, unknown>>;
}

/** SAML 2.0 service provider. */
export abstract class SamlClient {
  /** The metadata XML to register at identity providers. */
  abstract serviceProviderMetadata(): Promise<string>;
  /** Throws `saml_metadata_fetch_failed`. */
  abstract fetchMetadata(url: string): Promise<string>;
  /** Throws `validation_failed` if the metadata does not describe a usable identity provider. */
  abstract parseMetadata(xml: string): Promise<SsoProviderMetadata>;
  /** The URL that starts authentication at the identity provider. */
  abstract authnRequestUrl(
    provider: SsoProvider,
    request: { requestId: string; relayState: string },
  ): Promise<string>;
  /** Throws `validation_failed` unless the response is valid and matches the request. */
  abstract verifyResponse(provider: SsoProvider, response: string, requestId: string): Promise<Assertion>;
}
