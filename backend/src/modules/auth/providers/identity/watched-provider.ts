import { errors } from 'jose';
import { DomainError, ServiceUnavailableError } from '../../../../platform/errors/domain-error.js';
import { Logger } from '../../../../platform/logging/logger.js';
import { PrivateAddressError } from '../../../../platform/security/public-fetch.js';
import type { ExternalIdentity } from '../../domain/external-identity.js';
import type {
  IdentityProvider,
  PresentedIdToken,
  ProviderTokens,
  FlowSecrets,
  AuthorizationOptions,
} from '../../domain/identity-providers.js';
import { BadCallbackError, InvalidGrantError } from '../../domain/provider-errors.js';

const AWAY = 'The provider does not answer. Please try again in a moment.';

/** A provider whose failures are for the operator's log; the caller learns only whether to try again. */
export class WatchedProvider implements IdentityProvider {
  constructor(
    private readonly provider: IdentityProvider,
    private readonly logger: Logger,
  ) {}

  get name(): string {
    return this.provider.name;
  }

  get issuesIdTokens(): boolean {
    return this.provider.issuesIdTokens;
  }

  get usesFormPost(): boolean {
    return this.provider.usesFormPost;
  }

  get emailOptional(): boolean {
    return this.provider.emailOptional;
  }

  authorizationUrl(input: AuthorizationOptions): Promise<string> {
    return this.call((provider) => provider.authorizationUrl(input), unvouched);
  }

  identify(
    response: URLSearchParams,
    flow: FlowSecrets,
  ): Promise<{ identity: ExternalIdentity; tokens: ProviderTokens }> {
    return this.call((provider) => provider.identify(response, flow), unvouched);
  }

  verifyIdToken(presented: PresentedIdToken): Promise<ExternalIdentity> {
    return this.call(
      (provider) => provider.verifyIdToken(presented),
      (cause) => new InvalidGrantError('invalid_grant', 'Bad ID token', cause),
    );
  }

  private async call<T>(
    question: (provider: IdentityProvider) => Promise<T>,
    refusal: (cause: unknown) => DomainError,
  ): Promise<T> {
    try {
      return await question(this.provider);
    } catch (error) {
      if (error instanceof DomainError) throw error;
      this.logger.sampled('warn', 'identity provider request failed', {
        provider: this.name,
        reason: reasonOf(error),
      });
      throw isSilence(error) ? new ServiceUnavailableError(AWAY, error) : refusal(error);
    }
  }
}

function unvouched(cause: unknown): DomainError {
  return new BadCallbackError('The provider did not vouch for this sign-in', cause);
}

/** Neither library's messages repeat a token or a secret. */
export function reasonOf(error: unknown): string {
  const { code, message } = error as { code?: unknown; message?: unknown };
  const network = PrivateAddressError.isCauseOf(error)
    ? 'its address leads into a private network'
    : undefined;
  return [code, message, network]
    .filter((part) => typeof part === 'string')
    .join(': ')
    .slice(0, 300);
}

/** No answer at all: a broken connection, a name that is not found, or too long a wait. */
function isSilence(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { name, message, code, cause } = error as {
    name?: string;
    message?: string;
    code?: string;
    cause?: unknown;
  };
  if (error instanceof errors.JWKSTimeout || code === 'OAUTH_TIMEOUT') return true;
  if (name === 'TimeoutError' || name === 'AbortError' || message === 'fetch failed') return true;
  return isSilence(cause);
}
