import { AUTH_PATH, FUNCTIONS_PATH } from '@subscription-site/shared/paths';

export interface QuickStartStep {
  heading: string;
  text: string;
  language: 'Shell' | 'JavaScript';
  /** Runs as it is. */
  code: string;
}

/** The first calls of a developer: sign up, sign in, and call an endpoint. */
export function quickStart(siteUrl: string): { curl: QuickStartStep[]; supabaseJs: QuickStartStep[] } {
  const json = `-H 'Content-Type: application/json'`;
  return {
    curl: [
      {
        heading: 'Sign up',
        text: 'Then confirm your address with the link in the email.',
        language: 'Shell',
        code: `curl -sS -X POST ${siteUrl}${AUTH_PATH}/signup \\
  ${json} \\
  -d '{
    "email": "you@example.com",
    "password": "correct horse battery",
    "data": { "full_name": "Ada Lovelace" }
  }'`,
      },
      {
        heading: 'Sign in',
        text: 'Keeps the access token, which is valid for an hour, in a variable.',
        language: 'Shell',
        code: `TOKEN=$(curl -sS -X POST '${siteUrl}${AUTH_PATH}/token?grant_type=password' \\
  ${json} \\
  -d '{"email": "you@example.com", "password": "correct horse battery"}' |
  sed -E 's/.*"access_token":"([^"]+)".*/\\1/')`,
      },
      {
        heading: 'Call an endpoint',
        text: 'Returns your plan and its status.',
        language: 'Shell',
        code: `curl -sS -X POST ${siteUrl}${FUNCTIONS_PATH}/check-subscription \\
  ${json} \\
  -H "Authorization: Bearer $TOKEN" \\
  -d '{}'`,
      },
    ],
    supabaseJs: [
      {
        heading: 'With supabase-js',
        text: 'The client library of Supabase works unmodified, in browsers and in Node.js 22 or newer: npm install @supabase/supabase-js. It needs a key, but none of these calls does.',
        language: 'JavaScript',
        code: `import { createClient } from '@supabase/supabase-js';

const client = createClient('${siteUrl}/api', 'no-key');
const credentials = { email: 'you@example.com', password: 'correct horse battery' };

// Sign up once, and confirm your address with the link in the email.
// await client.auth.signUp({ ...credentials, options: { data: { full_name: 'Ada Lovelace' } } });

const { error } = await client.auth.signInWithPassword(credentials);
if (error) throw error;
const { data } = await client.functions.invoke('check-subscription', { body: {} });
console.log(data.subscription_tier, data.status);`,
      },
      {
        heading: 'Store a file',
        text: 'Continues the script above. Uploads your profile picture, a JPEG of at most 1 MB that is named after your user ID, creates a link to it that works for an hour, and downloads it.',
        language: 'JavaScript',
        code: `import { readFile } from 'node:fs/promises';

const { data: session } = await client.auth.getUser();
const files = client.storage.from('avatars');
const name = session.user.id;

const picture = await readFile('picture.jpg');
const options = { contentType: 'image/jpeg', upsert: true };
const { error: uploadError } = await files.upload(name, picture, options);
if (uploadError) throw uploadError;

const { data: link } = await files.createSignedUrl(name, 3600);
const { data: file } = await files.download(name);
console.log(link.signedUrl, file.type, file.size);`,
      },
    ],
  };
}
