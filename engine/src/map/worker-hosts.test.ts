import { type Data, Mapping } from '@sluice/contract'
import { afterEach, expect, test } from 'vitest'
import { compileMapping } from './index.ts'
import { listHostPids } from './worker-hosts.ts'

// A loop is left to the workers.
const mapping = Mapping.parse({
  fields: [{ target: 'x', value: { kind: 'expression', expression: '[row.n].filter(n, row.s == "aaa")[0]' } }],
})
const rows = (count: number): Data[] => Array.from({ length: count }, (_, n) => ({ n, s: 'aaa' }))

let mapper: ReturnType<typeof compileMapping> | undefined
afterEach(() => mapper?.close())

const open = () => {
  mapper = compileMapping(mapping)
  return mapper
}
const killAll = (): void => {
  for (const pid of listHostPids()) process.kill(pid, 'SIGABRT')
}

test('a process that dies under its workers costs no record: each is mapped once, in its place', async () => {
  const { mapPage } = open()
  await mapPage(rows(1))
  let deaths = 0
  for (let round = 0; round < 5; round++) {
    const timer = setTimeout(() => {
      deaths += listHostPids().length
      killAll()
    }, round)
    const outcomes = await mapPage(rows(3000))
    clearTimeout(timer)
    expect(outcomes.map(outcome => (outcome.kind === 'mapped' ? outcome.data['x'] : outcome.problems))).toEqual(
      Array.from({ length: 3000 }, (_, n) => n),
    )
  }
  expect(deaths).toBeGreaterThan(0)
})

test('records whose processes always die are refused one by one; the next page has a process again', async () => {
  const { mapPage } = open()
  const timer = setInterval(killAll, 1)
  const outcomes = await mapPage(rows(3))
  clearInterval(timer)
  expect(outcomes).toMatchObject(Array(3).fill({ kind: 'refused', problems: [{ code: 'mapping.expressionCrash' }] }))
  expect(await mapPage(rows(2))).toMatchObject([{ data: { x: 0 } }, { data: { x: 1 } }])
})

test('a page that is given up leaves the process to others', async () => {
  const { mapPage } = open()
  const aborting = new AbortController()
  const given = mapPage(rows(5000), aborting.signal)
  const kept = mapPage(rows(10))
  aborting.abort(new Error('stop'))
  await expect(given).rejects.toThrow('stop')
  expect(await kept).toHaveLength(10)
})
