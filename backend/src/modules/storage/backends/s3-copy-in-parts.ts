import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  UploadPartCopyCommand,
  type CompletedPart,
  type S3Client,
} from '@aws-sdk/client-s3';

interface CopyInParts {
  client: S3Client;
  bucket: string;
  from: string;
  to: string;
  size: number;
  partBytes: number;
}

/** Copies an object that is too large for a single copy request. */
export async function copyInParts({ client, bucket, from, to, size, partBytes }: CopyInParts): Promise<void> {
  const target = { Bucket: bucket, Key: to };
  const { UploadId } = await client.send(new CreateMultipartUploadCommand(target));
  try {
    const parts: CompletedPart[] = [];
    for (let start = 0; start < size; start += partBytes) {
      const PartNumber = parts.length + 1;
      const { CopyPartResult } = await client.send(
        new UploadPartCopyCommand({
          ...target,
          UploadId,
          PartNumber,
          CopySource: copySource(bucket, from),
          CopySourceRange: `bytes=${start}-${Math.min(start + partBytes, size) - 1}`,
        }),
      );
      parts.push({ PartNumber, ETag: CopyPartResult!.ETag });
    }
    await client.send(
      new CompleteMultipartUploadCommand({ ...target, UploadId, MultipartUpload: { Parts: parts } }),
    );
  } catch (error) {
    await client.send(new AbortMultipartUploadCommand({ ...target, UploadId })).catch(() => undefined);
    throw error;
  }
}

/** Encoded, as the header requires. */
export function copySource(bucket: string, key: string): string {
  return `${bucket}/${key.split('/').map(encodeURIComponent).join('/')}`;
}
