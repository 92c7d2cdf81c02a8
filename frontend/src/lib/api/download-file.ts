import { request } from './client';

/** Long enough for the browser to start saving the file. */
const KEEP_URL_MS = 60_000;

/** Downloads a file as the signed-in user and saves it under the file name from the response. Throws `ApiError`. */
export async function downloadFile(path: string): Promise<void> {
  const response = await request(path, { method: 'GET', headers: { Accept: '*/*' } });
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = url;
  link.download = /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '')?.[1] ?? '';
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), KEEP_URL_MS);
}
