import { sha256 } from '@noble/hashes/sha2.js'

/** Between two looks at the clock. */
const CHUNK = 2000
/** As long as the page may stand still. */
const SLICE_MS = 12

/**
 * The computing question in the place of a picture: a text so that SHA-256 of `id.text` begins with so many zero bits.
 * The page stays alive meanwhile. @param onProgress tries made, in their expected number
 */
export async function solveWork(
  id: string,
  bits: number,
  { signal, onProgress }: { readonly signal: AbortSignal; onProgress?(share: number): void },
): Promise<string> {
  const utf8 = new TextEncoder()
  for (let at = 0; ; ) {
    const endsAt = performance.now() + SLICE_MS
    do {
      for (const end = at + CHUNK; at < end; at++)
        if (countZeroBits(sha256(utf8.encode(`${id}.${at}`))) >= bits) return String(at)
    } while (performance.now() < endsAt)
    onProgress?.(Math.min(0.99, at / 2 ** bits))
    await new Promise(resolve => setTimeout(resolve))
    signal.throwIfAborted()
  }
}

function countZeroBits(bytes: Uint8Array): number {
  const at = bytes.findIndex(byte => byte !== 0)
  return at < 0 ? bytes.length * 8 : at * 8 + Math.clz32(bytes[at] ?? 0) - 24
}
