import { useEffect, useSyncExternalStore } from 'react';
import { STORAGE_PATH } from '@subscription-site/shared/paths';
import { callApi } from '../api/client';
import { logError } from '../log';

const BUCKET = 'avatars';
/** In device pixels, at two per CSS pixel. Few sizes, because the server stores each one. */
export type PictureSize = 64 | 192;

/** `version` changes with the picture. Null if the user has none. */
export interface ProfilePicture {
  userId: string;
  version: string | null;
}

let picture: ProfilePicture | undefined;
let loadingFor: string | undefined;
const listeners = new Set<() => void>();

/** The picture of the signed-in user, loaded once and shared by all components. Undefined until loaded. */
export function useProfilePicture(userId: string): ProfilePicture | undefined {
  const current = useSyncExternalStore(subscribe, () => picture);
  useEffect(() => {
    if (picture?.userId !== userId && loadingFor !== userId) void loadProfilePicture(userId);
  }, [userId]);
  return current?.userId === userId ? current : undefined;
}

/** URL of the square picture; undefined if the user has none. */
export function pictureUrl(of: ProfilePicture | undefined, size: PictureSize): string | undefined {
  if (!of?.version) return undefined;
  const query = `width=${size}&height=${size}&v=${encodeURIComponent(of.version)}`;
  return `${STORAGE_PATH}/render/image/public/${BUCKET}/${of.userId}?${query}`;
}

/** Stores the picture under the user's ID. Throws ApiError. */
export async function saveProfilePicture(userId: string, file: Blob): Promise<void> {
  const headers = { 'Cache-Control': 'max-age=86400' };
  await callApi(objectPath(userId), { method: 'PUT', file, headers });
  await loadProfilePicture(userId);
}

/** Throws ApiError. */
export async function removeProfilePicture(userId: string): Promise<void> {
  await callApi(objectPath(userId), { method: 'DELETE' });
  await loadProfilePicture(userId);
}

const objectPath = (userId: string) => `${STORAGE_PATH}/object/${BUCKET}/${userId}`;

/** Throws ApiError. */
export async function findProfilePicture(userId: string): Promise<ProfilePicture> {
  const body = { prefix: userId, limit: 1 };
  const page = await callApi<{ objects: { name: string; updated_at: string }[] }>(
    `${STORAGE_PATH}/object/list-v2/${BUCKET}`,
    { body },
  );
  const object = page.objects.find(({ name }) => name === userId);
  return { userId, version: object ? object.updated_at : null };
}

/** Errors are only logged: the page then shows initials. */
async function loadProfilePicture(userId: string): Promise<void> {
  loadingFor = userId;
  try {
    picture = await findProfilePicture(userId);
  } catch (error) {
    logError('profile picture', error);
  } finally {
    loadingFor = undefined;
  }
  for (const listener of listeners) listener();
}

/** Clears the picture with the last component, so that the next one to mount loads the current picture. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) picture = undefined;
  };
}
