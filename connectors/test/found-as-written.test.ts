import { parseParams } from '@sluice/connector-kit'
import { createTestContext } from '@sluice/connector-kit/conformance'
import { Bytes, ExactNumber, TargetConfig, type Value } from '@sluice/contract'
import { describe, expect, test } from 'vitest'
import { places } from './sql-places.ts'

type Kept = readonly [type: string, value: Value]
/** Columns with what is written to them; each must be found as it was written, or a run would be told of a change that is none. */
const columns: Readonly<Record<string, readonly Kept[]>> = {
  postgresql: [
    ['real', 0.1],
    ['double precision', 0.1],
    ['numeric(12,4)', new ExactNumber('12.50')],
    ['numeric', new ExactNumber('12.50')],
    ['char(6)', 'ab'],
    ['boolean', true],
    ['date', '2026-01-02'],
    ['time(3)', '10:00:00.5'],
    ['timestamp(3)', '2026-01-02 03:04:05.5'],
    ['timestamptz', '2026-01-02T03:04:05.123456+08:00'],
    ['uuid', 'A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11'],
    ['json', { b: 1, a: [new ExactNumber('1.50'), 'é'] }],
    ['jsonb', { b: 1, a: [new ExactNumber('1.50'), 'é'] }],
    ['int[]', [1, 2]],
    ['json[]', [{ b: 1, a: 'é' }, null, [1]]],
    ['jsonb[]', [{ b: 1, a: [new ExactNumber('1.50')] }, null]],
    ['bytea', Bytes.from(Buffer.from([0, 255]))],
    ['inet', '10.0.0.1'],
    ['bit(4)', '1010'],
    ['interval', '1 day 02:00:00'],
  ],
  mysql: [
    ['float', 0.1],
    ['float(7,4)', 0.1],
    ['double', 0.1],
    ['decimal(12,4)', new ExactNumber('12.50')],
    ['int(6) zerofill', 7],
    ['year', 2026],
    ["enum('a','b')", 'a'],
    ["set('x','y')", 'x,y'],
    ['char(6)', 'ab'],
    ['boolean', true],
    ['date', '2026-01-02'],
    ['time(3)', '10:00:00.5'],
    ['datetime(3)', '2026-01-02 03:04:05.5'],
    ['timestamp(6)', '2026-01-02T03:04:05.123456+08:00'],
    ['json', { b: 1, a: [new ExactNumber('1.50'), 'é'] }],
    ['varbinary(9)', Bytes.from(Buffer.from([0, 255]))],
    ['bit(4)', '1010'],
    ['text', 'Straße'],
    ['uuid', 'A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11'],
    ['inet6', '::1'],
  ],
  sqlite: [
    ['real', 0.1],
    ['decimal(12,4)', new ExactNumber('12.5')],
    ['boolean', true],
    ['datetime', '2026-01-02 03:04:05.5'],
    ['json', { b: 1, a: [1.5, 'é'] }],
    ['blob', Bytes.from(Buffer.from([0, 255]))],
    ['text', 'x'],
  ],
}

describe.each(places)('%s', (name, connector, create) => {
  const key =
    Object.keys(columns).find(each => connector.manifest.id === each || name.toLowerCase().includes(each)) ?? ''

  test.runIf(key in columns)('what was written is found equal, whatever the type of its column', async () => {
    const context = createTestContext()
    const place = await create(context)
    if (place === null) return context.dispose()
    const connection = await connector.open(parseParams(connector.manifest.params, place.params), context)
    try {
      const all = columns[key]!
      await place.run(
        `create table kept (id integer not null primary key, ${all.map(([type], at) => `c${at} ${type}`).join(', ')})`,
      )
      const target = await connection.openTarget!(
        TargetConfig.parse({
          connector_id: '01900000-0000-7000-8000-000000000002',
          resource: place.resource('kept'),
          key: ['id'],
        }),
      )
      const rows = all.map(([, value], at) => ({ data: { id: at, [`c${at}`]: value }, idempotencyKey: String(at) }))
      const { signal } = new AbortController()
      const written = await target.write(rows, signal)
      const found = await target.find!(rows, signal)
      await target.close()
      const shown = all.map(([type], at) => [type, written[at]?.kind, found[at]])
      expect(shown).toEqual(all.map(([type]) => [type, 'written', { kind: 'equal' }]))
    } finally {
      await connection.close()
      await place.dispose()
      await context.dispose()
    }
  })
})
