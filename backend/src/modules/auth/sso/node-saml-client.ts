import { Injectable } from '@nestjs/common';
import type { Profile, SAML } from '@node-saml/node-saml';
import { AUTH_PATH } from '@subscription-site/shared/paths';
import { RealClock } from '../../../platform/clock.js';
import type { SamlKeys } from '../../../platform/config/saml-settings.js';
import { Settings } from '../../../platform/config/settings.js';
import { Logger } from '../../../platform/logging/logger.js';
import { OutgoingCalls } from '../../../platform/security/outgoing-calls.js';
import { PrivateAddressError } from '../../../platform/security/public-fetch.js';
import { InvalidInputError } from '../core/auth-errors.js';
import { CLOCK_TOLERANCE_SECONDS } from '../core/clock-tolerance.js';
import { outboundSchemes, PrivateNetworkError } from '../core/outbound-urls.js';
import { MetadataFetchError } from './domain/sso-errors.js';
import {
  SamlClient,
  type Assertion,
  type SsoProviderMetadata,
  type SsoProvider,
} from './domain/sso-provider.js';
import { isPlainXml, readSamlMetadata, type XmlElement } from './saml-metadata.js';

const TIMEOUT_MS = 5000;
/** Messages of the library about times. The last one is also used for another recipient or request. */
const CLOCK_ERROR = /not yet valid|expired|No valid subject confirmation/;

/** RSA PKCS#1 v1.5 key transport is vulnerable to padding oracle attacks. */
const INSECURE_KEY_TRANSPORT = 'http://www.w3.org/2001/04/xmlenc#rsa-1_5';
const ENCRYPTED_ASSERTION = 'EncryptedAssertion';
const SIGNATURE = { signatureAlgorithm: 'sha256', digestAlgorithm: 'sha256' } as const;

/** Loaded on first use, because it depends on large XML libraries. */
const library = () => import('@node-saml/node-saml');

/**
 * SAML by node-saml: redirect binding for requests, POST binding for responses, signed assertions required. If keys are configured,
 * requests are signed with the newest one, and assertions may be encrypted for any of them.
 */
@Injectable()
export class NodeSamlClient extends SamlClient {
  private readonly issuer: string;
  private readonly callbackUrl: string;
  private readonly schemes: readonly string[];
  /** Newest first. */
  private readonly keys: readonly SamlKeys[];

  constructor(
    { siteUrl, auth }: Settings,
    private readonly clock: RealClock,
    private readonly logger: Logger,
    private readonly outgoingCalls: OutgoingCalls,
  ) {
    super();
    this.keys = auth.samlKeys;
    this.issuer = `${siteUrl}${AUTH_PATH}/sso/saml/metadata`;
    this.callbackUrl = `${siteUrl}${AUTH_PATH}/sso/saml/acs`;
    this.schemes = outboundSchemes(siteUrl);
  }

  override async serviceProviderMetadata(): Promise<string> {
    const { issuer, callbackUrl, keys } = this;
    const [newest] = keys;
    const { generateServiceProviderMetadata } = await library();
    return generateServiceProviderMetadata({
      issuer,
      callbackUrl,
      wantAssertionsSigned: true,
      identifierFormat: null,
      ...(newest && {
        ...SIGNATURE,
        privateKey: newest.privateKey,
        // All of them, so that identity providers with older metadata still accept our requests after a key change.
        publicCerts: keys.map(({ certificate }) => certificate),
        decryptionPvk: newest.privateKey,
        decryptionCert: newest.certificate,
      }),
    });
  }

  override async fetchMetadata(url: string): Promise<string> {
    if (!this.schemes.includes(URL.parse(url)?.protocol ?? '')) {
      throw new InvalidInputError('metadata_url must be an https URL');
    }
    try {
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      const response = await this.outgoingCalls.fetch(url, { signal, redirect: 'error' });
      if (response.ok) return await response.text();
    } catch (error) {
      if (PrivateAddressError.caused(error)) throw new PrivateNetworkError('metadata_url');
      throw new MetadataFetchError(error);
    }
    throw new MetadataFetchError();
  }

  override async parseMetadata(xml: string): Promise<SsoProviderMetadata> {
    const { wantsSignedRequests, ...metadata } = await readSamlMetadata(xml, this.schemes);
    if (wantsSignedRequests && this.keys.length === 0) {
      throw new InvalidInputError(
        'The identity provider requires signed requests. Set AUTH_SAML_PRIVATE_KEY and AUTH_SAML_CERTIFICATE.',
      );
    }
    return metadata;
  }

