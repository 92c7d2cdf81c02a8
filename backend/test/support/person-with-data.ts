import { photo } from './images.js';
import type { PaymentFixture } from './payment-fixture.js';
import { bearer, buildPurchase, payForCheckout, processPayment } from './purchase.js';
import { adminClient, signClientKey } from './service-key.js';
import { createBucket, unwrap, storageClient } from './storage.js';
import { callApi } from './call-api.js';
import { subscriberWith } from './subscribers.js';
import { createUser } from './users.js';

/** Words that only this person's data contains. */
export const WORDS = {
  name: 'Zarathustra Goldsmith',
  browser: 'GoldsmithBrowser',
  ip: '203.0.113.77',
  phone: '4915199887766',
  metadata: 'favorite-color-ultramarine',
  factor: 'Phone of Zarathustra',
  file: 'goldsmith-diary.txt',
  fileContent: 'Dear diary of Goldsmith',
  story: 'A story about <b>feathers</b> and quills',
  company: 'Feather Works Limited',
  picture: 'A picture of feathers and quills',
  comment: 'Too many features for one quill',
  refundReason: 'Asked for a feather discount',
};

export interface PersonWithData {
  userId: string;
  email: string;
  password: string;
  /** The provider's ID of the subscription. */
  providerId: string;
  /** Of the session, and of the browser. */
  headers: Record<string, string>;
  /** Where the file is. */
  bucket: string;
}

/** A bucket in which users have a folder of their own. */
export async function createFolderBucket(product: PaymentFixture): Promise<string> {
  const serviceKey = await signClientKey('service_role');
  const storage = {
    serviceKey,
    service: storageClient(product, serviceKey),
    call: (path: string, init?: RequestInit) => fetch(`${product.url}/api/storage/v1${path}`, init),
  };
  const rules = { write: ['own_prefix'], read: ['own_prefix'] };
  return createBucket(storage, { public: false }, rules);
}

export async function confirmEmail({ database, clock }: PaymentFixture, userId: string): Promise<void> {
  const text = 'update users set email_confirmed_at = $2 where id = $1';
  await database.query({ text, values: [userId, clock.now()] });
}

/** A customer who has stored everything that the API lets a person store, paid and got a part of it back. */
export async function createPersonWithData(product: PaymentFixture): Promise<PersonWithData> {
  const purchase = buildPurchase({ fullName: WORDS.name });
  const { email, password } = purchase;
  const client = { 'X-Forwarded-For': WORDS.ip, 'User-Agent': `Mozilla/5.0 ${WORDS.browser}/1.0` };
  const paid = await payForCheckout(product, purchase);
  await processPayment(product, purchase, paid, { ...client, 'Idempotency-Key': 'first-call' });
  const { userId, providerId } = await subscriberWith(product, email);
  await confirmEmail(product, userId);
  const signedIn = await callApi(product, client, 'POST', 'auth/v1/token?grant_type=password', {
    email,
    password,
  });
  const token = String(signedIn.body.access_token);
  const headers = { ...client, ...bearer(token) };
  const call = async (of: Record<string, string>, method: string, path: string, body?: object) => {
    const { status, body: response } = await callApi(product, of, method, path, body);
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(response)}`);
  };

  await call(headers, 'PUT', 'auth/v1/user', { data: { color: WORDS.metadata } });
  const phone = { phone: WORDS.phone, phone_confirm: true };
  const { error } = await (await adminClient(product)).updateUserById(userId, phone);
  if (error) throw error;
  await call(headers, 'POST', 'auth/v1/factors', { factor_type: 'totp', friendly_name: WORDS.factor });
  const bucket = await createFolderBucket(product);
  const files = storageClient(product, token).from(bucket);
  unwrap(await files.upload(`${userId}/${WORDS.file}`, WORDS.fileContent, { contentType: 'text/plain' }));
  const { name, company, story } = WORDS;
  const shared = { name, company, email, story, consent: true, pictures: 1 };
  const { body } = await callApi<{ pictureUploads: string[] }>(
    product,
    client,
    'POST',
    'functions/v1/share-story',
    shared,
  );
  const picturePath = body.pictureUploads[0]!;
  const uploaded = await fetch(product.url + picturePath, {
    method: 'PUT',
    headers: { 'Content-Type': 'image/png' },
    // Decoders ignore what follows the image.
    body: Buffer.concat([await photo(20, 10, 'png'), Buffer.from(WORDS.picture)]),
  });
  if (!uploaded.ok) throw new Error(`picture: ${uploaded.status} ${await uploaded.text()}`);

  const cancellation = 'account/v1/subscription/cancellation';
  await call(headers, 'POST', cancellation);
  await call(headers, 'PUT', `${cancellation}/feedback`, { reason: 'other', comment: WORDS.comment });
  await call(headers, 'DELETE', cancellation);
  const staff = await createUser(product, { role: 'admin' });
  const refund = { amountCents: 500, endSubscription: false, reason: WORDS.refundReason };
  await call(staff.headers, 'POST', `admin/v1/payments/${paid.paymentIntentId}/refund`, refund);
  return { userId, email, password, providerId, headers, bucket };
}
