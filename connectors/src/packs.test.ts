import {
  type Connection,
  isPackConnector,
  type Pack,
  type PackInterface,
  sayInterface,
  type WriteOutcome,
} from '@sluice/connector-kit'
import { createTestContext } from '@sluice/connector-kit/conformance'
import { type Data, type ReadWindow, TargetConfig, type TestStep, toPackResource, toText } from '@sluice/contract'
import { type Vendor, vendors } from '@sluice/sandbox'
import { describe, expect, test } from 'vitest'
import { connectors } from './registry.ts'

const packs = connectors.filter(isPackConnector).map(connector => ({ connector, pack: connector.pack }))
const forever = new AbortController().signal
const CONNECTOR = '01900000-0000-7000-8000-000000000006'

/** A connection to the simulated vendor; waits are counted and take no time. */
async function enter({ connector }: (typeof packs)[number], vendor: Vendor, change: object = {}) {
  const slept: number[] = []
  const context = createTestContext({ sleep: async ms => void slept.push(ms) })
  const connection = await connector.open({ ...vendor.params, ...change }, context)
  return { connection, slept, leave: () => Promise.all([connection.close(), context.dispose()]) }
}

/** The time in which its records changed where the vendor reads by time alone; else everything at once. */
const planWindow = ({ increment: [field = ''] = [], window }: PackInterface, vendor: Vendor): ReadWindow | null =>
  window?.maxSeconds && vendor.window ? { field, ...vendor.window } : null

async function readAll(
  { connection, pack, vendor }: { connection: Connection; pack: Pack; vendor: Vendor },
  code: string,
  onPage: (page: number) => void,
): Promise<Data[]> {
  const interfaceOf = pack.interfaces.find(each => each.code === code)!
  const config = {
    connector_id: CONNECTOR,
    resource: toPackResource(pack.manifest.id, code),
    options: {},
    key: [...(interfaceOf.id ?? [])],
    idCheck: false,
    pageSize: 5000,
  }
  const source = await connection.openSource!(config)
  const found: Data[] = []
  let pages = 0
  const window = planWindow(interfaceOf, vendor)
  for await (const page of source.read({ cursor: null, window, pageSize: 40, signal: forever })) {
    for (const record of page.records) found.push(record.data!) // a record that failed has none, and the test with it
    onPage(++pages)
  }
  await source.close()
  return found
}

async function listSteps(connection: Connection): Promise<TestStep[]> {
  const steps: TestStep[] = []
  for await (const step of connection.test()) steps.push(step)
  return steps
}

test('every pack has a simulated vendor, and every vendor its pack', () => {
  expect(packs.map(({ pack }) => pack.manifest.id).toSorted()).toEqual(Object.keys(vendors).toSorted())
})

