import { X509Certificate } from 'node:crypto';
import { InvalidInputError } from '../core/auth-errors.js';
import type { SsoProviderMetadata } from './domain/sso-provider.js';

const REDIRECT_BINDING = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';
const MAX_LENGTH = 500_000;

/** An element as xml2js returns it: attributes under `$`, text under `_`, children by name, always as arrays. */
export interface XmlElement {
  $?: Readonly<Record<string, string>>;
  _?: string;
  [child: string]: XmlElement[] | Readonly<Record<string, string>> | string | undefined;
}

type Parsed = Readonly<Record<string, unknown>>;

/** Rejects document types and entities, which SAML does not need: they enable XXE and entity expansion attacks. */
export function isPlainXml(xml: string): boolean {
  return xml.length <= MAX_LENGTH && !/<!(DOCTYPE|ENTITY)/i.test(xml);
}

/** Parses the metadata of an identity provider. Only those with the HTTP-Redirect binding are supported. */
export async function readSamlMetadata(
  xml: string,
  allowedSchemes: readonly string[],
): Promise<SsoProviderMetadata & { wantsSignedRequests: boolean }> {
  const entity = findIdentityProvider(await parse(xml));
  const entityId = entity?.$?.entityID ?? '';
  const descriptor = entity && children(entity, 'IDPSSODescriptor')[0];
  if (entityId === '' || entityId.length > 1000 || !descriptor) {
    throw invalidMetadata('it must have an EntityDescriptor with an EntityID and an IDPSSODescriptor');
  }
  const service = children(descriptor, 'SingleSignOnService').find(
    ({ $ }) => $?.Binding === REDIRECT_BINDING,
  );
  const entryPoint = service?.$?.Location ?? '';
  if (!allowedSchemes.includes(URL.parse(entryPoint)?.protocol ?? '')) {
    throw invalidMetadata(
      'it must have a SingleSignOnService with the HTTP-Redirect binding and an https location',
    );
  }
  const certificates = children(descriptor, 'KeyDescriptor')
    .filter(({ $ }) => $?.use !== 'encryption')
    .flatMap((key) => children(key, 'KeyInfo'))
    .flatMap((info) => children(info, 'X509Data'))
    .flatMap((data) => children(data, 'X509Certificate'))
    .map(({ _: text = '' }) => text.replaceAll(/\s/g, ''));
  if (certificates.length === 0 || !certificates.every(isCertificate)) {
    throw invalidMetadata('it must have valid signing certificates');
  }
  const wantsSignedRequests = ['true', '1'].includes(descriptor.$?.WantAuthnRequestsSigned ?? '');
  return { entityId, entryPoint, certificates, wantsSignedRequests };
}

/** The entity, or, as in the protocol, the first identity provider of a group of entities. Groups can be nested. */
function findIdentityProvider({
  EntityDescriptor: entity,
  EntitiesDescriptor: group,
}: Parsed): XmlElement | undefined {
  if (isElement(group))
    return collectEntities(group).find((member) => children(member, 'IDPSSODescriptor').length > 0);
  return isElement(entity) ? entity : undefined;
}

function collectEntities(group: XmlElement): XmlElement[] {
  return [
    ...children(group, 'EntityDescriptor'),
    ...children(group, 'EntitiesDescriptor').flatMap(collectEntities),
  ];
}

async function parse(xml: string): Promise<Parsed> {
  if (!isPlainXml(xml)) throw invalidMetadata('it must not have a document type');
  const { parseStringPromise, processors } = await import('xml2js');
  const tagNameProcessors = [processors.stripPrefix];
  try {
    const options = { explicitCharkey: true, tagNameProcessors };
    return ((await parseStringPromise(xml, options)) as Parsed | null) ?? {};
  } catch {
    throw invalidMetadata('it must be well-formed XML');
  }
}

function isElement(value: unknown): value is XmlElement {
  return typeof value === 'object' && value !== null;
}

function children(parent: XmlElement, name: string): XmlElement[] {
  const found = parent[name];
  return Array.isArray(found) ? found.filter(isElement) : [];
}

function isCertificate(text: string): boolean {
  try {
    return new X509Certificate(Buffer.from(text, 'base64')).publicKey.type === 'public';
  } catch {
    return false;
  }
}

function invalidMetadata(reason: string): InvalidInputError {
  return new InvalidInputError(`SAML Metadata is not valid: ${reason}`);
}
