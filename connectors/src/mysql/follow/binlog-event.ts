/** The events of a binary log that tell of rows, of transactions and of places; MySQL 5.7 to 8, MariaDB 10 and 11. */
export type BinlogEvent =
  | { readonly kind: 'rotate'; readonly file: string; readonly position: number }
  | { readonly kind: 'begin'; readonly gtid: string; readonly standsAlone: boolean }
  | { readonly kind: 'commit' }
  | { readonly kind: 'query'; readonly schema: string; readonly sql: string }
  | TableMap
  | RowsEvent
  | { readonly kind: 'unreadable'; readonly why: 'compressed' | 'partial' }
  | { readonly kind: 'other' }

export interface TableMap {
  readonly kind: 'table'
  readonly id: number
  readonly schema: string
  readonly name: string
  readonly types: readonly number[]
  /** One number per column, as its type wants it. */
  readonly meta: readonly number[]
  /** Where the server writes them (binlog_row_metadata = FULL). */
  readonly names: readonly string[] | null
}

export interface RowsEvent {
  readonly kind: 'rows'
  readonly change: 'insert' | 'update' | 'delete'
  readonly tableId: number
  /** Which columns the rows before and after hold. */
  readonly before: readonly boolean[]
  readonly after: readonly boolean[]
  /** Bitmaps and values, one row after the other. */
  readonly body: Buffer
}

export interface EventHead {
  /** Seconds since the epoch, of the statement. */
  readonly at: number
  readonly serverId: number
  /** Where the next event begins; 0 for events the server makes up. */
  readonly nextPosition: number
}

const HEAD_BYTES = 19

export function parseEvent(bytes: Buffer): { readonly head: EventHead; readonly event: BinlogEvent } {
  const head = { at: bytes.readUInt32LE(0), serverId: bytes.readUInt32LE(5), nextPosition: bytes.readUInt32LE(13) }
  return { head, event: parseBody(bytes.readUInt8(4), bytes.subarray(HEAD_BYTES), head) }
}

function parseBody(type: number, body: Buffer, head: EventHead): BinlogEvent {
  const rows = ROWS[type]
  if (rows) return parseRows(body, rows[0], rows[1])
  switch (type) {
    case 2:
      return parseQuery(body)
    case 4:
      return { kind: 'rotate', position: Number(body.readBigUInt64LE(0)), file: body.toString('utf8', 8) }
    case 16:
      return { kind: 'commit' }
    case 19:
      return parseTableMap(body)
    case 33: {
      const id = body.toString('hex', 1, 17).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
      return { kind: 'begin', gtid: `${id}:${body.readBigUInt64LE(17)}`, standsAlone: false }
    }
    case 162: {
      const gtid = `${body.readUInt32LE(8)}-${head.serverId}-${body.readBigUInt64LE(0)}`
      return { kind: 'begin', gtid, standsAlone: (body.readUInt8(12) & 1) === 1 }
    }
    case 39:
      return { kind: 'unreadable', why: 'partial' }
    case 40:
      return { kind: 'unreadable', why: 'compressed' }
    default:
      return type >= 165 && type <= 171 ? { kind: 'unreadable', why: 'compressed' } : { kind: 'other' }
  }
}

/** Number of the event: what it does, and whether it is of the second version. */
const ROWS: Readonly<Record<number, readonly [RowsEvent['change'], boolean]>> = {
  23: ['insert', false],
  24: ['update', false],
  25: ['delete', false],
  30: ['insert', true],
  31: ['update', true],
  32: ['delete', true],
}

function parseQuery(body: Buffer): BinlogEvent {
  const schemaBytes = body.readUInt8(8)
  const statusBytes = body.readUInt16LE(11)
  const at = 13 + statusBytes
  const schema = body.toString('utf8', at, at + schemaBytes)
  const sql = body.toString('utf8', at + schemaBytes + 1)
  return sql === 'COMMIT' || sql === 'ROLLBACK' ? { kind: 'commit' } : { kind: 'query', schema, sql }
}

function parseRows(body: Buffer, change: RowsEvent['change'], isSecond: boolean): RowsEvent {
  let at = 8
  if (isSecond) at += body.readUInt16LE(8)
  const { value: columns, next } = readLength(body, at)
  const bytes = (columns + 7) >> 3
  const readBits = (from: number): boolean[] =>
    Array.from({ length: columns }, (_, index) => ((body[from + (index >> 3)] ?? 0) & (1 << (index & 7))) !== 0)
  const first = readBits(next)
  const after = change === 'update' ? readBits(next + bytes) : first
  const rest = next + bytes * (change === 'update' ? 2 : 1)
  return { kind: 'rows', change, tableId: body.readUIntLE(0, 6), before: first, after, body: body.subarray(rest) }
}

function readLength(bytes: Buffer, at: number): { readonly value: number; readonly next: number } {
  const first = bytes.readUInt8(at)
  if (first < 251) return { value: first, next: at + 1 }
  if (first === 252) return { value: bytes.readUInt16LE(at + 1), next: at + 3 }
  if (first === 253) return { value: bytes.readUIntLE(at + 1, 3), next: at + 4 }
  return { value: Number(bytes.readBigUInt64LE(at + 1)), next: at + 9 }
}

function parseTableMap(body: Buffer): TableMap {
  const schemaBytes = body.readUInt8(8)
  const schema = body.toString('utf8', 9, 9 + schemaBytes)
  const nameAt = 11 + schemaBytes
  const nameBytes = body.readUInt8(nameAt - 1)
  const name = body.toString('utf8', nameAt, nameAt + nameBytes)
  const { value: count, next } = readLength(body, nameAt + nameBytes + 1)
  const types = [...body.subarray(next, next + count)]
  const { value: metaBytes, next: metaAt } = readLength(body, next + count)
  const meta = readMeta(types, body.subarray(metaAt, metaAt + metaBytes))
  const optional = metaAt + metaBytes + ((count + 7) >> 3)
  return { kind: 'table', id: body.readUIntLE(0, 6), schema, name, types, meta, names: readNames(body, optional) }
}

function readMeta(types: readonly number[], bytes: Buffer): number[] {
  let at = 0
  return types.map(type => {
    const width = META_BYTES[type] ?? 0
    at += width
    if (width === 0) return 0
    if (width === 1) return bytes.readUInt8(at - 1)
    // Of strings and decimals the first byte says more than the second.
    return BIG.has(type) ? bytes.readUInt16BE(at - 2) : bytes.readUInt16LE(at - 2)
  })
}

const META_BYTES: Readonly<Record<number, number>> = {
  4: 1,
  5: 1,
  15: 2,
  16: 2,
  17: 1,
  18: 1,
  19: 1,
  245: 1,
  246: 2,
  247: 2,
  248: 2,
  252: 1,
  254: 2,
  255: 1,
}
const BIG: ReadonlySet<number> = new Set([246, 247, 248, 254])

/** The names of the columns among the optional facts: kind 4, then lengths and names. */
function readNames(body: Buffer, from: number): string[] | null {
  for (let at = from; at < body.length; ) {
    const kind = body.readUInt8(at)
    const { value: bytes, next } = readLength(body, at + 1)
    at = next + bytes
    if (kind !== 4) continue
    const names: string[] = []
    for (let place = next; place < at; ) {
      const { value: length, next: start } = readLength(body, place)
      names.push(body.toString('utf8', start, start + length))
      place = start + length
    }
    return names
  }
  return null
}