  override async authnRequestUrl(
    provider: SsoProvider,
    { requestId, relayState }: { requestId: string; relayState: string },
  ): Promise<string> {
    const saml = await this.createSaml(provider, requestId, this.keys[0]);
    return saml.getAuthorizeUrlAsync(relayState, undefined, {});
  }

  override async verifyResponse(
    provider: SsoProvider,
    response: string,
    requestId: string,
  ): Promise<Assertion> {
    try {
      const xml = Buffer.from(response, 'base64').toString('utf8');
      if (!isPlainXml(xml)) throw new Error('not plain XML');
      if (xml.includes(INSECURE_KEY_TRANSPORT)) throw new Error('insecure key transport algorithm');
      const keys = xml.includes(ENCRYPTED_ASSERTION) ? this.keys : [];
      const profile = await this.validateResponse(provider, { response, requestId, keys });
      return readSignedAssertion(profile, {
        issuer: provider.entityId,
        recipient: this.callbackUrl,
        requestId,
      });
    } catch (error) {
      this.logger.sampled('warn', 'SAML assertion rejected', {
        provider: provider.id,
        reason: describeError(error as Error),
      });
      throw new InvalidInputError('SAML Assertion is not valid');
    }
  }

  /** Tries all keys: an identity provider with older metadata may use an older key, and need not say which. */
  private async validateResponse(
    provider: SsoProvider,
    { response, requestId, keys }: { response: string; requestId: string; keys: readonly SamlKeys[] },
  ): Promise<Profile> {
    const errors: string[] = [];
    for (const key of keys.length > 0 ? keys : [undefined]) {
      try {
        const saml = await this.createSaml(provider, requestId, key);
        const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: response });
        if (profile) return profile;
        errors.push('no assertion');
      } catch (error) {
        errors.push((error as Error).message);
      }
    }
    throw new Error(errors.join('; '));
  }

  /** Accepts only a response to this request: neither to another one, nor an unsolicited one. */
  private async createSaml(
    { entryPoint, entityId, certificates, nameIdFormat }: SsoProvider,
    requestId: string,
    key: SamlKeys | undefined,
  ): Promise<SAML> {
    const { SAML, ValidateInResponseTo } = await library();
    return new SAML({
      issuer: this.issuer,
      audience: this.issuer,
      callbackUrl: this.callbackUrl,
      entryPoint,
      idpIssuer: entityId,
      idpCert: [...certificates],
      identifierFormat: nameIdFormat,
      disableRequestedAuthnContext: true,
      wantAssertionsSigned: true,
      wantAuthnResponseSigned: false,
      acceptedClockSkewMs: CLOCK_TOLERANCE_SECONDS * 1000,
      generateUniqueId: () => requestId,
      validateInResponseTo: ValidateInResponseTo.always,
      ...(key && { ...SIGNATURE, privateKey: key.privateKey, decryptionPvk: key.privateKey }),
      cacheProvider: {
        saveAsync: async (_key, value) => ({ value, createdAt: 0 }),
        getAsync: async (key) => (key === requestId ? this.clock.now().toISOString() : null),
        removeAsync: async () => null,
      },
    });
  }
}

function describeError({ message }: Error): string {
  const reason = message.slice(0, 200);
  return CLOCK_ERROR.test(message)
    ? `${reason}; make sure that this server's clock and the identity provider's agree`
    : reason;
}

interface SignedAssertion {
  Issuer?: XmlElement[];
  Subject?: { NameID?: XmlElement[]; SubjectConfirmation?: { SubjectConfirmationData?: XmlElement[] }[] }[];
}

/**
 * Reads only the signed assertion, because the rest of the response is not authenticated. Request and recipient are checked there, so
 * that an assertion issued for another service cannot be replayed here.
 */
function readSignedAssertion(
  profile: Profile,
  expected: { issuer: string; recipient: string; requestId: string },
): Assertion {
  const { Assertion: signed } = (profile.getAssertion?.() ?? {}) as { Assertion?: SignedAssertion };
  const subject = signed?.Subject?.[0];
  const isFor = (data: XmlElement | undefined): boolean =>
    data?.$?.Recipient === expected.recipient && data.$.InResponseTo === expected.requestId;
  if (signed?.Issuer?.[0]?._ !== expected.issuer) throw new Error('issuer mismatch');
  if (!subject?.SubjectConfirmation?.some(({ SubjectConfirmationData: data }) => isFor(data?.[0]))) {
    throw new Error('recipient or request mismatch');
  }
  const nameId = subject.NameID?.[0];
  return {
    nameId: nameId?._ ?? '',
    nameIdFormat: nameId?.$?.Format ?? '',
    attributes: (profile.attributes ?? {}) as Record<string, unknown>,
  };
}
