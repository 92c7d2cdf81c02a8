import type { TokenHolder } from '../../auth/index.js';
import type { Action, BucketRules, Grantee, ObjectScope } from './bucket-rules.js';

/** Who sends a request. `anonymous` has the `anon` key or no key. */
export type StorageCaller = TokenHolder;

interface AccessTarget {
  name: string;
  ownerId: string | null;
}

/** What one caller may do in one bucket. */
export class AccessPolicy {
  constructor(
    private readonly caller: StorageCaller,
    private readonly rules: BucketRules,
  ) {}

  allows(action: Action, { name, ownerId }: AccessTarget): boolean {
    const scope = this.getScope(action);
    if (scope.all) return true;
    if (scope.ownerId !== null && scope.ownerId === ownerId) return true;
    return scope.folder !== null && (name === scope.folder || name.startsWith(`${scope.folder}/`));
  }

  getScope(action: Action): ObjectScope {
    const { caller } = this;
    if (caller.kind === 'service') return { all: true, ownerId: null, folder: null };
    const grantees = this.rules[action];
    const all = grantees.some((grantee) => isUnconditional(grantee, caller));
    const userId = caller.kind === 'user' ? caller.userId : null;
    return {
      all,
      ownerId: grantees.includes('owner') ? userId : null,
      folder: grantees.includes('own_prefix') ? userId : null,
    };
  }

  /** False if the caller may not do this to any object. The bucket then looks as if it didn't exist. */
  allowsAnywhere(action: Action): boolean {
    const { all, ownerId, folder } = this.getScope(action);
    return all || ownerId !== null || folder !== null;
  }
}

function isUnconditional(grantee: Grantee, caller: StorageCaller): boolean {
  if (grantee === 'public') return true;
  if (caller.kind !== 'user') return false;
  if (grantee === 'authenticated') return true;
  if (grantee === 'support') return caller.role !== null;
  return grantee === 'admin' && caller.role === 'admin';
}

/** Buckets and their rules are managed by the operator's service key and by administrators. */
export function mayManageBuckets(caller: StorageCaller): boolean {
  return caller.kind === 'service' || (caller.kind === 'user' && caller.role === 'admin');
}

/** For owners and the audit log; null for the service role and anonymous callers. */
export function getUserId(caller: StorageCaller): string | null {
  return caller.kind === 'user' ? caller.userId : null;
}
