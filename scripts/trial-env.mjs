// Prints settings for a Docker trial: random secrets, and emulators for all external services.
//   node scripts/trial-env.mjs > .env.trial
//   docker compose --env-file .env.trial --profile trial up --build
import { randomBytes } from 'node:crypto';
import { signingKey } from '../stack/machine/settings.mjs';

const random = (bytes) => randomBytes(bytes).toString('hex');

console.log(`NODE_ENV=development
SITE_URL=http://localhost:3000
APP_URL=http://localhost:3030
POSTGRES_PASSWORD=${random(16)}
REDIS_PASSWORD=${random(16)}
SMTP_URL=smtp://emulators:3025
MAIL_FROM=no-reply@example.com
STRIPE_SECRET_KEY=
STRIPE_PUBLISHABLE_KEY=
STRIPE_WEBHOOK_SECRET=
STRIPE_API_URL=http://emulators:3010
AUTH_JWT_KEYS='${JSON.stringify({ keys: [signingKey()] })}'
AUTH_JWT_SECRET=${random(32)}
BOOTSTRAP_ADMIN_EMAIL=admin@example.com
BOOTSTRAP_ADMIN_PASSWORD=${random(8)}`);
