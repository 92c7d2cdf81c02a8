import { Injectable } from '@nestjs/common';
import { RealClock } from '../../../platform/clock.js';
import { currentRequest } from '../../../platform/logging/request-context.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { userSignedInOnNewDevice } from '../core/events.js';
import { hashSecret } from '../core/secrets.js';
import { Devices, currentClient } from './devices.js';
import { KnownDevicesRepository, type KnownDevice } from './persistence/known-devices.repository.js';

/** Lifetime of a browser's device token after the last sign-in; no longer than the default session lifetime. */
export const DEVICE_TOKEN_SECONDS = 2_592_000;
const NO_TOKEN = Buffer.alloc(0);

/**
 * Notifies users of sign-ins on an unknown device: another browser or operating system, or the same one without the device token
 * that the site leaves in a cookie. A user's first device counts as known.
 */
@Injectable()
export class KnownDevices {
  constructor(
    private readonly knownDevices: KnownDevicesRepository,
    private readonly devices: Devices,
    private readonly outbox: Outbox,
    private readonly clock: RealClock,
  ) {}

  /** Whether this device needs no {@link record}. A device with a token always does: each sign-in extends the token's lifetime. */
  async isKnown(userId: string): Promise<boolean> {
    return currentRequest()?.deviceToken === undefined && this.knownDevices.has(this.currentDevice(userId));
  }

  /** The rate limit key of the current browser, if its token is known for the user with this address or phone number. */
  async findDeviceKey(address: string): Promise<string | undefined> {
    const token = currentRequest()?.deviceToken;
    if (token === undefined) return undefined;
    const tokenHash = hashSecret(token);
    return (await this.knownDevices.hasToken(address, tokenHash))
      ? tokenHash.toString('base64url')
      : undefined;
  }

  /** Call inside the transaction that opens the session. `notify` sends an email if the device is new. */
  async record(userId: string, { notify }: { notify: boolean }): Promise<void> {
    const device = this.currentDevice(userId);
    const expiresAt = device.tokenHash === NO_TOKEN ? null : this.clock.in(DEVICE_TOKEN_SECONDS);
    const isNew = await this.knownDevices.add(device, this.clock.now(), expiresAt);
    if (!isNew || !notify) return;
    await this.outbox.emit(userSignedInOnNewDevice, {
      userId,
      device: device.name || null,
      ipAddress: currentClient().ip,
      at: this.clock.now().toISOString(),
    });
  }

  private currentDevice(userId: string): KnownDevice {
    const token = currentRequest()?.deviceToken;
    return {
      userId,
      name: this.devices.describe(currentClient().userAgent) ?? '',
      tokenHash: token === undefined ? NO_TOKEN : hashSecret(token),
    };
  }
}
