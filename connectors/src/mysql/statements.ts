import type { Column, StatementDialect } from '@sluice/connector-kit/sql'
import type { StatementType } from '@sluice/contract'
import { quoteName, quoteText } from './dialect.ts'
import { explainRow, toFailure, toSessionFailure } from './failure.ts'
import type { AnswerField, Param, Session } from './session.ts'
import { type TypeRow, toKind } from './types.ts'

const casts: Readonly<Record<StatementType, string>> = {
  string: 'char',
  int: 'signed',
  decimal: 'decimal(65, 30)',
  bool: 'signed',
  date: 'date',
  datetime: 'datetime(6)',
}

export const statements: StatementDialect<Session> = {
  bind(type, value, params) {
    params.push(value)
    const text = type === 'bool' ? (value === 'true' ? '1' : '0') : value
    return type === 'string' ? quoteText(text) : `cast(${quoteText(text)} as ${casts[type]})`
  },
  mark: type => (type === null || type === 'string' || type === 'bool' ? '?' : `cast(? as ${casts[type]})`),
  async describe(session, sql) {
    try {
      await session.query('start transaction read only')
      const fields = await session.fields(`select * from (${sql}\n) sluice_query limit 0`)
      return fields.map(toColumn)
    } catch (error) {
      throw toFailure(error, 'The query was refused')
    } finally {
      await session.query('rollback').catch(() => session.destroy())
    }
  },
  work: session => ({
    begin: 'start transaction',
    exec: sql => session.query(sql),
    run: async (sql, values) => (await session.execute(sql, values.map(toParam))).affectedRows ?? null,
    get isBroken() {
      return session.isBroken
    },
    destroy: () => session.destroy(),
    close: () => session.close(),
    toFailure: error => toFailure(error, 'The statement was refused'),
    toSessionFailure,
    explain: explainRow,
  }),
}

/** Truth values are numbers here. */
function toParam(value: string | number | bigint | Uint8Array | null): Param {
  if (value === null || value instanceof Uint8Array) return value
  return value === 'true' ? '1' : value === 'false' ? '0' : String(value)
}

/** Names of types by the protocol's numbers; texts and blobs by whether their character set is none. */
const numbered: Readonly<Record<number, string>> = {
  0: 'decimal',
  1: 'tinyint',
  2: 'smallint',
  3: 'int',
  4: 'float',
  5: 'double',
  7: 'timestamp',
  8: 'bigint',
  9: 'mediumint',
  10: 'date',
  11: 'time',
  12: 'datetime',
  13: 'year',
  16: 'bit',
  245: 'json',
  246: 'decimal',
}
const BINARY = 63
const UNSIGNED = 32
/** What the server writes where a float has no fixed number of decimals. */
const NOT_FIXED = 31

function toColumn({ name, type, length, decimals, charset, flags }: AnswerField): Column {
  const known = numbered[type]
  const isText = known === undefined && charset !== BINARY
  const word = known ?? (isText ? 'longtext' : 'longblob')
  const row: TypeRow = {
    name: word,
    full: (flags & UNSIGNED) === 0 ? word : `${word} unsigned`,
    maxChars: null,
    maxBytes: null,
    precision: word === 'decimal' ? 65 : word === 'bit' ? length : null,
    scale:
      word === 'decimal' ? decimals : (word === 'float' || word === 'double') && decimals < NOT_FIXED ? decimals : null,
    digits: decimals,
    charset: null,
    isCheckedJson: false,
    isMariaDb: false,
  }
  return {
    name,
    sqlName: quoteName(name),
    nativeType: row.full,
    kind: toKind(row),
    isNullable: true,
    hasDefault: false,
    isGenerated: false,
  }
}
