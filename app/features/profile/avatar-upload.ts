// Sends a picture and says how far it is: fetch cannot tell, XMLHttpRequest can.
import { setProfileImage } from '#shared/features/profile/profile.contract.ts';
import { ApiError, failureText } from '#app/lib/api-client.ts';
import { prepare, type Crop } from './avatar-file.ts';

export type UploadProgress = { sent: number; total: number };

type UploadOptions = { onProgress: (progress: UploadProgress) => void; signal: AbortSignal };

export async function uploadPicture(
  file: File,
  wanted: Crop,
  options: UploadOptions,
): Promise<{ profileImageUrl: string }> {
  const { body, crop } = await prepare(file, wanted);
  const search = new URLSearchParams(Object.entries(crop).map(([key, value]) => [key, String(value)]));
  return send(`${setProfileImage.path}?${search}`, body, options);
}

function send(url: string, body: Blob, { onProgress, signal }: UploadOptions) {
  return new Promise<{ profileImageUrl: string }>((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(setProfileImage.method, url);
    request.setRequestHeader('content-type', body.type || 'application/octet-stream');
    request.responseType = 'json';
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress({ sent: loaded, total }));
    request.addEventListener('load', () => {
      const answer = request.response as { profileImageUrl?: string } | null;
      if (request.status === 200 && answer?.profileImageUrl) {
        resolve({ profileImageUrl: answer.profileImageUrl });
      } else reject(new ApiError(failureText(answer, [], request), request));
    });
    request.addEventListener('error', () => reject(new TypeError('The connection failed')));
    request.addEventListener('abort', () => reject(new DOMException('Given up', 'AbortError')));
    signal.addEventListener('abort', () => request.abort());
    if (signal.aborted) request.abort();
    else request.send(body);
  });
}