describe.each(packs.map(each => [each.pack.manifest.id, each] as const))('%s', (id, each) => {
  const { pack } = each
  const start = vendors[id]!

  test('the connection is tested step by step, and a wrong credential is told from a wrong address', async () => {
    const vendor = await start()
    const right = await enter(each, vendor)
    const secret = pack.manifest.params.find(param => param.encryption)!.field
    const wrong = await enter(each, vendor, { [secret]: 'wrong-canary-23' })
    try {
      const steps = await listSteps(right.connection)
      expect(steps.filter(step => !step.ok)).toEqual([])
      expect(steps.map(step => step.name)).toEqual(expect.arrayContaining(['address', 'network', 'auth']))
      const failed = (await listSteps(wrong.connection)).at(-1)
      expect(failed).toMatchObject({ name: 'auth', ok: false })
      expect(JSON.stringify(failed)).not.toContain('canary')
    } finally {
      await Promise.all([right.leave(), wrong.leave()])
      await vendor.stop()
    }
  })

  test('its interfaces are offered with direction, key and fields, and exist in every language', async () => {
    const vendor = await start()
    const { connection, leave } = await enter(each, vendor)
    try {
      const resources = await connection.discover()
      expect(resources.map(resource => resource.id)).toEqual(
        pack.interfaces.map(({ code }) => toPackResource(id, code)),
      )
      for (const [at, made] of pack.interfaces.entries()) {
        expect(resources[at]?.direction).toBe(made.type === 'QUERY' ? 'source' : 'target')
        expect(resources[at]?.key).toEqual(made.id ?? [])
        expect(sayInterface(made, words => words.zh).name).not.toBe(sayInterface(made, words => words.en).name)
      }
    } finally {
      await leave()
      await vendor.stop()
    }
  })

  const reads = pack.interfaces.filter(({ type }) => type === 'QUERY').map(({ code }) => code)
  test.each(reads)('%s: every record is read once, through an ended token and a refusal for haste', async code => {
    const vendor = await start()
    const { connection, slept, leave } = await enter(each, vendor)
    try {
      const found = await readAll({ connection, pack, vendor }, code, page => {
        if (page === 1) vendor.limitNext()
        if (page === 2) vendor.expireToken?.()
      })
      const made = pack.interfaces.find(known => known.code === code)!
      const keys = found.map(data => (made.id ?? []).map(name => toText(data[name])).join('/'))
      expect(keys.filter(key => key === '')).toEqual([])
      expect(new Set(keys).size).toBe(vendor.counts[code])
      expect(found).toHaveLength(vendor.counts[code]!) // counted for every interface that reads
      const isLong = vendor.counts[code]! > 80
      expect(vendor.told.limited).toBe(isLong ? 1 : vendor.told.limited)
      if (isLong) expect(slept.some(ms => ms > 0)).toBe(true)
      if (isLong && vendor.expireToken) expect(vendor.told.expired).toBe(1)
      // What the pack declares is what the vendor gives.
      for (const { field } of made.response ?? []) expect(Object.keys(found[0]!)).toContain(field)
      for (const { field, type } of made.response ?? [])
        if (type === 'float') expect(toText(found[0]![field])).toMatch(/^-?\d+(\.\d+)?$/)
    } finally {
      await leave()
      await vendor.stop()
    }
  })

  const shifting = pack.interfaces.filter(
    ({ type, pagination }) => type === 'QUERY' && pagination?.mode === 'page' && pagination.totalPath,
  )
  test.each(shifting.map(({ code }) => code))(
    '%s: what moves up while others leave the list is not missed',
    async code => {
      const vendor = await start()
      const { connection, leave } = await enter(each, vendor)
      try {
        if (vendor.counts[code]! <= 80) return
        const key = (data: Data): string =>
          (pack.interfaces.find(known => known.code === code)!.id ?? []).map(name => toText(data[name])).join('/')
        const before = new Set((await readAll({ connection, pack, vendor }, code, () => undefined)).map(key))
        const found = await readAll({ connection, pack, vendor }, code, page => {
          if (page === 1) vendor.lose(code, 3)
        })
        // Those that left had been read; every other one is met, some twice.
        expect(new Set(found.map(key))).toEqual(before)
      } finally {
        await leave()
        await vendor.stop()
      }
    },
  )

  const writes = pack.interfaces.filter(({ type }) => type === 'EXECUTE').map(({ code }) => code)
  test.each(writes)('%s: what is written arrives once, and one bad record costs no other', async code => {
    const vendor = await start()
    const { connection, leave } = await enter(each, vendor)
    try {
      const target = await connection.openTarget!(
        TargetConfig.parse({
          connector_id: CONNECTOR,
          resource: toPackResource(id, code),
          options: {
            asset_values: Object.entries(vendor.values?.[code] ?? {}).map(([name, value]) => ({ name, value })),
          },
        }),
      )
      const toRecords = (rows: readonly object[]) =>
        rows.map(row => ({ data: row as Data, idempotencyKey: `k:${JSON.stringify(row)}` }))
      const sample = vendor.samples[code]!
      const good = Array.from({ length: 7 }, (_, at) => sample(at))
      const write = async (rows: readonly object[]): Promise<readonly WriteOutcome[]> =>
        target.write(toRecords(rows), forever)
      vendor.limitNext()
      const first = await write(good.slice(0, 3))
      vendor.expireToken?.()
      const rest = await write([...good.slice(3), vendor.spoiled[code]!])
      // A refusal with status 200 and no wait of its own is the engine's to repeat; nothing was written by it.
      const again = first.flatMap((outcome, at) =>
        outcome.kind === 'failed' && outcome.failure.retry === 'later' ? [good[at]!] : [],
      )
      const healed = again.length === 0 ? [] : await write(again)
      const outcomes = [...first.filter(each => each.kind === 'written'), ...rest, ...healed]
      expect(outcomes.map(outcome => outcome.kind)).toEqual(
        expect.arrayContaining([...good.map(() => 'written'), 'failed']),
      )
      expect(outcomes.filter(({ kind }) => kind === 'written')).toHaveLength(good.length)
      expect(vendor.written).toHaveLength(good.length)
      const refused = rest.at(-1)
      expect(refused?.kind === 'failed' && refused.failure.retry).toBe('skip')
      // After a lost answer a record is sent once more: where that is promised to be safe, it is no error either.
      const isSafe = (pack.interfaces.find(each => each.code === code)?.write?.guarantee ?? 'none') !== 'none'
      if (isSafe) expect(['written', 'skipped']).toContain((await write([good[0]!]))[0]?.kind)
      if (isSafe) expect(vendor.written).toHaveLength(good.length)
      await target.close()
    } finally {
      await leave()
      await vendor.stop()
    }
  })
})
