import { crc32, deflateSync } from 'node:zlib'

/** Lines of each character on a grid of 4 × 6; `|` lifts the pen. None that is read as another. */
const strokes = {
  '2': '01 10 30 41 42 06 46',
  '3': '00 40 23 33 44 45 36 16 05',
  '4': '36 30 04 44',
  '5': '40 00 02 32 43 45 36 06',
  '6': '30 10 01 05 16 36 45 43 32 02',
  '7': '00 40 16',
  A: '06 20 46|14 34',
  C: '41 30 10 01 05 16 36 45',
  E: '40 00 06 46|03 33',
  F: '40 00 06|03 33',
  H: '00 06|40 46|03 43',
  J: '40 45 36 16 05',
  K: '00 06|40 03 46',
  L: '00 06 46',
  M: '06 00 23 40 46',
  N: '06 00 46 40',
  P: '06 00 30 41 42 33 03',
  R: '06 00 30 41 42 33 03|23 46',
  T: '00 40|20 26',
  U: '00 05 16 36 45 40',
  W: '00 16 23 36 40',
  X: '00 46|40 06',
  Y: '00 23 40|23 26',
} as const satisfies Readonly<Record<string, string>>

export const CHARACTERS = Object.keys(strokes).join('')

const WIDTH = 240
const HEIGHT = 88
const PEN = 3.2
const CURVES = 4

interface Point {
  readonly x: number
  readonly y: number
}

/** A picture of the characters, shaken, bent and crossed out, as a PNG data address. `random` is [0, 1). */
export function drawCharacters(text: string, random: () => number): string {
  const ink = new Float32Array(WIDTH * HEIGHT)
  const between = (low: number, high: number): number => low + random() * (high - low)
  const wave = { height: between(2, 5), length: between(50, 90), phase: between(0, 6) }
  const bend = ({ x, y }: Point): Point => ({ x, y: y + wave.height * Math.sin(x / wave.length + wave.phase) })
  const step = WIDTH / (text.length + 0.5)
  for (const [at, character] of [...text].entries()) {
    const place = { x: step * (at + 0.75) + between(-4, 4), y: HEIGHT / 2 + between(-6, 6) }
    const turn = between(-0.35, 0.35)
    const size = between(8, 9.5)
    for (const line of (strokes[character as keyof typeof strokes] ?? '').split('|')) {
      const points = line.split(' ').map(pair => {
        const [x, y] = [(Number(pair[0]) - 2) * size, (Number(pair[1]) - 3) * size]
        const turned = { x: x * Math.cos(turn) - y * Math.sin(turn), y: x * Math.sin(turn) + y * Math.cos(turn) }
        return bend({ x: place.x + turned.x, y: place.y + turned.y })
      })
      drawLine(ink, points, PEN)
    }
  }
  for (let curve = 0; curve < CURVES; curve++) {
    const [from, to, swing] = [between(5, HEIGHT - 5), between(5, HEIGHT - 5), between(-24, 24)]
    const points = Array.from({ length: 25 }, (_, at) => ({
      x: (WIDTH * at) / 24,
      y: from + ((to - from) * at) / 24 + swing * Math.sin((at / 24) * Math.PI),
    }))
    drawLine(ink, points, 1.3)
  }
  const pixels = Buffer.from(Array.from(ink, value => Math.round(255 - value * between(170, 235))))
  return `data:image/png;base64,${writePng(pixels).toString('base64')}`
}

function drawLine(ink: Float32Array, points: readonly Point[], pen: number): void {
  for (const [at, to] of points.entries()) {
    const from = points[at - 1]
    if (!from) continue
    const dots = Math.ceil(Math.hypot(to.x - from.x, to.y - from.y))
    for (let dot = 0; dot <= dots; dot++) {
      const share = dots === 0 ? 0 : dot / dots
      stamp(ink, { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share }, pen)
    }
  }
}

/** A round dot with a soft edge of one pixel. */
function stamp(ink: Float32Array, { x, y }: Point, radius: number): void {
  for (let row = Math.max(0, Math.floor(y - radius)); row <= Math.min(HEIGHT - 1, y + radius + 1); row++) {
    for (let column = Math.max(0, Math.floor(x - radius)); column <= Math.min(WIDTH - 1, x + radius + 1); column++) {
      const cover = Math.min(1, Math.max(0, radius + 0.5 - Math.hypot(column - x, row - y)))
      const place = row * WIDTH + column
      ink[place] = Math.max(ink[place] ?? 0, cover)
    }
  }
}

/** Eight-bit grey, one chunk of data. */
function writePng(pixels: Buffer): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(WIDTH, 0)
  head.writeUInt32BE(HEIGHT, 4)
  head[8] = 8
  const rows = Array.from({ length: HEIGHT }, (_, row) =>
    Buffer.concat([Buffer.of(0), pixels.subarray(row * WIDTH, (row + 1) * WIDTH)]),
  )
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    writeChunk('IHDR', head),
    writeChunk('IDAT', deflateSync(Buffer.concat(rows))),
    writeChunk('IEND', Buffer.alloc(0)),
  ])
}

function writeChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
