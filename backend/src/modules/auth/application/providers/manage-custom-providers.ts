import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import { Audit } from '../../../../platform/audit/audit.js';
import { Clock } from '../../../../platform/clock/clock.js';
import { Settings } from '../../../../platform/config/settings.js';
import { Database } from '../../../../platform/database/database.js';
import { InvalidInputError } from '../../domain/auth-errors.js';
import type { CustomProvider, CustomProviderType } from '../../domain/custom-provider.js';
import {
  CustomProviderChangedError,
  CustomProviderTakenError,
  CustomProviderUnknownError,
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
    private readonly customs: CustomProvidersRepository,
    private readonly providers: IdentityProviders,
    private readonly secrets: CustomProviderSecrets,
    private readonly settings: Settings,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {}

  list(type: CustomProviderType | undefined): Promise<CustomProvider[]> {
    return this.customs.list(type);
  }

  /** Throws `custom_provider_not_found`. */
  async find(identifier: string): Promise<CustomProvider> {
    return this.present(identifier);
  }

  /** Throws `conflict` for a name that is taken, `over_custom_provider_quota`, `validation_failed`. */
  async create(wished: NewCustomProvider): Promise<CustomProvider> {
    const { clientSecret, identifier, providerType, name, clientId, ...wish } = wished;
    const id = uuid();
    const now = this.clock.now();
    const unproven = {
      ...USUAL,
      ...ofType(providerType, { scopes: providerType === 'oidc' ? OPENID_SCOPES : [], ...wish }),
      id,
      identifier,
      providerType,
      name,
      clientId,
      sealedSecret: this.secrets.seal(id, clientSecret),
      discoveryDocument: null,
      revision: 1,
      createdAt: now,
      updatedAt: now,
    };
    assertWhole(unproven);
    await this.providers.assertCallable(unproven);
    const provider = { ...unproven, ...(await this.discovered(unproven)) };
    await this.database.transaction(async () => {
      await this.customs.lockAll();
      const taken = this.providers.names().includes(identifier) || (await this.customs.find(identifier));
      if (taken) throw new CustomProviderTakenError();
      if ((await this.customs.count()) >= this.settings.auth.mostCustomProviders)
        throw new TooManyCustomProvidersError();
      await this.customs.save(provider);
      await this.record('custom-provider.created', provider, {});
    });
    return provider;
  }

  /** Throws `custom_provider_not_found`, `validation_failed`; `conflict` when somebody else changed it meanwhile. */
  async update(identifier: string, { clientSecret, ...wish }: CustomProviderChange): Promise<CustomProvider> {
    const known = await this.present(identifier);
    const wished = {
      ...known,
      ...ofType(known.providerType, wish),
      ...(clientSecret === undefined ? {} : { sealedSecret: this.secrets.seal(known.id, clientSecret) }),
      revision: known.revision + 1,
      updatedAt: this.clock.now(),
    };
    assertWhole(wished);
    await this.providers.assertCallable(ofType(known.providerType, wish));
    const moved = wished.issuer !== known.issuer || wished.discoveryUrl !== known.discoveryUrl;
    const provider = { ...wished, ...(moved ? await this.discovered(wished) : {}) };
    await this.database.transaction(async () => {
      await this.customs.lockAll();
      if ((await this.present(identifier)).revision !== known.revision)
        throw new CustomProviderChangedError();
      await this.customs.save(provider);
      const fields = [...Object.keys(wish), ...(clientSecret === undefined ? [] : ['clientSecret'])];
      await this.record('custom-provider.changed', provider, { fields });
    });
    return provider;
  }

  /** Its people keep their accounts, and need another way in. Throws `custom_provider_not_found`. */
  async remove(identifier: string): Promise<void> {
    await this.database.transaction(async () => {
      await this.customs.lockAll();
      const provider = await this.present(identifier);
      await this.customs.remove(provider.id);
      await this.record('custom-provider.removed', provider, {});
    });
  }

  private async present(identifier: string): Promise<CustomProviderRow> {
    const row = await this.customs.find(identifier);
    if (!row) throw new CustomProviderUnknownError();
    return row;
  }

  /** Outside a transaction: somebody else is asked. */
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
function ofType(type: CustomProviderType, wish: Partial<Free>): Partial<Free> {
  const meaningless = type === 'oidc' ? OF_OAUTH : OF_OPENID;
  const meant = Object.fromEntries(
    Object.entries(wish).filter(([name]) => !meaningless.includes(name)),
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
