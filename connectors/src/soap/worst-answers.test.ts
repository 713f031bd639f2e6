import { limitTurn, measureLeast } from '@sluice/connector-kit/conformance'
import { parseXmlInTurns } from '@sluice/connector-kit/xml'
import { expect, test } from 'vitest'
import { readEnvelope } from './message.ts'
import type { SoapField } from './wsdl.ts'

const field = (name: string, fields: readonly SoapField[] | null, isList = false): SoapField => ({
  ...{ name, namespace: 'urn:x', isList, isNillable: false, isRequired: false },
  type: () => (fields ? { kind: 'fields', fields, attributes: [] } : { kind: 'text', xsd: 'string', attributes: [] }),
})
const output = field('Answer', [field('row', [field('id', null)], true)])
const envelope = (content: string): string =>
  `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><Answer>${content}</Answer></s:Body></s:Envelope>`

test.each([
  ['rows', '<row><id>1</id></row>', 'row'],
  ['rows that the schema does not tell of', '<x><y>1</y></x>', null],
])('many %s become JSON without keeping others waiting', async (_, row, list) => {
  const root = await parseXmlInTurns(envelope(row.repeat(300_000)))
  const limitMs = await limitTurn(100)
  const answers: unknown[] = []
  const tookMs = await measureLeast(limitMs, async () => answers.push(await readEnvelope(root, output, '')))
  if (list) expect(answers[0]).toMatchObject({ data: { [list]: { length: 300_000 } } })
  expect(Math.max(0, Math.round(tookMs - limitMs))).toBe(0)
})

test('a list inside of what the schema does not tell of takes time by its length, not by its square', async () => {
  const root = await parseXmlInTurns(envelope(`<z>${'<y>1</y>'.repeat(300_000)}</z>`))
  expect(await readEnvelope(root, output, '')).toMatchObject({ data: { z: { y: { length: 300_000 } } } })
})
