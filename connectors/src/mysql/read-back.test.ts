import { TargetConfig } from '@sluice/contract'
import { expect, test } from 'vitest'
import mysql from './index.ts'
import { createTestDatabase, isReachable } from './testing.ts'

test.runIf(await isReachable())('what MariaDB makes of a value on its own is found by asking for the row', async () => {
  const place = await createTestDatabase()
  try {
    await place.run(
      "create table t (id int primary key, y year, kind enum('a','b'), marks set('x','y'), code char(4), note varchar(9))",
      'create trigger upper_note before insert on t for each row set new.note = upper(new.note)',
    )
    const connection = await mysql.open(place.params, place.context)
    const connector_id = '01900000-0000-7000-8000-000000000002'
    const target = await connection.openTarget!(TargetConfig.parse({ connector_id, resource: 't', key: ['id'] }))
    const rows = [
      { id: 1, y: 2026, kind: 'a', marks: 'x,y', code: 'k', note: 'A' },
      { id: 3, y: 2026, kind: 'A', marks: 'x', code: 'k', note: 'A' },
      { id: 4, y: 2026, kind: 'a', marks: 'y,x', code: 'k', note: 'A' },
      { id: 5, y: 2026, kind: 'a', marks: 'x', code: 'k', note: 'a' },
    ].map(data => ({ data, idempotencyKey: String(data.id) }))
    const { signal } = new AbortController()
    const written = await target.write(rows, signal)
    expect(written.map(({ kind }) => kind)).toEqual(rows.map(() => 'written'))
    // A year of two digits, which MariaDB would read as another one, is refused before it is sent.
    const [short] = await target.write([{ data: { id: 2, y: 26 }, idempotencyKey: '2' }], signal)
    expect(short?.kind).toBe('failed')
    const found = await target.find!(rows, signal)
    await target.close()
    await connection.close()
    expect(found.map(each => (each.kind === 'different' ? each.held : each.kind))).toEqual([
      'equal',
      { kind: 'a' },
      { marks: 'x,y' },
      { note: 'A' },
    ])
  } finally {
    await place.dispose()
  }
})
