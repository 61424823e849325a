import type { Config } from "@/lib/platform/config";

type BucketConfig = Pick<
  Config,
  "S3_BUCKET" | "S3_REGION" | "S3_ENDPOINT" | "S3_PUBLIC_ENDPOINT" | "S3_PATH_STYLE"
>;

export function buildBucketAddresses(settings: BucketConfig): { url: string; publicUrl: string } | undefined {
  const { S3_BUCKET: name, S3_ENDPOINT: given, S3_REGION: region } = settings;
  if (!name) return undefined;
  const usesPath = settings.S3_PATH_STYLE ?? given !== undefined;
  const endpoint = given ?? `https://s3.${region}.amazonaws.com`;
  const urlAt = (address: string) => {
    const url = new URL(address);
    const path = url.pathname.replace(/\/+$/, "");
    return usesPath ? `${url.origin}${path}/${name}` : `${url.protocol}//${name}.${url.host}${path}`;
  };
  return { url: urlAt(endpoint), publicUrl: urlAt(settings.S3_PUBLIC_ENDPOINT ?? endpoint) };
}
