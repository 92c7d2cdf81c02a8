/** Looks for malware in a file. */
export abstract class VirusScanner {
  /** The name of what was found; undefined if the file is clean. Throws if the scanner can't tell. */
  abstract scan(bytes: AsyncIterable<Uint8Array>): Promise<string | undefined>;
}
