import { parseParams, type SourceRecord } from '@sluice/connector-kit'
import { createTestContext } from '@sluice/connector-kit/conformance'
import { SourceConfig, toJson } from '@sluice/contract'
import { describe, expect, test } from 'vitest'
import { places } from './sql-places.ts'

/** Types that hold JSON, by the name of the place, and whether they keep a name that stands twice. */
const types: Readonly<Record<string, readonly (readonly [type: string, keepsNames: boolean])[]>> = {
  postgresql: [
    ['json', true],
    ['jsonb', false],
  ],
  mysql: [['json', true]],
  sqlite: [['json', true]],
}

describe.each(places)('%s', (name, connector, create) => {
  const key = Object.keys(types).find(each => connector.manifest.id === each || name.toLowerCase().includes(each)) ?? ''

  test.each(types[key] ?? [])('%s: a value arrives equal, or its row is refused', async (type, keepsNames) => {
    const context = createTestContext()
    const place = await create(context)
    if (place === null) return context.dispose()
    const connection = await connector.open(parseParams(connector.manifest.params, place.params), context)
    try {
      await place.run(`create table docs (id integer not null primary key, doc ${type})`)
      await place.run(
        `insert into docs values (1, '{"a":null}'), (2, '{"a":1,"b":{"c":1,"c":2}}'), (3, 'null'), (4, null), (5, '{}'), (6, '""'), (7, 'true')`,
      )
      const source = await connection.openSource!(
        SourceConfig.parse({
          connector_id: '01900000-0000-7000-8000-000000000002',
          resource: place.resource('docs'),
          key: ['id'],
        }),
      )
      const records: SourceRecord[] = []
      const { signal } = new AbortController()
      for await (const page of source.read({ cursor: null, window: null, pageSize: 10, signal }))
        records.push(...page.records)
      await source.close()
      const shown = records.map(({ data, failure }) => failure?.message ?? toJson(data?.['doc'] ?? null))
      expect(shown).toEqual([
        '{"a":null}',
        keepsNames
          ? 'The column doc has the name b.c twice in one object, and one of the values would be lost.'
          : '{"a":1,"b":{"c":2}}',
        'The column doc holds the null of JSON, which cannot be told from NULL.',
        'null',
        '{}',
        '""',
        'true',
      ])
      for (const refused of records.filter(each => each.failure)) {
        expect(refused.failure).toMatchObject({ code: 'record.value', field: 'doc' })
        expect([2, 3].map(String)).toContain(String(refused.data?.['id']))
      }
    } finally {
      await connection.close()
      await place.dispose()
      await context.dispose()
    }
  })
})
