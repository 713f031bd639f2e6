import { BlobWriter, Uint8ArrayReader, ZipWriter } from '@zip.js/zip.js'

/** A bill in an archive, as Alipay sends it. @param password none: it is not locked */
export async function packBill(
  name: string,
  bytes: Uint8Array,
  { password, isOld = false }: { readonly password?: string; readonly isOld?: boolean } = {},
): Promise<Buffer> {
  const writer = new ZipWriter(new BlobWriter(), { useWebWorkers: false })
  await writer.add(name, new Uint8ArrayReader(bytes), {
    ...(password === undefined ? {} : { password, ...(isOld ? { zipCrypto: true } : { encryptionStrength: 3 }) }),
  })
  return Buffer.from(await (await writer.close()).arrayBuffer())
}
