export const ACTIONS = ['read', 'list', 'write', 'remove'] as const;
export type Action = (typeof ACTIONS)[number];

/**
 * `owner`: the user who uploaded the object; for uploads, any signed-in user, for new names and objects they own. `own_prefix`:
 * names that are, or begin with, the user's ID as a folder. `support` and `admin`: staff with at least this role. `authenticated`:
 * anyone signed in. `public`: everyone, also with the `anon` key or no key at all.
 */
export const GRANTEES = ['owner', 'own_prefix', 'support', 'admin', 'authenticated', 'public'] as const;
export type Grantee = (typeof GRANTEES)[number];

/** Who may do what in a bucket. By default, only the service role may do anything. */
export type BucketRules = Readonly<Record<Action, readonly Grantee[]>>;

export const NO_RULES: BucketRules = { read: [], list: [], write: [], remove: [] };

/** The objects of a bucket that an action may touch: all of them, or those of an owner or below a folder. */
export interface ObjectScope {
  all: boolean;
  ownerId: string | null;
  folder: string | null;
}
