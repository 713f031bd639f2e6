import { createHash, randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectorBody } from '../../../testing/objects.ts'
import { PASSWORD, startTestServer, type TestServer } from '../../../testing/start-test-server.ts'
import { createTenantFiles } from './tenant-files.ts'
import { createUploadStore } from './upload-store.ts'

let server: TestServer
let token: string
let directory: string
const PATH = '/api/dh/lessee/file'

beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn('admin-a', PASSWORD)
  directory = await mkdtemp(join(tmpdir(), 'sluice-files-'))
})
afterAll(async () => {
  await server.drop()
  await rm(directory, { recursive: true, force: true })
})

function upload(content: Buffer | string, filename = 'orders.csv', field = 'file') {
  const head = `--x\r\nContent-Disposition: form-data; name="${field}"; filename="${filename}"\r\nContent-Type: text/csv\r\n\r\n`
  const body = Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from('\r\n--x--\r\n')])
  return server.call('POST', PATH, { token, body, headers: { 'content-type': 'multipart/form-data; boundary=x' } })
}

test('a file comes back byte by byte, as an attachment under its own name', async () => {
  const content = randomBytes(300_000)
  const stored = (await upload(content, '订单 2026.csv')).json().content
  expect(stored).toMatchObject({ name: '订单 2026.csv', size_bytes: '300000' })
  expect(stored.sha256).toBe(createHash('sha256').update(content).digest('hex'))
  const answer = await server.call('GET', `${PATH}/${stored.id}/content`, { token })
  expect(answer.rawPayload.equals(content)).toBe(true)
  expect(answer.headers['content-disposition']).toMatch(
    /^attachment; .*filename\*=UTF-8''%E8%AE%A2%E5%8D%95%202026\.csv$/,
  )
  expect(answer.headers['x-content-type-options']).toBe('nosniff')
})

test('a path in a name is only a name', async () => {
  for (const name of ['../../etc/passwd', '..\\..\\boot.ini', '/abs/x.csv', 'a\u202egpj.exe']) {
    const stored = (await upload('x', name)).json().content
    expect(stored.name).toMatch(/^(?:passwd|boot\.ini|x\.csv|agpj\.exe)$/)
  }
})

test('a file over the limit is refused whole, not cut', async () => {
  const before = (await server.call('GET', PATH, { token })).json().total
  const answer = await upload(Buffer.alloc(100 * 2 ** 20 + 1))
  expect([answer.statusCode, answer.json().code]).toEqual([413, 'tooLarge.file'])
  expect((await server.call('GET', PATH, { token })).json().total).toBe(before)
})

test('anything but one file in the field "file" is refused', async () => {
  expect((await upload('x', 'a.csv', 'other')).json().code).toBe('invalid.file')
  const json = await server.call('POST', PATH, { token, body: { file: 'x' } })
  expect([json.statusCode, json.json().code]).toEqual([415, 'mediaType.form'])
})

test('a file in use is not deleted', async () => {
  const stored = (await upload('x')).json().content
  const params = { host: 'h', password: 'p', upload: stored.id }
  const connector = await server.call('POST', '/api/dh/lessee/connector', {
    token,
    body: { ...connectorBody(), name: 'uses a file', params },
  })
  const refused = await server.call('DELETE', `${PATH}/${stored.id}`, { token })
  expect([refused.statusCode, refused.json().content]).toEqual([409, [{ name: 'uses a file' }]])
  await server.call('DELETE', `/api/dh/lessee/connector/${connector.json().content.id}`, { token })
  expect((await server.call('DELETE', `${PATH}/${stored.id}`, { token })).statusCode).toBe(200)
  expect((await server.call('GET', `${PATH}/${stored.id}/content`, { token })).statusCode).toBe(404)
})

test('a broken upload leaves nothing behind', async () => {
  const store = createUploadStore(directory)
  async function* chunks() {
    yield Buffer.from('half')
    throw new Error('the line is cut')
  }
  await expect(store.write('tenant', 'id', chunks())).rejects.toThrow('the line is cut')
  expect(await readdir(join(directory, 'tenant'))).toEqual([])
  expect(() => store.resolve('../../etc/passwd')).toThrow()
})

test('a connector finds its own tenant’s files and no others, and only open directories', async () => {
  const uploads = createUploadStore(directory)
  const ownDirectory = join(directory, 'own')
  await mkdir(join(ownDirectory, 'exports'), { recursive: true })
  const options = {
    database: server.database,
    uploads,
    openDirectories: [{ tenant: null, path: directory }],
    ownDirectory,
    now: Date.now,
  }
  const mine = createTenantFiles(server.a.tenantId, options)
  const place = await mine.create('out.csv')
  await uploads.write(
    server.a.tenantId,
    'probe',
    (async function* () {
      yield Buffer.from('x')
    })(),
  )
  const { writeFile } = await import('node:fs/promises')
  await writeFile(place.path, 'a,b\r\n')
  const { id } = await place.commit()
  expect(await mine.find(id)).toMatchObject({ name: 'out.csv', sizeBytes: 5 })
  await expect(createTenantFiles(server.b.tenantId, options).find(id)).rejects.toMatchObject({ code: 'file.missing' })
  await expect(mine.find('../x')).rejects.toMatchObject({ code: 'file.missing' })
  expect(await mine.resolveDirectory(directory)).toBe(directory)
  for (const path of [
    '/etc',
    `${directory}/..`,
    'relative',
    `${directory}-beside`,
    ownDirectory,
    `${ownDirectory}/exports`,
  ])
    await expect(mine.resolveDirectory(path)).rejects.toMatchObject({ code: 'file.directory' })
})

test('a directory is the first tenant’s unless it is opened for another, or for all', async () => {
  const [first, second] = [server.a, server.b].map(({ tenantId }) => tenantId)
  const codes = await server.database.withSystem(tx =>
    tx.query<{ id: string; code: string }>('select id, code from tenant'),
  )
  const code = codes.find(({ id }) => id === second)?.code ?? ''
  const opens = async (tenant: string | null): Promise<boolean[]> => {
    const options = {
      database: server.database,
      uploads: server.uploads,
      openDirectories: [{ tenant, path: directory }],
      ownDirectory: '/nowhere',
      now: Date.now,
    }
    const tries = [first, second].map(id => createTenantFiles(id ?? '', options).resolveDirectory(directory))
    return (await Promise.allSettled(tries)).map(({ status }) => status === 'fulfilled')
  }
  expect([await opens(null), await opens(code), await opens('*'), await opens('other')]).toEqual([
    [true, false],
    [false, true],
    [true, true],
    [false, false],
  ])
})

test('a machine that lacks the bytes of a file says so, to a run and to a download, instead of failing half-way', async () => {
  const stored = (await upload('id\n1\n')).json().content
  const path = join(server.a.tenantId, stored.id)
  await rm(server.uploads.resolve(path))
  const { database, uploads } = server
  const files = createTenantFiles(server.a.tenantId, {
    database,
    uploads,
    openDirectories: [],
    ownDirectory: '/nowhere',
    now: Date.now,
  })
  await expect(files.find(stored.id)).rejects.toMatchObject({ code: 'file.elsewhere' })
  const answer = await server.call('GET', `${PATH}/${stored.id}/content`, { token })
  expect([answer.statusCode, answer.json().code]).toEqual([422, 'file.elsewhere'])
})
