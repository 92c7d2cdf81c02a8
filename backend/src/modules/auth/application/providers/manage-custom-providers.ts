import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import { Audit } from '../../../../platform/audit/audit.js';
import { Clock } from '../../../../platform/clock/clock.js';
import { Settings } from '../../../../platform/config/settings.js';
import { Database } from '../../../../platform/database/database.js';
import { InvalidInputError } from '../../domain/auth-errors.js';
import type { CustomProvider, CustomProviderType } from '../../domain/custom-provider.js';
import {
  CustomProviderConflictError,
  CustomProviderExistsError,
  CustomProviderNotFoundError,
  TooManyCustomProvidersError,
} from '../../domain/custom-provider-errors.js';
import { IdentityProviders } from '../../domain/identity-providers.js';
import {
  CustomProvidersRepository,
  type CustomProviderRow,
} from '../../persistence/custom-providers.repository.js';
import { CustomProviderSecrets } from './custom-provider-secrets.js';

type Free = Omit<
  CustomProvider,
  'id' | 'identifier' | 'providerType' | 'discoveryDocument' | 'revision' | 'createdAt' | 'updatedAt'
>;

/** What the operator's server wishes of a provider, judged; what is absent stays as it is. */
export type CustomProviderChange = Partial<Free> & { clientSecret?: string };

export type NewCustomProvider = CustomProviderChange &
  Pick<CustomProvider, 'identifier' | 'providerType' | 'name' | 'clientId'> & { clientSecret: string };

const USUAL: Omit<Free, 'name' | 'clientId'> = {
  acceptableClientIds: [],
  scopes: [],
  pkceEnabled: true,
  attributeMapping: {},
  customClaimsAllowlist: [],
  authorizationParams: {},
  enabled: true,
  emailOptional: false,
  issuer: null,
  discoveryUrl: null,
  skipNonceCheck: false,
  authorizationUrl: null,
  tokenUrl: null,
  userinfoUrl: null,
  jwksUri: null,
};

