/** UUIDv7 text: sorts by creation time, so primary keys stay local in the index. RFC 9562 §5.7. */
export function newId(nowMs: number = Date.now()): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[0] = nowMs / 2 ** 40
  bytes[1] = nowMs / 2 ** 32
  bytes[2] = nowMs / 2 ** 24
  bytes[3] = nowMs / 2 ** 16
  bytes[4] = nowMs / 2 ** 8
  bytes[5] = nowMs
  bytes[6] = (bytes[6]! & 0x0f) | 0x70
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
