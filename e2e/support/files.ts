import { randomBytes } from 'node:crypto';
import { send } from './http.js';
import { serviceKey } from './service-key.js';
import { testEnvironment } from './test-environment.js';

const storageUrl = () => `${testEnvironment.siteUrl}/api/storage/v1`;

/** Creates a private bucket and returns its name. */
export async function createBucket(): Promise<string> {
  const name = `journey-${randomBytes(4).toString('hex')}`;
  const body = { id: name, name, public: false };
  const { status } = await send(`${storageUrl()}/bucket`, { body, token: serviceKey() });
  if (status !== 200) throw new Error(`create bucket: ${status}`);
  return name;
}

export async function uploadFile(bucket: string, name: string, body: Buffer, type: string): Promise<void> {
  const response = await fetch(`${storageUrl()}/object/${bucket}/${name}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${serviceKey()}`, 'Content-Type': type },
    body: new Uint8Array(body),
  });
  if (!response.ok) throw new Error(`upload: ${response.status} ${await response.text()}`);
}
