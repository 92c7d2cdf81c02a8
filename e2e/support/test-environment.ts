/** URLs and credentials of the product under test and its emulators, from `E2E_…` variables. */
export const testEnvironment = {
  get siteUrl() {
    return requiredVariable('E2E_BASE_URL');
  },
  get mailboxUrl() {
    return requiredVariable('E2E_MAILBOX_URL');
  },
  get sandboxUrl() {
    return requiredVariable('E2E_SANDBOX_URL');
  },
  get appUrl() {
    return requiredVariable('E2E_APP_URL');
  },
  get databaseUrl() {
    return requiredVariable('E2E_DATABASE_URL');
  },
  get redisUrl() {
    return requiredVariable('E2E_REDIS_URL');
  },
  /** Of the product's processes, which share the stored files. */
  get dataDir() {
    return requiredVariable('E2E_DATA_DIR');
  },
  get controlUrl() {
    return requiredVariable('E2E_CONTROL_URL');
  },
  /** Issuer of the identity provider `acme`, which only runs while a journey starts it. */
  get issuerUrl() {
    return requiredVariable('E2E_ISSUER_URL');
  },
  /** The identity provider's signing key as a JSON Web Key. */
  get issuerKey() {
    return JSON.parse(requiredVariable('E2E_ISSUER_KEY')) as object;
  },
  /** Signs service keys. */
  get serviceSecret() {
    return requiredVariable('E2E_SERVICE_SECRET');
  },
  get administrator() {
    return { email: requiredVariable('E2E_ADMIN_EMAIL'), password: requiredVariable('E2E_ADMIN_PASSWORD') };
  },
};

function requiredVariable(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: run "npm test -- --only journeys" from the root.`);
  return value;
}
