import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { newId } from '@sluice/contract'
import pg from 'pg'
import { type Database, openDatabase } from './database.ts'
import { migrate } from './migrate.ts'
import { cloneTemplate, createEmpty, dropDatabase } from './testing/template.ts'
import { findTestServer } from './testing/test-server.ts'

export { memoryDirectory } from './testing/memory-directory.ts'
export { plantRows } from './testing/plant-rows.ts'
export { type RecordedColumn, type RecordedStatement, recordStatements } from './testing/record-statements.ts'

export interface TestDatabase {
  /** Migrated, empty, nobody else's. */
  readonly database: Database
  /** The same database as its owner, above the tenant wall. */
  readonly url: string
  /** Closes and drops it. */
  drop(): Promise<void>
}

export interface TestDatabaseOptions {
  /** Default 4. */
  readonly poolSize?: number
}

/** A database of its own for one test file, in tens of milliseconds: a clone of a migrated template. */
export async function createTestDatabase(options: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const server = await findTestServer()
  const url = await cloneTemplate(server)
  const database = await openDatabase({ url, poolSize: options.poolSize ?? 4 })
  return {
    database,
    url,
    drop: async () => {
      await database.close()
      await dropDatabase(server, url)
    },
  }
}

/** A database as it was before a migration, to be filled with old rows. */
export interface OldDatabase {
  readonly url: string
  readonly database: Database
  /** Brings it to what is newest. */
  migrate(): Promise<void>
  /** Closes and drops it. */
  drop(): Promise<void>
}

/** @param before number of the first migration that it lacks: `0066` */
export async function createOldDatabase(before: string): Promise<OldDatabase> {
  const server = await findTestServer()
  const url = await createEmpty(server)
  const directory = mkdtempSync(join(tmpdir(), 'sluice-migrations-'))
  try {
    cpSync(OURS, directory, { recursive: true })
    for (const file of readdirSync(directory)) if (file >= before) rmSync(join(directory, file))
    await migrate(url, { directory })
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
  const database = await openDatabase({ url, poolSize: 2 })
  return {
    url,
    database,
    migrate: async () => void (await migrate(url)),
    drop: async () => {
      await database.close()
      await dropDatabase(server, url)
    },
  }
}

const OURS = fileURLToPath(new URL('../migrations/', import.meta.url))

/** A connection above the tenant wall, for what no tenant may see or do. Whoever opens it ends it. */
export async function openOwner(url: string): Promise<pg.Client> {
  const owner = new pg.Client({ connectionString: url })
  await owner.connect()
  return owner
}

export interface TestTenant {
  readonly tenantId: string
  /** May do everything. */
  readonly roleId: string
  readonly userId: string
  readonly code: string
  readonly username: string
}

/** A tenant with one role `['*']` and one user, who cannot sign in until a test gives a password. */
export async function createTestTenant(database: Database): Promise<TestTenant> {
  const tenantId = newId()
  const roleId = newId()
  const userId = newId()
  const code = `t-${tenantId}`
  const username = `user-${userId}`
  await database.withSystem(async tx => {
    await tx.execute('insert into tenant (id, code, name) values ($1, $2, $2)', [tenantId, code])
    await tx.execute(`insert into role (tenant_id, id, name, permissions) values ($1, $2, 'admin', array['*'])`, [
      tenantId,
      roleId,
    ])
    await tx.execute(
      `insert into app_user (tenant_id, id, username, nickname, password_hash, role_id)
       values ($1, $2, $3, $3, 'none', $4)`,
      [tenantId, userId, username, roleId],
    )
  })
  return { tenantId, roleId, userId, code, username }
}
