import type { PackageFile, SolutionPackage } from '@sluice/contract'
import type { LightMyRequestResponse } from 'fastify'
import { expect } from 'vitest'
import { caller, fillTenant } from '../../../../testing/config-world.ts'
import { connectorBody } from '../../../../testing/objects.ts'
import { fileOfPackage, packageOf } from '../../../../testing/package-objects.ts'
import { unique } from '../../../../testing/sample.ts'
import { PASSWORD, type TestServer } from '../../../../testing/start-test-server.ts'

/** Two tenants, one of which has one of everything, and packages that want some of it. */
export interface HostileWorld {
  readonly server: TestServer
  /** Of the tenant that has something. */
  readonly owner: string
  readonly stranger: string
  /** Connector of the owner, of the platform `fake`. */
  readonly shop: string
  send(method: string, path: string, body?: unknown, token?: string): Promise<Told>
  /** What is answered where nothing is refused. */
  ok<T>(...args: Parameters<HostileWorld['send']>): Promise<T>
  /** Nothing is other after it than before. */
  unchanged<T>(work: () => Promise<T>): Promise<T>
  /** Rows of all that an installation writes, of both tenants. */
  count(): Promise<Readonly<Record<string, number>>>
  upload(document: SolutionPackage, token?: string): Promise<string>
  /** Planned and installed, whatever the plan says. */
  install(ref: string, wish?: object, token?: string): Promise<Told>
}

interface Told {
  readonly status: number
  readonly code: string
  readonly content: never
  readonly body: string
}

const TABLES = [
  ...['package_upload', 'package_installation', 'strategy', 'value_map', 'value_map_line', 'adapter', 'api_asset'],
  ...['platform', 'connector', 'market_review'],
]

export async function openHostileWorld(server: TestServer): Promise<HostileWorld> {
  const owner = await server.signIn('admin-a', PASSWORD)
  const stranger = await server.signIn('admin-b', PASSWORD)
  const call = caller(server, owner)
  await fillTenant(call)
  const send: HostileWorld['send'] = async (method, path, body, token = owner) => {
    const began = process.threadCpuUsage()
    const answer = await call(method, path, body, token)
    // Of computing, and of the thread that answers everybody: a busy machine tells nothing about the package.
    expect([path, process.threadCpuUsage(began).user / 1000 < 1000]).toEqual([path, true])
    return read(answer)
  }
  const made = await send('POST', '/connector', { ...connectorBody(), name: 'Shop' })
  const { id: shop } = made.content as { id: string }
  const count = () =>
    server.database.withSystem(async tx => {
      const rows: Record<string, number> = {}
      for (const table of TABLES) {
        const [row] = await tx.query<{ count: string }>(`select count(*)::text as count from ${table}`)
        rows[table] = Number(row?.count)
      }
      return rows
    })
  return {
    ...{ server, owner, stranger, shop, send },
    count,
    async ok(...args) {
      const told = await send(...args)
      expect([told.status, told.body.slice(0, 500)]).toEqual([200, told.body.slice(0, 500)])
      return told.content
    },
    async unchanged(work) {
      const before = await count()
      const told = await work()
      expect(await count()).toEqual(before)
      return told
    },
    async upload(document, token) {
      const told = await send('POST', '/market/upload', { text: fileOfPackage(document) }, token)
      expect(told.body).toContain('upload:')
      return (told.content as { ref: string }).ref
    },
    async install(ref, wish = {}, token) {
      const body = { ref, prefix: unique('P'), connectors: { shop }, params: {}, ...wish }
      const planned = await send('POST', '/installation/plan', body, token)
      if (planned.status !== 200) return planned
      const { hash, problems } = planned.content as { hash: string; problems: readonly unknown[] }
      const told = await send('POST', '/installation', { ...body, hash: hash || 'none' }, token)
      // Nobody is told only afterwards.
      expect([told.status === 200, told.body]).toEqual([problems.length === 0, told.body])
      return told
    },
  }
}

/** Neither where the program was nor what it asked the database. */
function read(answer: LightMyRequestResponse): Told {
  const { statusCode: status, body } = answer
  expect([status, body.slice(0, 500)]).toEqual([expect.toSatisfy((each: number) => each < 500), body.slice(0, 500)])
  expect(body).not.toMatch(/\\n\s+at |node_modules|\.ts:\d|"stack"/)
  expect(body).not.toMatch(/\b(insert into|delete from|select .{1,80} from|update .{1,40} set)\b/i)
  const { code, content } = answer.json<{ code: unknown; content: never }>()
  return { status, code: String(code), content, body }
}

export const objectFile = (kind: string, key: string, spec: object, rest: object = {}): PackageFile => ({
  path: `objects/${kind}/${unique('o')}.yaml`,
  text: JSON.stringify({ kind, version: 1, key, spec, ...rest }), // JSON is YAML
})

/** The one strategy of a package, with something else in it. */
export const flowFile = (change: object = {}): PackageFile =>
  objectFile('strategy', 'ORDERS', {
    name: 'Orders',
    source: { connector: 'slot:shop', resource: 'orders', key: ['id'] },
    target: { connector: 'slot:shop', resource: 'orders_copy', mode: 'insert' },
    mapping: { copyAll: false, fields: [{ target: 'no', value: { kind: 'template', template: '{{id}}' } }] },
    ...change,
  })

export const fieldFile = (value: object, rest: object = {}): PackageFile =>
  flowFile({ mapping: { copyAll: false, fields: [{ target: 'no', value, ...rest }] } })

export const hostile = (
  files: readonly PackageFile[],
  manifest: Partial<SolutionPackage['manifest']> = {},
): SolutionPackage =>
  packageOf(unique('hostile'), each => ({
    ...each,
    manifest: { ...each.manifest, ...manifest },
    files: [...files],
  }))

/** A value to ask for that is there already. */
export const asked = (name: string, value?: string) => ({
  ...{ name, title: name, type: 'text' as const, choices: [], required: false },
  ...(value === undefined ? {} : { default: value }),
})
