import { AccessPolicy, mayManageBuckets, type StorageCaller } from './access-policy.js';
import { ACTIONS, GRANTEES, NO_RULES, type Grantee } from './bucket-rules.js';

const user = (userId: string, role: 'support' | 'admin' | null = null): StorageCaller => ({
  kind: 'user',
  userId,
  role,
});
const CALLERS = {
  service: { kind: 'service' },
  anonymous: { kind: 'anonymous' },
  owner: user('owner'),
  'the user named by the folder': user('folder'),
  other: user('other'),
  support: user('support', 'support'),
  admin: user('admin', 'admin'),
} satisfies Record<string, StorageCaller>;
type CallerName = keyof typeof CALLERS;
const NAMES = Object.keys(CALLERS) as CallerName[];
const SIGNED_IN = NAMES.filter((name) => name !== 'anonymous');
const OBJECT = { name: 'folder/file.txt', ownerId: 'owner' };

/** Whom each grantee includes, for {@link OBJECT}. */
const INCLUDED: Record<Grantee, CallerName[]> = {
  owner: ['service', 'owner'],
  own_prefix: ['service', 'the user named by the folder'],
  support: ['service', 'support', 'admin'],
  admin: ['service', 'admin'],
  authenticated: SIGNED_IN,
  public: NAMES,
};

describe('the rules of a bucket', () => {
  const allowed = (action: (typeof ACTIONS)[number], rules = NO_RULES, object = OBJECT) =>
    NAMES.filter((name) => new AccessPolicy(CALLERS[name], rules).allows(action, object));

  it.each(GRANTEES.flatMap((grantee) => ACTIONS.map((action) => [action, grantee] as const)))(
    'that grant %s to %s grant nothing else, and nothing to others',
    (action, grantee) => {
      const rules = { ...NO_RULES, [action]: [grantee] };
      for (const tried of ACTIONS)
        expect(allowed(tried, rules)).toEqual(tried === action ? INCLUDED[grantee] : ['service']);
    },
  );

  it('with several grantees grant access to everyone whom one of them includes', () => {
    expect(allowed('read', { ...NO_RULES, read: ['owner', 'admin'] })).toEqual(['service', 'owner', 'admin']);
  });

  it.each([
    ['folder', true],
    ['folder/a/b', true],
    ['folders', false],
    ['folder.txt', false],
    ['a/folder', false],
    ['Folder/a', false],
  ])('that grant access to a folder apply to the name %s: %s', (name, isGranted) => {
    const policy = new AccessPolicy(user('folder'), { ...NO_RULES, write: ['own_prefix'] });
    expect(policy.allows('write', { name, ownerId: 'other' })).toBe(isGranted);
  });

  it('hide a bucket from callers who may not read any of its objects', () => {
    const mayRead = (...read: Grantee[]) =>
      NAMES.filter((name) => new AccessPolicy(CALLERS[name], { ...NO_RULES, read }).allowsAnywhere('read'));
    expect(mayRead()).toEqual(['service']);
    expect(mayRead('support')).toEqual(['service', 'support', 'admin']);
    expect(mayRead('owner')).toEqual(SIGNED_IN);
    expect(mayRead('own_prefix')).toEqual(SIGNED_IN);
  });

  it('are managed by the service role and administrators', () => {
    expect(NAMES.filter((name) => mayManageBuckets(CALLERS[name]))).toEqual(['service', 'admin']);
  });
});
