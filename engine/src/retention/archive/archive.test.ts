import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Data, parseJson } from '@sluice/contract'
import { createTestDatabase, type TestDatabase } from '@sluice/db/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Engine } from '../../run/engine.ts'
import { createFixture, type Fixture, makeOrders } from '../../testing/fixture.ts'
import { Maintenance } from '../maintenance.ts'
import { type ArchiveFiles, createArchiveFiles } from './archive-files.ts'

let place: TestDatabase
let fixture: Fixture
let engine: Engine
let directory: string
beforeAll(async () => {
  place = await createTestDatabase({ poolSize: 12 })
})
afterAll(() => place.drop())
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'sluice-archive-'))
  fixture = await createFixture(place.database)
  engine = fixture.createEngine({ archiveDir: directory })
  await engine.start()
})
afterEach(async () => {
  await fixture.stop()
  await rm(directory, { recursive: true, force: true })
})

/** Does what is asked now, on this disk. */
async function turn(files: ArchiveFiles = createArchiveFiles(directory)): Promise<void> {
  await new Maintenance({
    database: place.database,
    files,
    now: Date.now,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  })
    .turn()
    .catch(() => undefined)
}

type Job = Parameters<Engine['storage']['request']>[2]
const request = (job: Job): Promise<string> =>
  place.database.withTenant(fixture.tenantId, tx =>
    engine.storage.request(tx, { tenantId: fixture.tenantId, strategyId: fixture.strategyId }, job, {
      userId: fixture.tenantId,
      nowMs: Date.now(),
      total: 0,
    }),
  )
const archiveAll = () =>
  request({ kind: 'archive', condition: { before: new Date(Date.now() + 60_000).toISOString() } })
const readJob = async (id: string) =>
  (await fixture.query<Record<string, unknown>>('select state, done, failure from storage_job where id = $1', [id]))[0]
const readPages = () =>
  fixture.query(
    'select id, run_id, record_count, status, version, request, created_at, settled_at from page order by id',
  )
const readRecords = () => fixture.query('select * from stored_record order by key')
const listArchives = () =>
  fixture.query<{ id: string; path: string; records: string; pages: number }>('select * from archive_file order by id')
const readDetails = async () => {
  const rows = await fixture.query<{ id: string }>('select id from stored_record order by key')
  return Promise.all(rows.map(row => engine.records.readDetail(fixture.tenantId, fixture.strategyId, row.id)))
}

/** Thirty records, one in error, with values that must keep every digit. */
async function fill(): Promise<void> {
  await fixture.saveConfig({ retry: { maxAttempts: 1 } })
  fixture.system.setRows([
    ...makeOrders(29),
    parseJson('{"id":"中文😀","big":12345678901234567890,"exact":-0.10,"none":null,"empty":""}') as Data,
  ])
  fixture.system.judge = record =>
    record.data['id'] === 4 ? { kind: 'failed', failure: { code: 'x', message: 'No.', retry: 'never' } } : null
  await fixture.run(engine)
}

