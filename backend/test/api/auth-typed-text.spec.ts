import { hash } from '@node-rs/argon2';
import { decodeJwt } from 'jose';
import {
  callAuth,
  createConfirmedUser,
  createEmailTokens,
  PASSWORD,
  signIn,
  uniqueEmail,
} from '../support/auth.js';
import { signClientKey } from '../support/service-key.js';
import { startTestProduct } from '../support/test-product.js';
import { useShared } from '../support/fixtures.js';

/** As an address book marks the direction of a text that it copies. */
const marked = (text: string) => `\u202a${text.replaceAll('-', '\u2011')}\u202c`;
const inArabicDigits = (digits: string) => digits.replaceAll(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'[Number(digit)]!);

describe('text as people type and paste it', () => {
  const product = useShared(startTestProduct);

  const storedEmail = async (id: string) => {
    const [row] = await product.database.query<{ email: string }>({
      text: 'select email from users where id = $1',
      values: [id],
    });
    return row!.email;
  };

  it('is the same email address with invisible characters', async () => {
    const email = uniqueEmail();
    const { id } = await createConfirmedUser(product, marked(email));
    expect(await storedEmail(id)).toBe(email);
    await signIn(product, { email: marked(email), password: PASSWORD }).expect(200);
    await signIn(product, { email, password: PASSWORD }).expect(200);
  });

  it('is an email address in lower case in responses, while emails are sent to it as typed', async () => {
    const lower = uniqueEmail();
    const typed = lower.replace('@', '.X@').toUpperCase();
    const email = typed.toLowerCase();
    const { id } = await createConfirmedUser(product, typed);
    expect(await storedEmail(id)).toBe(typed);
    for (const spelling of [typed, email]) {
      const { body } = await signIn(product, { email: spelling, password: PASSWORD }).expect(200);
      expect(body.user).toMatchObject({ id, email, identities: [{ email, identity_data: { email } }] });
      expect(decodeJwt(body.access_token).email).toBe(email);
    }
    const serviceKey = await signClientKey('service_role');
    const { body } = await callAuth(product, 'put', `/admin/users/${id}`, serviceKey)
      .send({ user_metadata: { size: 2 } })
      .expect(200);
    expect(body.email).toBe(email);

    const { access_token: token } = (await signIn(product, { email, password: PASSWORD })).body;
    const newEmail = `New.${uniqueEmail()}`;
    const changed = await callAuth(product, 'put', '/user', token).send({ email: newEmail }).expect(200);
    expect(changed.body.new_email).toBe(newEmail.toLowerCase());
  });

  it('is the same code in the digits of another script', async () => {
    const { id, email } = await createConfirmedUser(product);
    const { token } = await createEmailTokens(product, id, 'magiclink', email);
    const typed = { type: 'email', email: marked(email), token: marked(inArabicDigits(token)) };
    const { body } = await callAuth(product, 'post', '/verify').send(typed).expect(200);
    expect(body.user.id).toBe(id);
  });

  it('is the same password, however a device composes its characters', async () => {
    const [composed, decomposed] = (['NFC', 'NFD'] as const).map((form) => 'Zoë café 한국'.normalize(form));
    const verifies = async (email: string, stored: string) => {
      await product.database.query({
        text: 'update users set password_hash = $2 where email = $1',
        values: [email, stored],
      });
      for (const password of [composed!, decomposed!]) await signIn(product, { email, password }).expect(200);
      await signIn(product, { email, password: 'Zoe cafe 한국' }).expect(400);
    };
    const { email, id } = await createConfirmedUser(product);
    for (const earlier of [composed!, decomposed!]) await verifies(email, await hash(earlier));

    const { access_token: token } = (await signIn(product, { email, password: composed! })).body;
    await callAuth(product, 'put', '/user', token)
      .send({ password: `new ${decomposed}` })
      .expect(200);
    await signIn(product, { email, password: `new ${composed}` }).expect(200);
    const { body } = await signIn(product, { email, password: `new ${decomposed}` }).expect(200);
    expect(body.user.id).toBe(id);
  });
});
