import type { SoftwareAuthenticator } from './software-authenticator.js';

const PAGE = { hostname: 'localhost', origin: 'http://localhost:3000' };
const NAMES = ['window', 'document', 'navigator', 'PublicKeyCredential'] as const;

/** The browser's PublicKeyCredential. */
class PageCredential {
  constructor(private readonly data: object) {}

  static parseCreationOptionsFromJSON(options: object): object {
    return options;
  }

  static parseRequestOptionsFromJSON(options: object): object {
    return options;
  }

  toJSON(): object {
    return this.data;
  }
}

type CredentialOptions<Method extends 'create' | 'get'> = {
  publicKey: Parameters<SoftwareAuthenticator[Method]>[0];
};

/** Runs the work with the globals of a page on the site. `device` null: the visitor has no authenticator. */
export async function withPageCredentials<T>(
  device: SoftwareAuthenticator | null,
  work: () => Promise<T>,
): Promise<T> {
  const credentials = {
    create: async ({ publicKey }: CredentialOptions<'create'>) =>
      device && new PageCredential(device.create(publicKey)),
    get: async ({ publicKey }: CredentialOptions<'get'>) =>
      device && new PageCredential(device.get(publicKey)),
  };
  const page = {
    window: { location: PAGE, PublicKeyCredential: PageCredential },
    document: {},
    navigator: { credentials },
    PublicKeyCredential: PageCredential,
  };
  const before = NAMES.map((name) => Object.getOwnPropertyDescriptor(globalThis, name));
  for (const name of NAMES)
    Object.defineProperty(globalThis, name, { configurable: true, value: page[name] });
  try {
    return await work();
  } finally {
    NAMES.forEach((name, index) => {
      if (before[index]) Object.defineProperty(globalThis, name, before[index]);
      else Reflect.deleteProperty(globalThis, name);
    });
  }
}
