import type { Connection, ConnectorContext, EgressInit, Manifest } from '@sluice/connector-kit'
import { parseJson } from '@sluice/contract'
import { expect, test } from 'vitest'
import { boundAnswers, createLooks } from './looks.ts'
import type { OpeningDeps } from './open-connection.ts'

const SECRET = 'canary-4711'
const row = `{"id":1,"told":{"headers":["x ${SECRET} y"],"${SECRET}":true},"number":47114711}`

/** A far system that tells what it was sent. */
const echo: Pick<Connection, 'sample' | 'look' | 'hide'> = {
  hide: text => text.replaceAll(SECRET, '***').replaceAll('47114711', '***'),
  sample: async () => [{ data: parseJson(row) as never }], // an object
  look: async () => ({ rows: [row], problem: null, more: null, exchange: null, proposals: [] }),
}
const looks = createLooks((_tenant, _connector, work) =>
  work({
    connection: echo as Connection,
    manifest: { sourceParams: [] as unknown } as Manifest,
    row: {} as never,
    account: null,
  }),
)
const query = { resource: 'x', limit: 5 }
const shown = ['{"id":1,"told":{"headers":["x *** y"],"***":true},"number":"***"}']

test('who looks at records sees no secret that the far system tells again', async () => {
  expect((await looks.look('t', 'c', query)).rows).toEqual(shown)
  expect(await looks.sample('t', 'c', query)).toEqual(shown)
})

test('an answer that is looked at is bounded, whatever the connection would take', async () => {
  const asked: (EgressInit | undefined)[] = []
  const fetch = async (_url: string, init?: EgressInit) => {
    asked.push(init)
    return null as never
  }
  const deps = boundAnswers({
    makeContext: () => ({ egress: { fetch } }) as unknown as ConnectorContext,
  } as unknown as OpeningDeps)
  const { egress } = deps.makeContext('t', 'c')
  await egress.fetch('http://x.test/')
  await egress.fetch('http://x.test/', { method: 'POST', maxBytes: 1000 })
  await egress.fetch('http://x.test/', { maxBytes: 64 * 2 ** 20 })
  expect(asked).toEqual([{ maxBytes: 4_194_304 }, { method: 'POST', maxBytes: 1000 }, { maxBytes: 4_194_304 }])
})
