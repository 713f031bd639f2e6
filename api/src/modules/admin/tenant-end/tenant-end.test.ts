import { createHash, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inflateRawSync } from 'node:zlib'
import { openOwner, plantRows } from '@sluice/db/testing'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTenantWorker, createUploadStore, type TenantWorker } from '../../../background.ts'
import { PASSWORD, startTestServer, type TestServer } from '../../../testing/start-test-server.ts'
import { createTenant } from '../../identity/tenant/index.ts'
import { listTenantParts } from './tenant-tables.ts'

const BASE = '/api/dh/lessee/tenant'
let server: TestServer
let worker: TenantWorker
let archive: ReturnType<typeof createUploadStore>
let directory: string
let owner: Awaited<ReturnType<typeof openOwner>>

beforeAll(async () => {
  server = await startTestServer()
  directory = await mkdtemp(join(tmpdir(), 'sluice-archive-'))
  archive = createUploadStore(directory)
  const { database, uploads, exports } = server
  worker = createTenantWorker({ database, uploads, archive, exports, log: pino({ level: 'silent' }), now: Date.now })
  owner = await openOwner(server.databaseUrl)
})
afterAll(async () => {
  await owner.end()
  await server.drop()
  await rm(directory, { recursive: true, force: true })
})

const listTables = async (): Promise<string[]> => [
  ...new Set((await server.database.withSystem(listTenantParts)).map(({ table }) => table)),
]

/** Rows of a tenant in each table, above the tenant wall. */
async function countAll(tenantId: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const table of await listTables()) {
    const { rows } = await owner.query(`select count(*)::int as count from ${table} where tenant_id = $1`, [tenantId])
    counts[table] = rows[0].count
  }
  return counts
}

async function newTenant(code: string): Promise<{ tenantId: string; token: string }> {
  const { tenantId } = await createTenant(server.database, {
    code,
    name: `Tenant ${code}`,
    adminUsername: code,
    password: PASSWORD,
  })
  return { tenantId, token: await server.signIn(code, PASSWORD) }
}

async function* toChunks(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}

/** Entries of a ZIP by its directory, as any reader finds them. */
function readZip(zip: Buffer): Map<string, Buffer> {
  const end = zip.lastIndexOf(Buffer.from('PK\x06\x06', 'latin1'))
  const count = Number(zip.readBigUInt64LE(end + 32))
  let at = Number(zip.readBigUInt64LE(end + 48))
  const files = new Map<string, Buffer>()
  for (let index = 0; index < count; index++) {
    const nameLength = zip.readUInt16LE(at + 28)
    const extraLength = zip.readUInt16LE(at + 30)
    const name = zip.subarray(at + 46, at + 46 + nameLength).toString()
    const extra = at + 46 + nameLength + 4
    const packed = Number(zip.readBigUInt64LE(extra + 8))
    const head = Number(zip.readBigUInt64LE(extra + 16))
    const from = head + 30 + zip.readUInt16LE(head + 26) + zip.readUInt16LE(head + 28)
    files.set(name, inflateRawSync(zip.subarray(from, from + packed)))
    at += 46 + nameLength + extraLength
  }
  return files
}

async function exportAll(token: string): Promise<Map<string, Buffer>> {
  const asked = await server.call('POST', `${BASE}/export`, { token })
  expect([asked.statusCode, asked.json().content?.state]).toEqual([200, 'queued'])
  while (await worker.turn());
  const [job] = (await server.call('GET', `${BASE}/export`, { token })).json().content
  expect(job).toMatchObject({ state: 'done', failure: null })
  const answer = await server.call('GET', `${BASE}/export/${job.id}/content`, { token })
  expect(answer.headers['content-disposition']).toContain('.zip')
  expect(createHash('sha256').update(answer.rawPayload).digest('hex')).toBe(job.sha256)
  return readZip(answer.rawPayload)
}

/** Asked, and its time come. */
async function endTenant(tenantId: string, token: string, name: string): Promise<string> {
  const asked = await server.call('POST', `${BASE}/end`, { token, body: { name } })
  expect(asked.statusCode).toBe(200)
  await owner.query(`update tenant_end set due_at = now() - interval '1 second' where of_tenant = $1`, [tenantId])
  while (await worker.turn());
  return asked.json().content.proof_path
}

