import { SourceConfig } from '@sluice/contract'
import { expect, test } from 'vitest'
import mysql from './index.ts'
import { createTestDatabase, isReachable } from './testing.ts'

test.runIf(await isReachable())(
  'a geometry arrives with its SRID and all digits, one without stays as it is',
  async () => {
    const place = await createTestDatabase()
    try {
      await place.run(
        'create table shops (id int primary key, at point, area geometry)',
        "insert into shops values (1, st_geomfromtext('POINT(0.30000000000000004 2)', 4326), st_geomfromtext('LINESTRING(1 2,3 4)', 3857))",
        "insert into shops values (2, st_geomfromtext('POINT(1 2)'), null)",
      )
      const connection = await mysql.open(place.params, place.context)
      const connector_id = '01900000-0000-7000-8000-000000000002'
      const source = await connection.openSource!(SourceConfig.parse({ connector_id, resource: 'shops', key: ['id'] }))
      const records = []
      const { signal } = new AbortController()
      for await (const page of source.read({ cursor: null, window: null, pageSize: 10, signal }))
        records.push(...page.records.map(({ data }) => data))
      await source.close()
      await connection.close()
      expect(records).toEqual([
        { id: 1, at: 'SRID=4326;POINT(0.30000000000000004 2)', area: 'SRID=3857;LINESTRING(1 2,3 4)' },
        { id: 2, at: 'POINT(1 2)', area: null },
      ])
    } finally {
      await place.dispose()
    }
  },
)
