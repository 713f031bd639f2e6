import { Failure } from '@sluice/contract'

/** A backup is a row of frames: one byte kind, four bytes length, then the bytes. */
export type FrameKind = 'json' | 'data' | 'end'
export interface Frame {
  readonly kind: FrameKind
  readonly bytes: Buffer
}

const KINDS: readonly FrameKind[] = ['json', 'data', 'end']
const HEAD_BYTES = 5

export function writeFrame(kind: FrameKind, bytes: Uint8Array = new Uint8Array()): Buffer {
  const head = Buffer.alloc(HEAD_BYTES)
  head.writeUInt8(KINDS.indexOf(kind))
  head.writeUInt32BE(bytes.length, 1)
  return Buffer.concat([head, bytes])
}

export const writeJson = (value: object): Buffer => writeFrame('json', Buffer.from(JSON.stringify(value)))

/** Frames of a stream, one at a time. @throws Failure `backup.cut` where it ends in the middle */
export async function* readFrames(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Frame, void, void> {
  let held = Buffer.alloc(0)
  for await (const chunk of chunks) {
    held = held.length === 0 ? Buffer.from(chunk) : Buffer.concat([held, chunk])
    for (;;) {
      if (held.length < HEAD_BYTES) break
      const end = HEAD_BYTES + held.readUInt32BE(1)
      if (held.length < end) break
      const kind = KINDS[held.readUInt8()]
      if (kind === undefined) throw damaged()
      yield { kind, bytes: held.subarray(HEAD_BYTES, end) }
      held = held.subarray(end)
    }
  }
  if (held.length > 0) throw damaged()
}

export const damaged = (cause?: unknown): Failure =>
  new Failure({
    code: 'backup.damaged',
    message: 'The backup is cut off or damaged; nothing was restored.',
    advice: 'Use another backup.',
    cause,
  })