test('a row in every table of a tenant is in its export and gone with its end, and another tenant keeps all of its own', async () => {
  const gone = await newTenant('gone')
  const stays = await newTenant('stays')
  const planted = await plantRows(owner, gone.tenantId)
  await plantRows(owner, stays.tenantId)
  const tables = await listTables()
  expect(tables.filter(table => !planted.has(table))).toEqual([])
  await server.uploads.write(gone.tenantId, randomUUID(), toChunks('a stored file'))
  await server.uploads.write(stays.tenantId, 'kept', toChunks('of another'))
  await archive.write(gone.tenantId, randomUUID(), toChunks('an archive'))
  const before = await countAll(stays.tenantId)

  const files = await exportAll(gone.token)
  const manifest = JSON.parse(files.get('manifest.json')!.toString())
  const named = manifest.entries.map(({ table }: { table?: string }) => table).filter(Boolean)
  expect(named.sort()).toEqual(['tenant', ...tables].sort())
  for (const { file, bytes, sha256, table, rows } of manifest.entries) {
    const content = files.get(file)!
    expect([file, content.length, createHash('sha256').update(content).digest('hex')]).toEqual([file, bytes, sha256])
    if (!table) continue
    const lines = content
      .toString()
      .split('\n')
      .slice(0, -1)
      .map(line => JSON.parse(line))
    expect([table, lines.length, lines.length > 0]).toEqual([table, rows, true])
    for (const line of lines)
      expect([table, line[table === 'tenant' ? 'id' : 'tenant_id']]).toEqual([table, gone.tenantId])
  }
  expect(
    [...files.values()].map(String).filter(text => text === 'a stored file' || text === 'an archive'),
  ).toHaveLength(2)

  const proofPath = await endTenant(gone.tenantId, gone.token, 'Tenant gone')
  expect(Object.entries(await countAll(gone.tenantId)).filter(([, count]) => count > 0)).toEqual([])
  expect((await owner.query('select from tenant where id = $1', [gone.tenantId])).rowCount).toBe(0)
  expect(await server.uploads.listOf(gone.tenantId)).toEqual([])
  expect(await archive.listOf(gone.tenantId)).toEqual([])
  expect(await server.exports.listOf(gone.tenantId)).toEqual([])
  expect(await countAll(stays.tenantId)).toEqual(before)
  expect(await server.uploads.listOf(stays.tenantId)).toEqual([join(stays.tenantId, 'kept')])

  const proof = (await server.call('GET', proofPath)).json()
  expect(proof).toMatchObject({ tenant: { code: 'gone', name: 'Tenant gone' }, asked: { by: 'gone', wait_days: 7 } })
  for (const { table, removed, left } of proof.tables) expect([table, removed > 0, left]).toEqual([table, true, 0])
  expect(proof.tables.map(({ table }: { table: string }) => table)).toEqual(['tenant', ...tables].sort())
  expect(proof.files).toEqual([
    { place: 'files', removed: 1, left: 0 },
    { place: 'archive', removed: 1, left: 0 },
    { place: 'exports', removed: 1, left: 0 },
  ])
  const { sha256, ...body } = proof
  expect(createHash('sha256').update(JSON.stringify(body)).digest('hex')).toBe(sha256)
  server.advance(6000) // what the process remembers of a sign-in
  expect((await server.call('GET', '/api/user', { token: gone.token })).statusCode).toBe(401)
})

test('no sealed text and no hash of a password or token is in an export, and the manifest names what was left out', async () => {
  const { tenantId, token } = await newTenant('sealed')
  const sealed = await server.vault.seal(tenantId, 'connector/x/password', 'the-secret')
  await server.database.withTenant(tenantId, tx =>
    tx.execute(`insert into connector (id, platform_id, name, params) values (gen_random_uuid(), 'fake', 'shop', $1)`, [
      JSON.stringify({ host: 'shop.test', password: sealed, port: 12345678901234567890n.toString() }),
    ]),
  )
  const files = await exportAll(token)
  const connector = JSON.parse(files.get('tables/connector.jsonl')!.toString())
  expect(connector.params).toEqual({ host: 'shop.test', password: '(sealed)', port: '12345678901234567890' })
  const [{ password_hash: hash }] = (
    await owner.query('select password_hash from app_user where tenant_id = $1', [tenantId])
  ).rows
  const all = [...files.values()].map(String).join('\n')
  for (const secret of [sealed, hash, 'the-secret']) expect(all.includes(secret)).toBe(false)
  const { left_out: leftOut } = JSON.parse(files.get('manifest.json')!.toString())
  expect(leftOut).toContainEqual({ table: 'app_user', column: 'password_hash', why: 'hash' })
  expect(leftOut).toContainEqual({ table: 'connector', column: 'params', why: 'sealed fields in it' })
  expect(leftOut).toContainEqual({ table: 'user_totp', column: 'secret', why: 'sealed' })
})

