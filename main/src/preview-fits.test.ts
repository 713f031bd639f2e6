import { parseParams } from '@sluice/connector-kit'
import { createTestContext } from '@sluice/connector-kit/conformance'
import { Bytes, type Data, ExactNumber, type Failure, TargetConfig, type Value } from '@sluice/contract'
import { expect, test } from 'vitest'
import { places } from '../../connectors/test/sql-places.ts'
import { refuseValues } from '../../engine/src/strategy/fit-mapping.ts'

const connectorId = '01900000-0000-7000-8000-000000000002'
const signal = new AbortController().signal

/** Columns as tables have them. */
const columns: Readonly<Record<string, readonly string[]>> = {
  PostgreSQL: [
    ...[
      'smallint',
      'int',
      'bigint',
      'numeric(10,2)',
      'numeric(5,-2)',
      'numeric(2,4)',
      'numeric',
      'real',
      'double precision',
    ],
    ...[
      'boolean',
      'varchar(5)',
      'char(5)',
      'text',
      'date',
      'time(3)',
      'timetz',
      'timestamp(3)',
      'timestamptz',
      'interval',
    ],
    ...[
      'uuid',
      'json',
      'jsonb',
      'bytea',
      'int[]',
      'varchar(2)[]',
      'bit(3)',
      'inet',
      'money',
      'mood',
      'varchar(5) not null',
      'int not null',
    ],
    ...[
      'int generated always as (id + 1) stored',
      'name',
      'bit varying(3)',
      'cidr',
      'macaddr',
      'xml',
      'point',
      'oid',
      '"char"',
    ],
  ],
  MariaDB: [
    ...[
      'tinyint',
      'tinyint unsigned',
      'smallint',
      'int',
      'int unsigned',
      'bigint',
      'bigint unsigned',
      'decimal(10,2)',
      'decimal(10,2) unsigned',
    ],
    ...[
      'float',
      'double',
      'boolean',
      'varchar(5)',
      'char(5)',
      'tinytext',
      'text',
      'date',
      'time(3)',
      'datetime',
      'datetime(3)',
      'timestamp null',
    ],
    ...[
      'year',
      "enum('a','B')",
      "set('x','y')",
      'json',
      'varbinary(4)',
      'binary(4)',
      'bit(3)',
      'uuid',
      'inet4',
      'varchar(5) not null',
      'int not null',
    ],
    ...[
      'varchar(5) character set latin1',
      'varchar(5) character set utf8mb3',
      'int generated always as (id + 1) virtual',
      'double unsigned',
      'int zerofill',
      'point',
    ],
  ],
  SQLite: [
    'integer',
    'int not null',
    'text',
    'varchar(5)',
    'numeric',
    'decimal(10,2)',
    'real',
    'blob',
    'boolean',
    'date',
    'datetime',
    'text not null',
    'any',
    'json',
  ],
}

const values: readonly Value[] = [
  ...[
    0, 1, -1, 127, 128, 255, 256, 32767, 32768, 65536, 2147483647, 2147483648, -2147483649, 4294967296,
    9007199254740991,
  ],
  ...[
    '9223372036854775807',
    '9223372036854775808',
    '18446744073709551616',
    '12345678.90',
    '99999999.99',
    '99999999.995',
    '100000000',
    '1.234',
    '0.005',
    '1.50',
    '1e308',
    '1e309',
    '1e-400',
    '3.5e38',
    '12345678901234567890123456789012345678901234567890',
  ].map(each => new ExactNumber(each)),
  ...[true, false, 1.5, -0.5, 0.1],
  ...[
    '',
    ' ',
    'a',
    'A',
    'abcde',
    'abcdef',
    'abcde ',
    '长长长长长',
    '😀😀😀',
    '😀😀😀😀😀😀',
    'é',
    'a\0b',
    '\ud800',
    '1',
    '1.5',
    '-1',
    'true',
    't',
    'yes',
    '是',
    'null',
    'NaN',
    'Infinity',
  ],
  ...[
    '2024-02-29',
    '2023-02-29',
    '0000-00-00',
    '0001-01-01',
    '10000-01-01',
    '2024-01-05T10:00:00',
    '2024-01-05 10:00:00.1234567',
    '2024-01-05T10:00:00Z',
    '2024-01-05T10:00:00+08:00',
    '1969-12-31T23:59:59',
    '2038-01-20T00:00:00',
    '2024/1/5',
    '10:00',
    '10:00:00.1234',
    '24:00:00',
    '25:00:00',
    '-01:00:00',
    '838:59:59',
    '1 day',
    'PT1H',
  ],
  ...[
    'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11',
    'A0EEBC999C0B4EF8BB6D6BB9BD380A11',
    '{"a":1}',
    '{"a":1,"a":2}',
    '[1]',
    '{bad',
    '192.168.0.1',
    '::1',
    '10.0.0.0/8',
    '999.1.1.1',
    '101',
    '1010',
    '10',
    'x',
    'y',
    'x,y',
    'y,x',
    'sad',
    'SAD',
    'glad',
    '\\u0000',
  ],
  ...[[], [1, 2], [1, null], ['a'], ['abc'], [[1], [2]], { a: 1 }, { a: 'x\0' }, null],
  ...[Bytes.from(Buffer.from('abcd')), Bytes.from(Buffer.from('abcde')), Bytes.from(Buffer.alloc(0))],
]

/** How far a TIMESTAMP goes beyond 2038 only the server knows. */
const isServers = (type: string, value: Value | undefined): boolean =>
  type.startsWith('timestamp null') && value === '2038-01-20T00:00:00'

test.each(places)('what a preview shows green, %s takes', { timeout: 600_000 }, async (name, connector, create) => {
  const context = createTestContext()
  const place = await create(context)
  if (!place) return
  if (name === 'PostgreSQL') {
    await place.run(`create type mood as enum ('sad', 'ok')`)
  }
  const connection = await connector.open(parseParams(connector.manifest.params, place.params), context)
  const green: string[] = []
  for (const [at, type] of (columns[name] ?? []).entries()) {
    await place.run(`create table t${at} (id int not null primary key, v ${type})`)
    const resource = place.resource(`t${at}`)
    const described = await connection.describe(resource, {})
    const target = await connection.openTarget!(
      TargetConfig.parse({ connector_id: connectorId, resource, mode: 'insert' }),
    )
    for (const [id, v] of [...values, undefined].entries()) {
      const data: Data = v === undefined ? { id } : { id, v }
      const isGreen = refuseValues(data, described).length === 0
      const [outcome] = await target
        .write([{ data, idempotencyKey: String(id) }], signal)
        .catch((error: unknown) => [{ kind: 'failed' as const, failure: error as Failure }])
      const isTaken = outcome?.kind === 'written'
      const shown = v instanceof ExactNumber ? String(v) : v instanceof Bytes ? 'bytes' : JSON.stringify(v)
      if (isGreen && !isTaken && !isServers(type, v))
        green.push(
          `${type} ${shown}: ${outcome?.kind === 'failed' ? outcome.failure.message.slice(0, 150) : outcome?.kind}`,
        )
    }
    await target.close()
  }
  await connection.close()
  await place.dispose()
  await context.dispose()
  expect(green).toEqual([])
})
