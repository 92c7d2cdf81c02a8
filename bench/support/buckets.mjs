import { createHmac, randomUUID } from 'node:crypto';

/** The product's file storage, with the service key. */
export function openStorage({ urls, environment }) {
  const url = `${urls.site}/api/storage/v1`;
  const headers = { authorization: `Bearer ${serviceKey(environment.AUTH_JWT_SECRET)}` };
  const call = async (path, init = {}) => {
    const response = await fetch(`${url}${path}`, { ...init, headers: { ...headers, ...init.headers } });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response;
  };
  return {
    url,
    headers,
    /** Creates a bucket and returns its name. */
    async createBucket({ isPublic = true } = {}) {
      const name = `bench-${randomUUID().slice(0, 8)}`;
      const body = JSON.stringify({ id: name, name, public: isPublic });
      await call('/bucket', { method: 'POST', headers: { 'content-type': 'application/json' }, body });
      return name;
    },
    setRules: (bucket, rules) =>
      call(`/bucket/${bucket}/rules`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(rules),
      }),
    empty: (bucket) => call(`/bucket/${bucket}/empty`, { method: 'POST' }),
    upload: (bucket, name, body, type = 'application/octet-stream') =>
      call(`/object/${bucket}/${name}`, { method: 'PUT', headers: { 'content-type': type }, body }),
  };
}

function serviceKey(secret) {
  const part = (value) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const signed = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ role: 'service_role', exp: 4_000_000_000 })}`;
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}
