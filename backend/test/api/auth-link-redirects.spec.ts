import request from 'supertest';
import {
  callAuth,
  createLinkToken,
  listEvents,
  PASSWORD,
  signIn,
  createConfirmedUser,
  uniqueEmail,
} from '../support/auth.js';
import { signClientKey } from '../support/service-key.js';
import { startTestProduct } from '../support/test-product.js';
import { useShared } from '../support/fixtures.js';

describe('links that a browser follows', () => {
  const product = useShared(startTestProduct);

  const getSignUpLink = async (): Promise<string> => {
    const email = uniqueEmail();
    const { body } = await callAuth(product, 'post', '/signup')
      .send({ email, password: PASSWORD })
      .expect(200);
    return `/verify?token=${await createLinkToken(product, body.id, 'signup', email)}&type=signup`;
  };
  const head = (path: string) => request(product.url).head(`/api/auth/v1${path}`);

  it('are not used up by a HEAD request, which link checkers send', async () => {
    const path = await getSignUpLink();
    const response = await head(path).expect(405);
    expect(response.get('Allow')).toBe('GET, POST, OPTIONS');
    expect(response.get('Location')).toBeUndefined();
    expect((await callAuth(product, 'get', path).expect(303)).get('Location')).toContain('#access_token=');
  });

  it('send no code on a HEAD request', async () => {
    const user = await createConfirmedUser(product);
    const { access_token: token } = (await signIn(product, user)).body;
    await head('/reauthenticate').set('Authorization', `Bearer ${token}`).expect(405);
    const topics = (await listEvents(product, user.id)).map(({ topic }) => topic);
    expect(topics).not.toContain('user.reauthentication_requested');
  });

  it('do not return to the page with the button when the redirect is not allowed', async () => {
    const response = await callAuth(
      product,
      'get',
      `${await getSignUpLink()}&redirect_to=https://stranger.example/`,
    )
      .set('Referer', 'http://localhost:3000/auth/confirm?token=secret&type=signup')
      .expect(303);
    expect(response.get('Location')).toMatch(/^http:\/\/localhost:3000\/#access_token=/);
  });

  it.each([
    ['&accept_terms=true', true],
    ['', false],
  ])(
    'of an invitation, followed with "%s", record acceptance of the terms: %s',
    async (parameter, accepted) => {
      const email = uniqueEmail();
      const { body } = await callAuth(product, 'post', '/invite', await signClientKey('service_role'))
        .send({ email })
        .expect(200);
      const token = await createLinkToken(product, body.id, 'invite', email);
      await callAuth(product, 'get', `/verify?token=${token}&type=invite${parameter}`).expect(303);
      const [user] = await product.database.query({
        text: 'select terms_version is not null as accepted from users where id = $1',
        values: [body.id],
      });
      expect(user).toEqual({ accepted });
    },
  );
});
