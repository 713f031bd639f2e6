import { once } from 'node:events'
import { crc32, createDeflateRaw } from 'node:zlib'

export interface ZipPart {
  readonly name: string
  readonly content: AsyncIterable<string> | Iterable<string>
}

interface Written {
  readonly name: string
  readonly offset: number
  crc: number
  packedBytes: number
  plainBytes: number
}

/** Sizes in a ZIP without extensions have 32 bits. */
const MAX_BYTES = 0xffff_ffff
/** Sizes follow the content, and names are UTF-8. */
const FLAGS = 0x808
const DEFLATE = 8
/** 1980-01-01, so that equal content makes an equal file. */
const DAY = 0x21

/** A ZIP, written as its parts come; memory does not grow with them. @throws Error over 4 GiB */
export async function* writeZip(parts: readonly ZipPart[]): AsyncGenerator<Buffer> {
  const written: Written[] = []
  let offset = 0
  for (const { name, content } of parts) {
    const entry: Written = { name, offset, crc: 0, packedBytes: 0, plainBytes: 0 }
    const head = makeHead(name)
    yield head
    for await (const chunk of deflate(content, entry)) yield chunk
    const tail = makeTail(entry)
    yield tail
    offset += head.length + entry.packedBytes + tail.length
    written.push(entry)
  }
  const directory = Buffer.concat(written.map(makeDirectoryEntry))
  if (offset + directory.length > MAX_BYTES) throw new Error('writing a ZIP: over 4 GiB')
  yield directory
  yield makeEnd(written.length, directory.length, offset)
}

async function* deflate(content: ZipPart['content'], entry: Written): AsyncGenerator<Buffer> {
  // Level 3: twice as fast as the default, a tenth larger.
  const stream = createDeflateRaw({ level: 3 })
  const feeding = feed(content, stream, entry)
  feeding.catch((error: unknown) => stream.destroy(error instanceof Error ? error : new Error(String(error))))
  for await (const chunk of stream) {
    const packed = chunk as Buffer // a byte stream gives Buffers
    entry.packedBytes += packed.length
    yield packed
  }
  await feeding
}

async function feed(
  content: ZipPart['content'],
  stream: ReturnType<typeof createDeflateRaw>,
  entry: Written,
): Promise<void> {
  for await (const text of content) {
    const bytes = Buffer.from(text)
    entry.crc = crc32(bytes, entry.crc)
    entry.plainBytes += bytes.length
    if (entry.plainBytes > MAX_BYTES) throw new Error('writing a ZIP: a part is over 4 GiB')
    if (!stream.write(bytes)) await once(stream, 'drain')
  }
  stream.end()
}

function makeHead(name: string): Buffer {
  const head = Buffer.alloc(30)
  head.writeUInt32LE(0x04034b50, 0)
  head.writeUInt16LE(20, 4)
  head.writeUInt16LE(FLAGS, 6)
  head.writeUInt16LE(DEFLATE, 8)
  head.writeUInt16LE(DAY, 12)
  head.writeUInt16LE(Buffer.byteLength(name), 26)
  return Buffer.concat([head, Buffer.from(name)])
}

function makeTail(entry: Written): Buffer {
  const tail = Buffer.alloc(16)
  tail.writeUInt32LE(0x08074b50, 0)
  tail.writeUInt32LE(entry.crc, 4)
  tail.writeUInt32LE(entry.packedBytes, 8)
  tail.writeUInt32LE(entry.plainBytes, 12)
  return tail
}

function makeDirectoryEntry(entry: Written): Buffer {
  const head = Buffer.alloc(46)
  head.writeUInt32LE(0x02014b50, 0)
  head.writeUInt16LE(20, 4)
  head.writeUInt16LE(20, 6)
  head.writeUInt16LE(FLAGS, 8)
  head.writeUInt16LE(DEFLATE, 10)
  head.writeUInt16LE(DAY, 14)
  head.writeUInt32LE(entry.crc, 16)
  head.writeUInt32LE(entry.packedBytes, 20)
  head.writeUInt32LE(entry.plainBytes, 24)
  head.writeUInt16LE(Buffer.byteLength(entry.name), 28)
  head.writeUInt32LE(entry.offset, 42)
  return Buffer.concat([head, Buffer.from(entry.name)])
}

function makeEnd(count: number, directoryBytes: number, directoryOffset: number): Buffer {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(directoryBytes, 12)
  end.writeUInt32LE(directoryOffset, 16)
  return end
}
