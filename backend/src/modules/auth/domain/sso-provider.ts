/** Attributes of an assertion by the names that identities have for them, e.g. `{ "email": "mail" }`. */
export type AttributeMapping = Readonly<Record<string, string>>;

/** A company's directory. */
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

/** What a directory's metadata tell of it. */
export type DirectoryFacts = Pick<SsoProvider, 'entityId' | 'entryPoint' | 'certificates'>;

const PREFIX = 'sso:';

/** What an identity's provider is called that signs in by this directory. */
export function identityProviderOf({ id }: Pick<SsoProvider, 'id'>): string {
  return `${PREFIX}${id}`;
}

/** The id of the directory that is called so; undefined for any other provider. */
export function directoryNamed(provider: string): string | undefined {
  return provider.startsWith(PREFIX) ? provider.slice(PREFIX.length) : undefined;
}

/** What a directory has signed of somebody. */
export interface Assertion {
  nameId: string;
  nameIdFormat: string;
  attributes: Readonly<Record<string, unknown>>;
}

/** Speaks SAML 2.0 with directories. */
export abstract class SamlDialogue {
  /** What the directory has to know of us. */
  abstract ownMetadata(): Promise<string>;
  /** Throws `saml_metadata_fetch_failed`. */
  abstract fetchMetadata(url: string): Promise<string>;
  /** Throws `validation_failed` for what describes no directory that can be used. */
  abstract readMetadata(xml: string): Promise<DirectoryFacts>;
  /** Where a browser asks the directory to say who sits there. */
  abstract requestAddress(
    provider: SsoProvider,
    ask: { requestId: string; relayState: string },
  ): Promise<string>;
  /** What the directory answered to that very request. Throws `validation_failed`. */
  abstract verify(provider: SsoProvider, response: string, requestId: string): Promise<Assertion>;
}
