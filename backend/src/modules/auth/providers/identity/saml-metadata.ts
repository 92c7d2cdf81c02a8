import { X509Certificate } from 'node:crypto';
import { InvalidInputError } from '../../domain/auth-errors.js';
import type { SsoProviderMetadata } from '../../domain/sso-provider.js';

const REDIRECT_BINDING = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';
const MAX_LENGTH = 500_000;

/** An element as the reader gives it: its attributes under `$`, its text under `_`, its children by name, always in lists. */
export interface XmlElement {
  $?: Readonly<Record<string, string>>;
  _?: string;
  [child: string]: XmlElement[] | Readonly<Record<string, string>> | string | undefined;
}

/** Documents with a type of their own can make a reader fetch or repeat things without end; SAML needs none. */
export function isPlainXml(xml: string): boolean {
  return xml.length <= MAX_LENGTH && !/<!(DOCTYPE|ENTITY)/i.test(xml);
}

/** What an identity provider's metadata tell of it. Only identity providers that take requests by redirect are known here. */
export async function readSamlMetadata(
  xml: string,
  allowedSchemes: readonly string[],
): Promise<SsoProviderMetadata & { wantsSignedRequests: boolean }> {
  const { EntityDescriptor: root } = await parse(xml);
  if (!isElement(root)) throw invalidMetadata('it must be one EntityDescriptor');
  const entityId = root.$?.entityID ?? '';
  const [directory] = children(root, 'IDPSSODescriptor');
  if (entityId === '' || entityId.length > 1000 || !directory) {
    throw invalidMetadata('it must have an EntityID and an IDPSSODescriptor');
  }
  const service = children(directory, 'SingleSignOnService').find(({ $ }) => $?.Binding === REDIRECT_BINDING);
  const entryPoint = service?.$?.Location ?? '';
  if (!allowedSchemes.includes(URL.parse(entryPoint)?.protocol ?? '')) {
    throw invalidMetadata('it must have a SingleSignOnService by HTTP-Redirect, over https');
  }
  const certificates = children(directory, 'KeyDescriptor')
    .filter(({ $ }) => $?.use !== 'encryption')
    .flatMap((key) => children(key, 'KeyInfo'))
    .flatMap((info) => children(info, 'X509Data'))
    .flatMap((data) => children(data, 'X509Certificate'))
    .map(({ _: text = '' }) => text.replaceAll(/\s/g, ''));
  if (certificates.length === 0 || !certificates.every(isCertificate)) {
    throw invalidMetadata('it must have the certificates of the keys that it signs with');
  }
  const wantsSignedRequests = ['true', '1'].includes(directory.$?.WantAuthnRequestsSigned ?? '');
  return { entityId, entryPoint, certificates, wantsSignedRequests };
}

async function parse(xml: string): Promise<Record<string, unknown>> {
  if (!isPlainXml(xml)) throw invalidMetadata('it must have no document type');
  const { parseStringPromise, processors } = await import('xml2js');
  const tagNameProcessors = [processors.stripPrefix];
  try {
    const options = { explicitCharkey: true, tagNameProcessors };
    return ((await parseStringPromise(xml, options)) as Record<string, unknown> | null) ?? {};
  } catch {
    throw invalidMetadata('it must be XML');
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

function invalidMetadata(need: string): InvalidInputError {
  return new InvalidInputError(`SAML Metadata is not valid: ${need}`);
}