describe('an archive', () => {
  it('holds every row of the pages that go, with a manifest beside it', async () => {
    await fill()
    const id = await archiveAll()
    await turn()
    expect(await readJob(id)).toMatchObject({ state: 'done', done: '3' })
    expect(await readPages()).toEqual([])
    const [archive] = await listArchives()
    expect(archive).toMatchObject({ records: '30', pages: 3 })
    expect(archive?.path.startsWith(`${fixture.tenantId}/${fixture.strategyId}/`)).toBe(true)
    const manifest = JSON.parse(await readFile(join(directory, `${archive!.path}.json`), 'utf8'))
    expect(manifest).toMatchObject({ archive: archive?.id, records: 30, pages: 3 })
    const folder = await readdir(join(directory, fixture.tenantId, fixture.strategyId))
    expect(folder.filter(name => name.endsWith('.part'))).toEqual([])
  })

  it('restored, every record reads as before and can be written again', async () => {
    await fill()
    const before = { pages: await readPages(), records: await readRecords(), details: await readDetails() }
    await archiveAll()
    await turn()
    expect((await readDetails()).every(detail => detail?.original === null)).toBe(true)
    const [archive] = await listArchives()
    const id = await request({ kind: 'restore', condition: { archiveId: archive!.id } })
    await turn()
    expect(await readJob(id)).toMatchObject({ state: 'done', done: '3' })
    expect({ pages: await readPages(), records: await readRecords(), details: await readDetails() }).toEqual(before)
    // The next clean-up leaves them for the promised time.
    await place.database.withSystem(tx => tx.execute('update maintenance set next_at = now()'))
    await turn()
    expect(await readPages()).toEqual(before.pages)
    fixture.system.judge = () => null
    const failed = await fixture.query<{ id: string }>('select id from stored_record where status = 3')
    const selection = { tenantId: fixture.tenantId, strategyId: fixture.strategyId, ids: failed.map(row => row.id) }
    await place.database.withTenant(fixture.tenantId, tx => engine.records.reprocess(tx, selection))
    await fixture.run(engine, { trigger: 'retry' })
    expect(await fixture.readStates()).toEqual({ 2: 30 })
  })

  it('brings back records that were forgotten since, and their counters', async () => {
    await fill()
    const before = await readRecords()
    await archiveAll()
    await turn()
    const condition = { kind: 'record', before: new Date(Date.now() + 60_000).toISOString(), statuses: [2, 3] } as const
    await request({ kind: 'clean', condition })
    await turn()
    expect(await fixture.readStates()).toEqual({})
    const [archive] = await listArchives()
    await request({ kind: 'restore', condition: { archiveId: archive!.id } })
    await turn()
    expect(await readRecords()).toEqual(before)
    expect(await fixture.readStates()).toEqual({ 2: 29, 3: 1 })
  })

  it('that was changed or is missing is not restored, and says so', async () => {
    await fill()
    await archiveAll()
    await turn()
    const [archive] = await listArchives()
    const path = join(directory, archive!.path)
    const bytes = await readFile(path)
    bytes[100]! ^= 1
    await writeFile(path, bytes)
    for (const spoil of [async () => undefined, () => rm(path)]) {
      await spoil()
      const id = await request({ kind: 'restore', condition: { archiveId: archive!.id } })
      await turn()
      expect(await readJob(id)).toMatchObject({ state: 'failed', failure: { code: 'archive.lost' } })
    }
    expect(await readPages()).toEqual([])
  })

  it('is another tenant’s business to nobody', async () => {
    await fill()
    await archiveAll()
    await turn()
    const stranger = await createFixture(place.database)
    expect(await stranger.query('select * from archive_file')).toEqual([])
    expect(await stranger.query('select * from storage_job')).toEqual([])
  })
})

/** Counts the calls and lets one fail; a failing write has written half. */
function failAt(files: ArchiveFiles, failing: number, flip = false): { files: ArchiveFiles; calls: () => number } {
  let calls = 0
  const step = async <T>(work: () => Promise<T>, half: () => Promise<unknown> = async () => undefined): Promise<T> => {
    calls += 1
    if (calls !== failing) return work()
    await half()
    throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
  }
  return {
    calls: () => calls,
    files: {
      makeFolder: path => step(() => files.makeFolder(path)),
      rename: (from, to) => step(() => files.rename(from, to)),
      syncFolder: path => step(() => files.syncFolder(path)),
      remove: path => files.remove(path),
      create: path =>
        step(async () => {
          const file = await files.create(path)
          return {
            write: bytes =>
              step(
                () => file.write(flip && bytes.length > 100 ? bytes.with(50, bytes[50]! ^ 1) : bytes),
                () => file.write(bytes.subarray(0, bytes.length >> 1)),
              ),
            sync: () => step(() => file.sync()),
            close: () =>
              step(
                () => file.close(),
                () => file.close(),
              ),
          }
        }),
      open: path =>
        step(async () => {
          const file = await files.open(path)
          return {
            sizeBytes: file.sizeBytes,
            read: (start, end) => step(() => file.read(start, end)),
            close: () =>
              step(
                () => file.close(),
                () => file.close(),
              ),
          }
        }),
    },
  }
}

describe('a failing disk', () => {
  it('at every single call leaves all pages or a whole archive, never neither', async () => {
    await fill()
    const before = await readPages()
    const disk = createArchiveFiles(directory)
    let failing = 1
    for (; ; failing += 1) {
      const id = await archiveAll()
      const { files, calls } = failAt(disk, failing)
      await turn(files)
      const job = await readJob(id)
      if (job?.['state'] === 'done') break
      expect([failing, job?.['state'], await readPages()]).toEqual([failing, 'failed', before])
      expect(await listArchives()).toEqual([])
      expect(calls()).toBeGreaterThanOrEqual(failing)
      const left = await readdir(directory, { recursive: true })
      expect(left.filter(name => name.endsWith('.parquet') || name.endsWith('.part'))).toEqual([])
    }
    expect(failing).toBeGreaterThan(15)
    expect(await readPages()).toEqual([])
    const [archive] = await listArchives()
    const restore = await request({ kind: 'restore', condition: { archiveId: archive!.id } })
    await turn()
    expect(await readJob(restore)).toMatchObject({ state: 'done' })
    expect(await readPages()).toEqual(before)
  })

  it('that writes other bytes than it was given is found out before anything is deleted', async () => {
    await fill()
    const before = await readPages()
    const id = await archiveAll()
    await turn(failAt(createArchiveFiles(directory), 0, true).files)
    expect(await readJob(id)).toMatchObject({ state: 'failed', failure: { code: 'archive.differs' } })
    expect(await readPages()).toEqual(before)
  })
})
