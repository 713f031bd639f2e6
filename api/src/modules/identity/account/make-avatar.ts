import type { Sharp, SharpOptions } from 'sharp'
import { refuse } from '../../../http/refuse.ts'
import { AVATAR_BYTES } from './contract.ts'

/** Sharp on a screen of double density, about 4 kB. */
const SIDE_PX = 160
/** A picture of a current phone has 50 million; a bomb has more. */
const MAX_PIXELS = 60_000_000
const TIMEOUT_SECONDS = 10

/** What the first bytes of the formats we read are; WebP names itself after its length. */
const signatures: readonly ((bytes: Buffer) => boolean)[] = [
  bytes => bytes.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex')),
  bytes => bytes.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex')),
  bytes => bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP',
]

type MakeSharp = (input: Buffer, options: SharpOptions) => Sharp
let loading: Promise<MakeSharp> | undefined

/** Loaded by the first picture. Only three decoders are left: a drawing (SVG) or a document is no picture to it. */
async function loadSharp(): Promise<MakeSharp> {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({
    operation: ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer', 'VipsForeignLoadWebpBuffer'],
  })
  return sharp
}

/**
 * A small square picture as a `data:` address, drawn anew from the pixels: nothing else of the upload survives, neither
 * its metadata nor what may hide behind its end.
 * @throws Failure `invalid.image`
 */
export async function makeAvatar(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const read: Uint8Array[] = []
  for await (const chunk of chunks) read.push(chunk)
  const bytes = Buffer.concat(read)
  if (!signatures.some(isFormat => isFormat(bytes))) throw refuseImage()
  loading ??= loadSharp()
  const sharp = await loading
  try {
    const picture = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1 })
      .autoOrient()
      .resize(SIDE_PX, SIDE_PX, { fit: 'cover' })
      .timeout({ seconds: TIMEOUT_SECONDS })
    return `data:image/webp;base64,${(await picture.webp({ quality: 82 }).toBuffer()).toString('base64')}`
  } catch (cause) {
    throw refuseImage(cause)
  }
}

const refuseImage = (cause?: unknown) =>
  refuse('invalid.image', { field: 'file', value: `${AVATAR_BYTES / 2 ** 20} MB`, cause })
