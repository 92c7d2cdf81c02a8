import type { SoftwareAuthenticator } from './software-authenticator.js';

const PAGE = { hostname: 'localhost', origin: 'http://localhost:3000' };
const NAMES = ['window', 'document', 'navigator', 'PublicKeyCredential'] as const;

/** What a page gets from its browser of a key on a device. */
class PageCredential {
  constructor(private readonly said: object) {}

  static parseCreationOptionsFromJSON(options: object): object {
    return options;
  }

  static parseRequestOptionsFromJSON(options: object): object {
    return options;
  }

  toJSON(): object {
    return this.said;
  }
}

type Asked<Method extends 'create' | 'get'> = { publicKey: Parameters<SoftwareAuthenticator[Method]>[0] };

/** Does the work as on a page of the site whose visitor holds this device; null is one who has none at hand. */
export async function onPageWith<T>(
  device: SoftwareAuthenticator | null,
  work: () => Promise<T>,
): Promise<T> {
  const credentials = {
    create: async ({ publicKey }: Asked<'create'>) => device && new PageCredential(device.create(publicKey)),
    get: async ({ publicKey }: Asked<'get'>) => device && new PageCredential(device.get(publicKey)),
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
