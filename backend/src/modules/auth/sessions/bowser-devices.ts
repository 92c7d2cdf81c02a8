import { Injectable } from '@nestjs/common';
import Bowser from 'bowser';
import { Devices } from './devices.js';

/** Only names from the library's own lists. Names that it extracts from the header could carry an attacker's message into an email. */
const BROWSERS = new Set<string>(Object.values(Bowser.BROWSER_MAP));
const SYSTEMS = new Set<string>(Object.values(Bowser.OS_MAP));

@Injectable()
export class BowserDevices extends Devices {
  override describe(userAgent: string | null): string | null {
    if (!userAgent) return null;
    const { browser, os } = Bowser.parse(userAgent);
    const known = [
      BROWSERS.has(browser.name ?? '') ? browser.name : undefined,
      SYSTEMS.has(os.name ?? '') ? os.name : undefined,
    ].filter((name) => name !== undefined);
    return known.join(' on ') || null;
  }
}
