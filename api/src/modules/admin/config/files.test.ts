import { expect, test } from 'vitest'
import type { Reader } from '../../../http/read-content.ts'
import type { Principal } from '../../../http/route-handler.ts'
import { diffSpecs } from './diff-specs.ts'
import { readFiles, writeFiles } from './files.ts'
import { createPlaceholders, readPlaceholder } from './name-secrets.ts'
import { findCircle, orderStrategies } from './order-strategies.ts'

const reader: Reader = { principal: { tenantId: 'a' } as Principal, signal: AbortSignal.timeout(60_000) } // nothing else is asked
const fail = () => expect.fail('nothing was to be complained about')

test('whatever a text is, it comes back from a file as it was', async () => {
  const texts = [
    'no',
    '007',
    '1e3',
    '~',
    ' x ',
    'a\r\nb\n',
    '\t',
    '# no',
    '- a',
    'it\'s "so"',
    '',
    '🦆',
    '',
    'a: b',
    '2026-01-02',
  ]
  const spec = {
    lines: texts.map((a, at) => ({ a, b: String(at) })),
    script: 'let a = 1\n\n  return a\n',
    n: null,
    f: 0.1,
    i: -3,
  }
  const files = writeFiles([{ kind: 'mapping', key: 'x', spec }])
  const [document] = await readFiles(files, fail, reader)
  expect(document).toMatchObject({ kind: 'mapping', key: 'x', spec })
  expect(writeFiles([{ kind: 'mapping', key: 'x', spec: document?.spec ?? null }])).toEqual(files)
})

test('names become files that every disk takes, and two that it would take for one are told apart', () => {
  const pathOf = (...keys: string[]) =>
    writeFiles(keys.map(key => ({ kind: 'connector' as const, key, spec: {} }))).map(file => file.path)
  expect(pathOf('own:acme/ERP: 1?')).toEqual(['connectors/own-acme/ERP- 1-.yaml'])
  expect(pathOf('mysql/../../etc', 'mysql/.hidden')).toEqual([
    'connectors/mysql/_/_/etc.yaml',
    'connectors/mysql/_hidden.yaml',
  ])
  const twins = pathOf('mysql/ERP', 'mysql/erp')
  expect(new Set(twins.map(path => path.toLowerCase())).size).toBe(2)
  expect(pathOf('mysql/erp', 'mysql/ERP')).toEqual(twins)
})

test('placeholders are names that a shell can export, one for each secret', () => {
  const name = createPlaceholders([
    'connector/mysql/ERP',
    'connector/mysql/店铺',
    'connector/mysql/a b',
    'connector/mysql/a-b',
  ])
  const names = ['ERP', '店铺', 'a b', 'a-b'].map(each => readPlaceholder(name(`connector/mysql/${each}`, 'api_key')))
  expect(names[0]).toBe('CONNECTOR_MYSQL_ERP__API_KEY')
  expect(new Set(names).size).toBe(4)
  for (const each of names) expect(each).toMatch(/^[A-Z][A-Z0-9_]*$/)
  for (const none of ['secret', `\${secret:}`, `a\${secret:B}`, `\${env:A}`, null])
    expect(readPlaceholder(none)).toBeNull()
})

test('a difference names what it is of; an order that changes is one', () => {
  const fields = (...targets: string[]) => ({ fields: targets.map(target => ({ target, v: 1 })) })
  expect(diffSpecs(fields('a', 'b'), fields('b', 'a')).map(each => each.path)).toEqual(['spec.fields'])
  expect(diffSpecs(fields('a'), { fields: [{ target: 'a', v: 2 }] })).toEqual([
    { path: 'spec.fields[target=a].v', before: '1', after: '2' },
  ])
  expect(diffSpecs({ key: ['a', 'b'] }, { key: ['a'] })).toEqual([{ path: 'spec.key[1]', before: '"b"', after: null }])
  expect(diffSpecs({ a: null }, {})).toEqual([{ path: 'spec.a', before: 'null', after: null }])
})

test('strategies come after those they wait for, however long the chain, and a circle is named', () => {
  const one = (key: string, ...after: string[]) => ({ key, spec: { schedule: { after } } })
  expect(orderStrategies([one('c', 'b'), one('b', 'a'), one('a')]).map(each => each.key)).toEqual(['a', 'b', 'c'])
  const chain = Array.from({ length: 5000 }, (_, at) => one(`s${at}`, ...(at === 0 ? [] : [`s${at - 1}`])))
  expect(orderStrategies(chain.toReversed()).at(-1)?.key).toBe('s4999')
  expect(findCircle([one('a', 'gone'), one('b', 'a')])).toBeNull()
  expect(findCircle([one('x'), one('a', 'c'), one('b', 'a'), one('c', 'b')])?.way.split(' → ')).toHaveLength(4)
  expect(findCircle([one('a', 'a')])?.way).toBe('a → a')
})