/** Providers beside those of the settings, for the service key. An issuer is asked for its document before it is written. */
@Injectable()
export class ManageCustomProviders {
  constructor(
    private readonly database: Database,
    private readonly customProviders: CustomProvidersRepository,
    private readonly providers: IdentityProviders,
    private readonly secrets: CustomProviderSecrets,
    private readonly settings: Settings,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {}

  list(type: CustomProviderType | undefined): Promise<CustomProvider[]> {
    return this.customProviders.list(type);
  }

  /** Throws `custom_provider_not_found`. */
  async find(identifier: string): Promise<CustomProvider> {
    return this.findExisting(identifier);
  }

  /** Throws `conflict` for a name that is taken, `over_custom_provider_quota`, `validation_failed`. */
  async create(requested: NewCustomProvider): Promise<CustomProvider> {
    const { clientSecret, identifier, providerType, name, clientId, ...input } = requested;
    const id = uuid();
    const now = this.clock.now();
    const unconfirmed = {
      ...USUAL,
      ...ofType(providerType, { scopes: providerType === 'oidc' ? OPENID_SCOPES : [], ...input }),
      id,
      identifier,
      providerType,
      name,
      clientId,
      encryptedSecret: this.secrets.encrypt(id, clientSecret),
      discoveryDocument: null,
      revision: 1,
      createdAt: now,
      updatedAt: now,
    };
    assertWhole(unconfirmed);
    await this.providers.assertCallable(unconfirmed);
    const provider = { ...unconfirmed, ...(await this.discovered(unconfirmed)) };
    await this.database.transaction(async () => {
      await this.customProviders.lockAll();
      const taken =
        this.providers.configuredNames().includes(identifier) ||
        (await this.customProviders.find(identifier));
      if (taken) throw new CustomProviderExistsError();
      if ((await this.customProviders.count()) >= this.settings.auth.maxCustomProviders)
        throw new TooManyCustomProvidersError();
      await this.customProviders.save(provider);
      await this.record('custom-provider.created', provider, {});
    });
    return provider;
  }

  /** Throws `custom_provider_not_found`, `validation_failed`; `conflict` when someone else changed it meanwhile. */
  async update(
    identifier: string,
    { clientSecret, ...input }: CustomProviderChange,
  ): Promise<CustomProvider> {
    const known = await this.findExisting(identifier);
    const requested = {
      ...known,
      ...ofType(known.providerType, input),
      ...(clientSecret === undefined
        ? {}
        : { encryptedSecret: this.secrets.encrypt(known.id, clientSecret) }),
      revision: known.revision + 1,
      updatedAt: this.clock.now(),
    };
    assertWhole(requested);
    await this.providers.assertCallable(ofType(known.providerType, input));
    const moved = requested.issuer !== known.issuer || requested.discoveryUrl !== known.discoveryUrl;
    const provider = { ...requested, ...(moved ? await this.discovered(requested) : {}) };
    await this.database.transaction(async () => {
      await this.customProviders.lockAll();
      if ((await this.findExisting(identifier)).revision !== known.revision)
        throw new CustomProviderConflictError();
      await this.customProviders.save(provider);
      const fields = [...Object.keys(input), ...(clientSecret === undefined ? [] : ['clientSecret'])];
      await this.record('custom-provider.changed', provider, { fields });
    });
    return provider;
  }

  /** Its people keep their accounts, and need another sign-in method. Throws `custom_provider_not_found`. */
  async remove(identifier: string): Promise<void> {
    await this.database.transaction(async () => {
      await this.customProviders.lockAll();
      const provider = await this.findExisting(identifier);
      await this.customProviders.remove(provider.id);
      await this.record('custom-provider.removed', provider, {});
    });
  }

  private async findExisting(identifier: string): Promise<CustomProviderRow> {
    const row = await this.customProviders.find(identifier);
    if (!row) throw new CustomProviderNotFoundError();
    return row;
  }

  /** Outside a transaction: someone else is asked. */
  private async discovered(
    provider: CustomProvider,
  ): Promise<Pick<CustomProvider, 'discoveryDocument'> | undefined> {
    if (provider.providerType === 'oauth2') return undefined;
    return { discoveryDocument: await this.providers.discover(provider) };
  }

  private record(
    action: string,
    { id, identifier }: CustomProvider,
    details: Record<string, unknown>,
  ): Promise<void> {
    return this.audit.record({
      actorId: null,
      action,
      subject: { type: 'custom-provider', id },
      details: { ...details, identifier, by: 'service key' },
    });
  }
}

/** Without the first there is no ID token. */
const OPENID_SCOPES = ['openid', 'email', 'profile'];
const OF_OPENID = ['issuer', 'discoveryUrl', 'skipNonceCheck'];
const OF_OAUTH = ['authorizationUrl', 'tokenUrl', 'userinfoUrl', 'jwksUri'];

/** Without what means nothing for the type. */
function ofType(type: CustomProviderType, input: Partial<Free>): Partial<Free> {
  const meaningless = type === 'oidc' ? OF_OAUTH : OF_OPENID;
  const meant = Object.fromEntries(
    Object.entries(input).filter(([name]) => !meaningless.includes(name)),
  ) as Partial<Free>;
  if (type === 'oauth2' || meant.scopes === undefined) return meant;
  return { ...meant, scopes: [...new Set(['openid', ...meant.scopes])] };
}

function assertWhole(provider: CustomProvider): void {
  const needed: Record<CustomProviderType, [value: string | null, field: string][]> = {
    oidc: [[provider.issuer, 'issuer']],
    oauth2: [
      [provider.authorizationUrl, 'authorization_url'],
      [provider.tokenUrl, 'token_url'],
      [provider.userinfoUrl, 'userinfo_url'],
    ],
  };
  for (const [value, field] of needed[provider.providerType]) {
    if (value === null)
      throw new InvalidInputError(`${field} is required for ${provider.providerType} providers`);
  }
}
