import { describe, expect, test } from 'vitest'
import { findList, listFields, MAX_FIELDS } from './operation-fields.ts'
import { readWsdl, type SoapField } from './wsdl.ts'

const NAMES =
  'xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:x="http://www.w3.org/2001/XMLSchema"'

/** The answer of one operation: the element `Answer` of this schema. */
async function readAnswer(schema: string): Promise<SoapField> {
  const wsdl = `<definitions ${NAMES} xmlns:t="urn:t" targetNamespace="urn:t">
    <types><x:schema targetNamespace="urn:t" elementFormDefault="qualified">${schema}</x:schema></types>
    <message name="M"><part name="p" element="t:Answer"/></message>
    <portType name="P"><operation name="Ask"><input message="t:M"/><output message="t:M"/></operation></portType>
    <binding name="B" type="t:P"><s:binding style="document"/><operation name="Ask"><s:operation/></operation></binding>
    <service name="S"><port name="Q" binding="t:B"><s:address location="http://erp.test/soap"/></port></service></definitions>`
  return (await readWsdl('http://erp.test/a?wsdl', async () => wsdl)).operations.get('Ask')!.output
}
const complex = (name: string, elements: string): string =>
  `<x:complexType name="${name}"><x:sequence>${elements}</x:sequence></x:complexType>`
const answer = (elements: string): string =>
  `<x:element name="Answer">${complex('', elements).replace(' name=""', '')}</x:element>`
const element = (name: string, type: string, most = ''): string =>
  `<x:element name="${name}" type="${type}"${most && ` maxOccurs="${most}"`}/>`
const many = (count: number, make: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => make(at)).join('')

describe('the list of an answer', () => {
  const order = complex('Order', element('no', 'x:string') + element('tag', 'x:string', 'unbounded'))

  test('is the nearest one of records; texts count only where there is none', async () => {
    const rows = complex('Rows', element('row', 't:Order', 'unbounded'))
    const mixed = await readAnswer(
      answer(element('warning', 'x:string', '9') + element('data', 't:Rows')) + rows + order,
    )
    expect(findList(mixed)?.path).toBe('data.row')
    const texts = await readAnswer(answer(element('code', 'x:int') + element('warning', 'x:string', '9')))
    expect(findList(texts)?.path).toBe('warning')
    expect(findList(await readAnswer(answer(element('code', 'x:int'))))).toBe(null)
  })
})

/** Types that hold each other: every one of them has each of the others. */
const tangle = (types: number, most = ''): string =>
  answer(element('root', 't:T0')) +
  many(types, at =>
    complex(`T${at}`, many(types, to => element(`f${to}`, `t:T${to}`, most)) + element('value', 'x:string')),
  )

describe('types without an end', () => {
  test.each([
    ['wide', tangle(60)],
    ['that hold themselves', tangle(1)],
    ['deep', tangle(4)],
  ])('%s are looked through in no time, and shown to a bound', async (_, schema) => {
    const root = await readAnswer(schema)
    const started = process.cpuUsage()
    expect(findList(root)).toBe(null)
    const { fields, isCut } = listFields(root)
    expect(process.cpuUsage(started).user / 1000).toBeLessThan(500) // without a bound it is hours
    const count = (list: typeof fields): number => list.reduce((sum, each) => sum + 1 + count(each.fields ?? []), 0)
    expect(count(fields)).toBeLessThanOrEqual(MAX_FIELDS)
    expect(isCut).toBe(schema !== tangle(1) && schema !== tangle(4))
    // What is near is there, whatever is cut.
    expect(fields[0]?.fields?.at(-1)).toMatchObject({ name: 'value', type: 'string' })
  })

  test('a type that holds a list of itself is its records', async () => {
    const root = await readAnswer(tangle(3, 'unbounded'))
    expect(findList(root)?.path).toBe('root.f0')
  })
})
