import { base58 } from '@scure/base';
import { generateKeyPairSync, sign } from 'node:crypto';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { createSiweMessage } from 'viem/siwe';
import { auditOf, authClient, call } from '../support/auth.js';
import { startTestProduct, type TestProduct } from '../support/test-product.js';

const SITE = 'http://localhost:3000';

describe('signing in with a wallet', () => {
  let product: TestProduct;
  beforeAll(
    async () => (product = await startTestProduct({ AUTH_REDIRECT_URLS: 'https://app.partner.example/**' })),
  );
  afterAll(() => product?.stop());

  const show = (body: object) => call(product, 'post', '/token?grant_type=web3').send(body);
  const rejected = async (body: object): Promise<string> => {
    const response = await show(body).expect(400);
    expect(response.body).toEqual({ error: 'invalid_grant', error_description: expect.any(String) });
    return response.body.error_description;
  };

  type Over = Partial<Parameters<typeof createSiweMessage>[0]>;
  const ethereum = async (over: Over = {}, key = generatePrivateKey()) => {
    const wallet = privateKeyToAccount(key);
    const message = createSiweMessage({
      address: wallet.address,
      domain: 'localhost:3000',
      uri: `${SITE}/auth`,
      chainId: 1,
      version: '1',
      nonce: 'abcdefgh',
      statement: 'I accept the terms.',
      issuedAt: product.clock.now(),
      ...over,
    });
    return { chain: 'ethereum', message, signature: await wallet.signMessage({ message }) };
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

  it('of Ethereum makes an account known by the wallet alone, the same one the next time', async () => {
    const key = generatePrivateKey();
    const client = authClient(product);
    const wallet = privateKeyToAccount(key);
    const page = new URL(`${SITE}/auth`);
    const request = async ({ method, params }: { method: string; params?: unknown }) =>
      method === 'personal_sign'
        ? wallet.signMessage({ message: { raw: (params as [`0x${string}`])[0] } })
        : method === 'eth_chainId'
          ? '0x1'
          : [wallet.address];
    const provider = { address: wallet.address, request, on() {}, removeListener() {} };
    const { data, error } = await client.signInWithWeb3({
      chain: 'ethereum',
      wallet: provider,
      statement: 'I accept the terms.',
      options: { url: page.href },
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
    expect(await auditOf(product, data.user!.id)).toEqual([
      'user.created',
      'identity.linked',
      'session.created',
    ]);
    const again = await show(await ethereum({ nonce: 'anothernonce' }, key)).expect(200);
    expect(again.body.user.id).toBe(data.user!.id);
  });

  it('of Solana does the same', async () => {
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
    const inUrlLetters = Buffer.from(signature, 'base64').toString('base64url');
    const again = await show({ ...rest, signature: inUrlLetters }).expect(200);
    expect(again.body.user.id).toBe(data.user!.id);
  });

  it('counts once, in whatever form the signature comes', async () => {
    const first = await ethereum();
    const responses = await Promise.all(Array.from({ length: 6 }, () => show(first)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    const capitals = { ...first, signature: first.signature.slice(2).toUpperCase() };
    expect(await rejected(capitals)).toBe('Message has already been used');
    const wallet = solanaWallet();
    const message = solana(wallet, ['Nonce: abcdefgh']);
    await show(message).expect(200);
    expect(await rejected(message)).toBe('Message has already been used');
    product.clock.advance(1);
    expect(await rejected(solana(wallet, ['Nonce: abcdefgh']))).toBe('Message has already been used');
  });

  it('is rejected with another’s signature, or a changed message', async () => {
    const [mine, other] = [await ethereum(), await ethereum()];
    expect(await rejected({ ...mine, signature: other.signature })).toContain('does not match address');
    expect(await rejected({ ...mine, message: mine.message.replace('accept', 'refuse') })).toContain(
      'does not match',
    );
    expect(await rejected({ ...mine, signature: `0x${'0'.repeat(130)}` })).toContain('does not match');
    expect(await rejected({ ...mine, signature: `0x${'f'.repeat(130)}` })).toContain('does not match');
    const [one, two] = [solana(), solana()];
    expect(await rejected({ ...one, signature: two.signature })).toContain('does not match address');
    expect(await rejected({ ...one, signature: Buffer.alloc(64).toString('base64') })).toContain(
      'does not match',
    );
    const noKey = { address: '1'.repeat(44), sign: () => Buffer.alloc(64) };
    expect(await rejected(solana(noKey))).toContain('does not match');
  });

  it.each<[string, () => Over, string]>([
    ['another site', () => ({ domain: 'evil.example', uri: 'https://evil.example/' }), 'not allowed'],
    ['a domain beside its URI', () => ({ domain: 'evil.example' }), 'not in its domain'],
    ['a URI beside its domain', () => ({ uri: 'https://evil.example/' }), 'not in its domain'],
    [
      'a page in the clear',
      () => ({ domain: 'app.partner.example', uri: 'http://app.partner.example/' }),
      'https://',
    ],
    ['another scheme', () => ({ uri: 'javascript://localhost:3000/' }), 'https://'],
    ['a user in the URI', () => ({ uri: 'http://a:b@localhost:3000/' }), 'not allowed'],
    [
      'a time long ago',
      () => ({ issuedAt: new Date(product.clock.now().getTime() - 601_000) }),
      'too long ago',
    ],
    [
      'a time to come',
      () => ({ issuedAt: new Date(product.clock.now().getTime() + 120_000) }),
      'in the future',
    ],
    [
      'its end behind it',
      () => ({ expirationTime: new Date(product.clock.now().getTime() - 1000) }),
      'expired',
    ],
    [
      'its beginning before it',
      () => ({ notBefore: new Date(product.clock.now().getTime() + 60_000) }),
      'not valid yet',
    ],
  ])('is rejected with %s', async (_, over, description) => {
    expect(await rejected(await ethereum(over()))).toContain(description);
  });

  it('is allowed for what the operator lists', async () => {
    const partner = { domain: 'app.partner.example', uri: 'https://app.partner.example/in' };
    const { body } = await show(await ethereum(partner)).expect(200);
    expect(body.user.user_metadata.custom_claims.domain).toBe(partner.domain);
  });

  it('says clearly that a contract cannot sign in', async () => {
    const { message } = await ethereum();
    const response = await show({ chain: 'ethereum', message, signature: `0x${'ab'.repeat(200)}` }).expect(
      400,
    );
    expect(response.body).toMatchObject({
      code: 'validation_failed',
      message: expect.stringContaining('contracts'),
    });
  });

  it.each([
    [{ chain: 'bitcoin' }, 'web3_unsupported_chain'],
    [{ chain: undefined }, 'web3_unsupported_chain'],
    [{ message: 'short' }, 'validation_failed'],
    [{ message: 'x'.repeat(20_481) }, 'validation_failed'],
    [{ message: undefined }, 'validation_failed'],
    [{ signature: undefined }, 'validation_failed'],
    [{ signature: '0x12' }, 'validation_failed'],
    [{ chain: 'solana' }, 'validation_failed'],
  ])('is rejected with %j', async (over, code) => {
    const response = await show({ ...(await ethereum()), ...over }).expect(400);
    expect(response.body.code).toBe(code);
  });

  it('never opens the account of a banned wallet', async () => {
    const key = generatePrivateKey();
    const { body } = await show(await ethereum({}, key)).expect(200);
    await product.database.query({
      text: 'update users set banned_until = $1 where id = $2',
      values: [product.clock.in(60), body.user.id],
    });
    const response = await show(await ethereum({ nonce: 'anothernonce' }, key)).expect(403);
    expect(response.body.code).toBe('user_banned');
  });
});

describe('wallets where they are not wanted', () => {
  let product: TestProduct;
  afterEach(() => product?.stop());
  const show = () => call(product, 'post', '/token?grant_type=web3').send({ chain: 'ethereum' });

  it('are rejected', async () => {
    product = await startTestProduct({ AUTH_WEB3: 'off' });
    expect((await show().expect(422)).body.code).toBe('web3_provider_disabled');
  });

  it('are rejected after thirty calls in five minutes from one place', async () => {
    product = await startTestProduct({ RATE_LIMITS: 'on' });
    for (let count = 0; count < 30; count++) await show().expect(400);
    const response = await show().expect(429);
    expect(response.body.code).toBe('over_request_rate_limit');
    expect(response.get('Retry-After')).toMatch(/^\d+$/);
  });
});
