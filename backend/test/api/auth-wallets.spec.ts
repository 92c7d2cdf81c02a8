import { base58 } from '@scure/base';
import { generateKeyPairSync, sign } from 'node:crypto';
import {
  banUser,
  listAuditActions,
  authClient,
  callAuth,
  LIMITED,
  uniqueEmail,
  uniqueIpAddress,
} from '../support/auth.js';
import { EthereumWallet, signInMessage, type SignInMessage } from '../support/ethereum-wallet.js';
import { startTestProduct } from '../support/test-product.js';
import { useFixture, useShared } from '../support/fixtures.js';

const SITE = 'http://localhost:3000';

describe('sign-in with a wallet', () => {
  const product = useFixture(startTestProduct, {
    AUTH_REDIRECT_URLS: 'https://app.partner.example/**',
    AUTH_EMAIL_ENABLED: 'off',
  });

  const exchange = (body: object) => callAuth(product, 'post', '/token?grant_type=web3').send(body);
  const rejected = async (body: object): Promise<string> => {
    const response = await exchange(body).expect(400);
    expect(response.body).toEqual({ error: 'invalid_grant', error_description: expect.any(String) });
    return response.body.error_description;
  };

  const ethereum = (overrides: Partial<SignInMessage> = {}, wallet = new EthereumWallet()) => {
    const message = signInMessage(wallet.address, {
      domain: 'localhost:3000',
      uri: `${SITE}/auth`,
      nonce: 'abcdefgh',
      statement: 'I accept the terms.',
      issuedAt: product.clock.now(),
      ...overrides,
    });
    return { chain: 'ethereum', message, signature: wallet.sign(message) };
  };
  const solanaWallet = () => {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    const address = base58.encode(Buffer.from(publicKey.export({ format: 'jwk' }).x!, 'base64url'));
    return { address, sign: (text: string) => sign(null, Buffer.from(text), privateKey) };
  };
  const solana = (wallet = solanaWallet(), lines: string[] = []) => {
    const message = [
      'localhost:3000 wants you to sign in with your Solana account:',
      wallet.address,
      '',
      'Version: 1',
      `URI: ${SITE}/`,
      `Issued At: ${product.clock.now().toISOString()}`,
      ...lines,
    ].join('\n');
    return { chain: 'solana', message, signature: wallet.sign(message).toString('base64') };
  };

  it('creates an account identified by an Ethereum wallet alone, and finds it the next time', async () => {
    const client = authClient(product);
    const wallet = new EthereumWallet();
    const { data, error } = await client.signInWithWeb3({
      chain: 'ethereum',
      wallet: wallet.provider,
      statement: 'I accept the terms.',
      options: { url: `${SITE}/auth` },
    });
    expect(error).toBeNull();
    const subject = `web3:ethereum:${wallet.address.toLowerCase()}`;
    expect(data.user).toMatchObject({
      email: '',
      app_metadata: { provider: 'web3', providers: ['web3'] },
      identities: [
        {
          provider: 'web3',
          id: subject,
          identity_data: {
            sub: subject,
            custom_claims: { chain: 'ethereum', network: '1', domain: 'localhost:3000' },
          },
        },
      ],
    });
    expect((await client.getClaims()).data?.claims.amr).toEqual([
      { method: 'web3', timestamp: expect.any(Number) },
    ]);
    expect(await listAuditActions(product, data.user!.id)).toEqual([
      'user.created',
      'identity.linked',
      'session.created',
    ]);
    const repeated = await exchange(ethereum({ nonce: 'nonce12345678' }, wallet)).expect(200);
    expect(repeated.body.user.id).toBe(data.user!.id);
  });

  it('does not need sign-in by email, which can be disabled', async () => {
    const response = await callAuth(product, 'post', '/otp').send({ email: uniqueEmail() }).expect(422);
    expect(response.body.code).toBe('email_provider_disabled');
  });

  it('works the same way for Solana', async () => {
    const wallet = solanaWallet();
    const client = authClient(product);
    const { data, error } = await client.signInWithWeb3({
      chain: 'solana',
      statement: 'I accept the terms.',
      wallet: {
        publicKey: { toBase58: () => wallet.address } as never,
        signMessage: (message: Uint8Array) =>
          Promise.resolve(new Uint8Array(wallet.sign(Buffer.from(message).toString()))),
      },
      options: { url: `${SITE}/auth` },
    });
    expect(error).toBeNull();
    expect(data.user?.identities?.[0]).toMatchObject({ id: `web3:solana:${wallet.address}` });
    const { signature, ...rest } = solana(wallet, ['Nonce: abcdefgh']);
    const base64url = Buffer.from(signature, 'base64').toString('base64url');
    const repeated = await exchange({ ...rest, signature: base64url }).expect(200);
    expect(repeated.body.user.id).toBe(data.user!.id);
  });

  it('accepts a message once, in any encoding of the signature', async () => {
    const first = ethereum();
    const responses = await Promise.all(Array.from({ length: 6 }, () => exchange(first)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    const uppercase = { ...first, signature: first.signature.slice(2).toUpperCase() };
    expect(await rejected(uppercase)).toBe('Message has already been used');
    const wallet = solanaWallet();
    const message = solana(wallet, ['Nonce: abcdefgh']);
    await exchange(message).expect(200);
    expect(await rejected(message)).toBe('Message has already been used');
    product.clock.advance(1);
    expect(await rejected(solana(wallet, ['Nonce: abcdefgh']))).toBe('Message has already been used');
  });

  it('rejects the signature of another wallet and a changed message', async () => {
    const [own, other] = [ethereum(), ethereum()];
    expect(await rejected({ ...own, signature: other.signature })).toContain('does not match address');
    expect(await rejected({ ...own, message: own.message.replace('accept', 'refuse') })).toContain(
      'does not match',
    );
    expect(await rejected({ ...own, signature: `0x${'0'.repeat(130)}` })).toContain('does not match');
    expect(await rejected({ ...own, signature: `0x${'f'.repeat(130)}` })).toContain('does not match');
    const [one, two] = [solana(), solana()];
    expect(await rejected({ ...one, signature: two.signature })).toContain('does not match address');
    expect(await rejected({ ...one, signature: Buffer.alloc(64).toString('base64') })).toContain(
      'does not match',
    );
    const noKey = { address: '1'.repeat(44), sign: () => Buffer.alloc(64) };
    expect(await rejected(solana(noKey))).toContain('does not match');
  });

  it.each<[string, () => Partial<SignInMessage>, string]>([
    ['another site', () => ({ domain: 'evil.example', uri: 'https://evil.example/' }), 'not allowed'],
    ['a domain that differs from the URI', () => ({ domain: 'evil.example' }), 'does not match its domain'],
    [
      'a plain HTTP page',
      () => ({ domain: 'app.partner.example', uri: 'http://app.partner.example/' }),
      'https://',
    ],
    ['user info in the URI', () => ({ uri: 'http://a:b@localhost:3000/' }), 'not allowed'],
    [
      'an expiration in the past',
      () => ({ expirationTime: new Date(product.clock.now().getTime() - 1000) }),
      'expired',
    ],
  ])('rejects a message with %s', async (_, overrides, description) => {
    expect(await rejected(ethereum(overrides()))).toContain(description);
  });

  it('accepts signatures that end with 0 or 1, as those of some hardware wallets do', async () => {
    const wallet = new EthereumWallet();
    const { signature, ...rest } = ethereum({}, wallet);
    const parity = signature.endsWith('1b') ? '00' : '01';
    const { body } = await exchange({ ...rest, signature: signature.slice(0, -2) + parity }).expect(200);
    expect(body.user.identities).toMatchObject([{ id: `web3:ethereum:${wallet.address.toLowerCase()}` }]);
  });

  it('accepts the domains that the operator allows', async () => {
    const partner = { domain: 'app.partner.example', uri: 'https://app.partner.example/in' };
    const { body } = await exchange(ethereum(partner)).expect(200);
    expect(body.user.user_metadata.custom_claims.domain).toBe(partner.domain);
  });

  it('returns a clear error for contract wallets', async () => {
    const { message } = ethereum();
    const response = await exchange({
      chain: 'ethereum',
      message,
      signature: `0x${'ab'.repeat(200)}`,
    }).expect(400);
    expect(response.body).toMatchObject({
      code: 'validation_failed',
      message: expect.stringContaining('contract wallets'),
    });
  });

  it.each([
    [{ chain: 'bitcoin' }, 'web3_unsupported_chain'],
    [{ message: 'x'.repeat(20_481) }, 'validation_failed'],
    [{ signature: '0x12' }, 'validation_failed'],
    [{ chain: 'solana' }, 'validation_failed'],
  ])('is rejected with %j', async (overrides, code) => {
    const response = await exchange({ ...ethereum(), ...overrides }).expect(400);
    expect(response.body.code).toBe(code);
  });

  it('never opens the account of a banned wallet', async () => {
    const wallet = new EthereumWallet();
    const { body } = await exchange(ethereum({}, wallet)).expect(200);
    await banUser(product, body.user.id);
    const response = await exchange(ethereum({ nonce: 'nonce12345678' }, wallet)).expect(403);
    expect(response.body.code).toBe('user_banned');
  });
});

describe('wallet sign-in with rate limits', () => {
  const product = useShared(startTestProduct, LIMITED);

  it('is rejected after thirty calls in five minutes from one address', async () => {
    const client = uniqueIpAddress();
    const exchange = () =>
      callAuth(product, 'post', '/token?grant_type=web3')
        .set('X-Forwarded-For', client)
        .send({ chain: 'ethereum' });
    for (let count = 0; count < 30; count++) await exchange().expect(400);
    const response = await exchange().expect(429);
    expect(response.body.code).toBe('over_request_rate_limit');
    expect(response.get('Retry-After')).toMatch(/^\d+$/);
  });
});
