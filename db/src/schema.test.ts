import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from './testing.ts'

let home: TestDatabase
beforeAll(async () => {
  home = await createTestDatabase()
})
afterAll(() => home.drop())

test('the types of the query builder name every column of every table, and no other', async () => {
  const rows = await home.database.withSystem(tx =>
    tx.query<{ table: string; column: string }>(
      `select c.relname as table, a.attname as column from pg_class c
         join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
          and c.relname <> 'schema_migration'`,
    ),
  )
  expect(readSchemaColumns()).toEqual(rows.map(row => `${row.table}.${row.column}`).sort())
})

function readSchemaColumns(): string[] {
  const folder = new URL('./schema/', import.meta.url)
  const text = readdirSync(folder)
    .map(name => readFileSync(new URL(name, folder), 'utf8'))
    .join('\n')
  const bodies = new Map([...text.matchAll(/interface (\w+) \{\n([^}]*)\}/g)].map(match => [match[1], match[2] ?? '']))
  const names = (body: string): string[] => [...body.matchAll(/^ {2}(\w+): /gm)].map(match => match[1] ?? '')
  const tables = [...(bodies.get('Schema') ?? '').matchAll(/^ {2}(\w+): (\w+)$/gm)]
  return tables.flatMap(([, table, type]) => names(bodies.get(type) ?? '').map(column => `${table}.${column}`)).sort()
}
