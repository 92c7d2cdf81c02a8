import { Injectable } from '@nestjs/common';
import Bowser from 'bowser';
import { Devices } from '../domain/devices.js';

/** Names that the library gives from lists of its own. What it only guesses from the header could be a stranger's message. */
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