test('the end needs the whole name, waits, can be taken back once, and leaves a row of both', async () => {
  const { tenantId, token } = await newTenant('waits')
  const ask = (name: string) => server.call('POST', `${BASE}/end`, { token, body: { name } })
  const wrong = await ask('Tenant')
  expect([wrong.statusCode, wrong.json().code]).toEqual([409, 'conflict.tenantName'])
  expect((await ask('Tenant waits')).statusCode).toBe(200)
  expect((await ask('Tenant waits')).json().code).toBe('conflict.tenantEnd')
  expect(await worker.turn()).toBe(false)
  const state = (await server.call('GET', BASE, { token })).json().content
  expect(state).toMatchObject({ wait_days: 7, ends: [{ state: 'waiting', asked_by: 'waits' }] })
  const { asked_at: asked, due_at: due } = state.ends[0]
  expect(Date.parse(due) - Date.parse(asked)).toBe(7 * 86_400_000)
  expect((await server.call('POST', `${BASE}/end/withdraw`, { token })).json().content.state).toBe('withdrawn')
  expect((await server.call('POST', `${BASE}/end/withdraw`, { token })).statusCode).toBe(404)
  const { rows } = await owner.query('select action from operation_log where tenant_id = $1 order by created_at, id', [
    tenantId,
  ])
  expect(rows.map(row => row.action)).toEqual(expect.arrayContaining(['tenantEnd.ask', 'tenantEnd.withdraw']))
})

test('the database itself removes nothing of a tenant whose end nobody asked for, or whose time has not come', async () => {
  const { tenantId, token } = await newTenant('early')
  const remove = () =>
    server.database.withSystem(tx => tx.query(`select remove_tenant_rows('operation_log', $1, 10)`, [tenantId]))
  await expect(remove()).rejects.toThrow('nobody asked')
  await server.call('POST', `${BASE}/end`, { token, body: { name: 'Tenant early' } })
  await owner.query(`update tenant_end set state = 'removing' where of_tenant = $1`, [tenantId])
  await expect(remove()).rejects.toThrow('waiting period')
  await expect(
    server.database.withTenant(tenantId, tx =>
      tx.query(`select remove_tenant_rows('operation_log', $1, 10)`, [tenantId]),
    ),
  ).rejects.toThrow('only a system transaction')
  await owner.query(`update tenant_end set state = 'withdrawn' where of_tenant = $1`, [tenantId])
})

test('a run that is at its page is waited for', async () => {
  const { tenantId, token } = await newTenant('busy')
  const id = randomUUID()
  await server.database.withTenant(tenantId, async tx => {
    await tx.execute(`insert into strategy (id, code, name, status) values ($1, 's', 's', 'running')`, [id])
    await tx.execute(
      `insert into run (id, strategy_id, version, trigger, state) values (gen_random_uuid(), $1, 1, 'manual', 'running')`,
      [id],
    )
  })
  await endTenant(tenantId, token, 'Tenant busy')
  const run = await owner.query('select state from run where tenant_id = $1', [tenantId])
  expect(run.rows).toEqual([{ state: 'stopping' }])
  await owner.query(`update run set updated_at = now() - interval '1 minute' where tenant_id = $1`, [tenantId])
  await owner.query(`update tenant_end set lease_until = '-infinity' where of_tenant = $1`, [tenantId])
  expect(await worker.turn()).toBe(true)
  expect((await owner.query('select from run where tenant_id = $1', [tenantId])).rowCount).toBe(0)
})

test('an export is cancelled between two tables, one runs at once, and a key that is none reads no proof', async () => {
  const { tenantId, token } = await newTenant('cancels')
  const { id } = (await server.call('POST', `${BASE}/export`, { token })).json().content
  expect((await server.call('POST', `${BASE}/export`, { token })).json().code).toBe('conflict.tenantExport')
  await owner.query(`update tenant_export set cancel = true where tenant_id = $1`, [tenantId])
  while (await worker.turn());
  const [job] = (await server.call('GET', `${BASE}/export`, { token })).json().content
  expect(job).toMatchObject({ id, state: 'cancelled', size_bytes: null })
  expect(await server.exports.listOf(tenantId)).toEqual([])
  expect((await server.call('GET', `/api/tenant-end/${'x'.repeat(43)}`)).json().code).toBe('notFound.tenantProof')
})
