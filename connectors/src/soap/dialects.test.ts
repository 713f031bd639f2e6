import { parseParams, type Source } from '@sluice/connector-kit'
import { createTestContext } from '@sluice/connector-kit/conformance'
import { parseXml } from '@sluice/connector-kit/xml'
import { type Data, type ParamValues, SourceConfig, TargetConfig } from '@sluice/contract'
import { afterEach, describe, expect, test } from 'vitest'
import soap from './index.ts'
import { envelope, serve } from './testing.ts'

const CONNECTOR_ID = '01900000-0000-7000-8000-000000000053'
const BINDINGS = { '1.1': 'http://schemas.xmlsoap.org/wsdl/soap/', '1.2': 'http://schemas.xmlsoap.org/wsdl/soap12/' }
const SCHEMA = `<x:schema targetNamespace="urn:d" elementFormDefault="qualified">
  <x:complexType name="Rows"><x:sequence><x:element name="Row" type="d:Row" minOccurs="0" maxOccurs="unbounded"/></x:sequence></x:complexType>
  <x:complexType name="Row"><x:sequence><x:element name="id" type="x:string"/></x:sequence></x:complexType>
  <x:element name="List"><x:complexType/></x:element><x:element name="Save" type="d:Row"/>
  <x:element name="ListResponse"><x:complexType><x:sequence><x:element name="Page" minOccurs="0" nillable="true"><x:complexType><x:sequence>
    <x:element name="Rows" type="d:Rows"/><x:element name="total" type="x:int" minOccurs="0"/></x:sequence></x:complexType></x:element></x:sequence></x:complexType></x:element>
  <x:element name="SaveResponse"><x:complexType/></x:element></x:schema>`
const PARTS = {
  document: { List: 'element="d:List"', ListResponse: 'element="d:ListResponse"', Save: 'element="d:Save"' },
  rpc: { List: 'type="x:int"', ListResponse: 'type="d:Rows"', Save: 'type="d:Row"' },
} as const

/** The operations List and Save in one of the ways to speak SOAP. */
function writeWsdl(origin: string, style: 'document' | 'rpc', version: '1.1' | '1.2'): string {
  const messages = Object.entries(PARTS[style]).map(
    ([name, part]) => `<message name="${name}"><part name="value" ${part}/></message>`,
  )
  const [list, save] = [
    '<input message="t:List"/><output message="t:ListResponse"/>',
    '<input message="t:Save"/><output message="t:Done"/>',
  ]
  const body = '<s:body use="literal" namespace="urn:o"/>'
  const bind = (name: string) =>
    `<operation name="${name}"><s:operation soapAction="urn:${name}"/><input>${body}</input><output>${body}</output></operation>`
  return `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:s="${BINDINGS[version]}" xmlns:x="http://www.w3.org/2001/XMLSchema" xmlns:d="urn:d" xmlns:t="urn:t" targetNamespace="urn:t">
    <types>${SCHEMA}</types>${messages.join('')}<message name="Done"/>
    <portType name="P"><operation name="List">${list}</operation><operation name="Save">${save}</operation></portType>
    <binding name="B" type="t:P"><s:binding style="${style}"/>${bind('List')}${bind('Save')}</binding>
    <service name="S"><port name="Q" binding="t:B"><s:address location="${origin}/soap"/></port></service></definitions>`
}

type Body = string | Uint8Array
let close: (() => Promise<void>) | null = null
afterEach(() => close?.())

interface Speech {
  readonly style?: 'document' | 'rpc'
  readonly version?: '1.1' | '1.2'
  readonly status?: number
  readonly type?: string
  /** What is done with the WSDL before it leaves. */
  readonly encode?: (wsdl: string) => Body
  readonly answer: Body
}

/** A service that gives one answer to whatever it is asked. */
async function connect({ style = 'document', version = '1.1', status = 200, type = 'text/xml', ...rest }: Speech) {
  const requests: { readonly xml: string; readonly headers: ParamValues }[] = []
  const service = await serve(({ method, headers, xml }) => {
    const encode = rest.encode ?? ((text: string) => text)
    if (method === 'GET')
      return { headers: { 'content-type': type }, body: encode(writeWsdl(`http://${headers.host}`, style, version)) }
    requests.push({ xml, headers: { action: headers.soapaction ?? '', type: headers['content-type'] ?? '' } })
    return { status, headers: { 'content-type': type }, body: rest.answer }
  })
  close = service.close
  const context = createTestContext({ sleep: async () => undefined })
  const params = parseParams(soap.manifest.params, { wsdl: `${service.origin}/soap?wsdl` })
  return { requests, connection: await soap.open(params, context) }
}

const signal = new AbortController().signal

async function read(speech: Speech, options: ParamValues = {}) {
  const { connection, requests } = await connect(speech)
  const config = SourceConfig.parse({ connector_id: CONNECTOR_ID, resource: 'List', key: ['id'], options })
  return { records: await readAll(await connection.openSource!(config)), requests }
}

async function readAll(source: Source) {
  const records: (Data | null)[] = []
  for await (const page of source.read({ cursor: null, window: null, pageSize: 100, signal }))
    records.push(...page.records.map(each => each.data))
  return records
}

async function write(speech: Speech, data: Data, options: ParamValues = {}) {
  const { connection, requests } = await connect(speech)
  const config = TargetConfig.parse({ connector_id: CONNECTOR_ID, resource: 'Save', key: ['id'], options })
  const target = await connection.openTarget!(config)
  return { outcome: (await target.write([{ data, idempotencyKey: 'k' }], signal))[0], requests }
}

const said = (xml: string) => parseXml(xml).children.find(each => each.name === 'Body')?.children[0]
const row = '<Row xmlns="urn:d"><id>7</id></Row>'

describe('rpc', () => {
  const rpc = { style: 'rpc' } as const

  test('a call is the operation with its parts, which stand in no namespace; the answer’s parts are read', async () => {
    const answer = envelope(`<o:ListResponse xmlns:o="urn:o"><value>${row}${row}</value></o:ListResponse>`)
    const { records, requests } = await read({ ...rpc, answer }, { body: '{"value": "3"}' })
    expect(records).toEqual([{ id: '7' }, { id: '7' }])
    const call = said(requests[0]?.xml ?? '')
    expect(call).toMatchObject({ name: 'List', namespace: 'urn:o' })
    expect(call?.children).toMatchObject([{ name: 'value', namespace: '', text: '3' }])
  })

  test('what is in a part is written as its schema says', async () => {
    const answer = envelope('<o:SaveResponse xmlns:o="urn:o"/>')
    const { outcome, requests } = await write({ ...rpc, answer }, { id: '7' }, { record_path: 'value' })
    expect(outcome).toMatchObject({ kind: 'written' })
    const call = said(requests[0]?.xml ?? '')
    expect(call?.children[0]?.children).toMatchObject([{ name: 'id', namespace: 'urn:d', text: '7' }])
  })
})

describe('SOAP 1.2', () => {
  const fault = (code: string, subcode: string): string =>
    `<e:Envelope xmlns:e="http://www.w3.org/2003/05/soap-envelope"><e:Body><e:Fault><e:Code><e:Value>${code}</e:Value><e:Subcode><e:Value>${subcode}</e:Value></e:Subcode></e:Code><e:Reason><e:Text xml:lang="en">not now</e:Text></e:Reason></e:Fault></e:Body></e:Envelope>`

  test('a call has its envelope, its type, and its action within it', async () => {
    const { requests } = await write({ version: '1.2', answer: fault('e:Sender', 'm:Any') }, { id: '7' })
    expect(parseXml(requests[0]?.xml ?? '').namespace).toBe('http://www.w3.org/2003/05/soap-envelope')
    expect(requests[0]?.headers).toEqual({ action: '', type: 'application/soap+xml; charset=utf-8; action="urn:Save"' })
  })

  test.each([
    ['e:Receiver', 'm:Locked', 500, 'later'],
    ['e:Sender', 'm:NoSuchItem', 400, 'skip'],
    // The service's own word is not SOAP's.
    ['e:Sender', 'm:Server', 400, 'skip'],
    ['e:Sender', 'm:Server', 500, 'skip'],
  ])('a fault %s of %s with HTTP %i comes again: %s', async (code, subcode, status, retry) => {
    const { outcome } = await write({ version: '1.2', status, answer: fault(code, subcode) }, { id: '7' })
    expect(outcome).toMatchObject({
      kind: 'failed',
      failure: { retry, message: expect.stringContaining(`${code} ${subcode}: not now`) },
    })
  })
})

describe('the bytes of a document', () => {
  const answer = envelope(`<ListResponse xmlns="urn:d"><Page><Rows><Row><id>é</id></Row></Rows></Page></ListResponse>`)
  const marked = (text: string): Body => Buffer.from(`\uFEFF${text}`)
  const wide = (text: string): Body => Buffer.from(`\uFEFF${text}`, 'utf16le')
  const first = (encoding: string) => (text: string) =>
    Buffer.from(`<?xml version="1.0" encoding="${encoding}"?>${text}`)

  test.each([
    ['a mark of UTF-8', marked, 'text/xml'],
    ['a mark of UTF-8 against what HTTP says', marked, 'text/xml; charset=iso-8859-1'],
    ['UTF-16 with its mark', wide, 'text/xml'],
    ['UTF-8 that calls itself UTF-16', first('utf-16'), 'text/xml'],
    ['a first line', first('UTF-8'), 'text/xml'],
  ])('%s', async (_, encode, type) => {
    const { records } = await read({ encode, type, answer: encode(answer) })
    expect(records).toEqual([{ id: 'é' }])
  })

  test('bytes that are not of their encoding are said to be so', async () => {
    const encode = (text: string): Body => Buffer.concat([Buffer.from(text), Buffer.from([0xff])])
    await expect(read({ encode, answer })).rejects.toMatchObject({
      code: 'soap.wsdl',
      message: expect.stringContaining('not written in utf-8'),
    })
  })
})

describe('an answer without its list', () => {
  const list = (inside: string) => envelope(`<ListResponse xmlns="urn:d">${inside}</ListResponse>`)

  test.each([
    ['the list is empty', list('<Page><Rows/></Page>')],
    ['what holds it may be absent', list('')],
    ['what holds it may be nil', list('<Page xsi:nil="true"/>')],
  ])('has no records where %s', async (_, answer) => {
    expect((await read({ answer })).records).toEqual([])
  })

  test.each([
    ['what holds it must be there', list('<Page><total>0</total></Page>'), {}],
    ['something else is there', list('<error>denied</error>'), {}],
    ['it is the answer of another', envelope('<Other xmlns="urn:d"/>'), {}],
    ['nothing is there', envelope(''), {}],
    ['the path is none of the schema', list(''), { list_path: 'Page.Lines' }],
  ])('is no empty list where %s', async (_, answer, options: ParamValues) => {
    await expect(read({ answer }, options)).rejects.toMatchObject({ code: 'http.noList' })
  })
})

test('an answer that says it is no success is none, though its list may be absent', async () => {
  const said = (taken: number) =>
    envelope(`<ListResponse xmlns="urn:d"><Page><Rows/><taken>${taken}</taken></Page></ListResponse>`)
  const options = { success_path: 'Page.taken' }
  expect((await read({ answer: said(1) }, options)).records).toEqual([])
  await close?.()
  await expect(read({ answer: said(0) }, options)).rejects.toMatchObject({ code: 'http.refused' })
})

test('an operation that answers nothing is done when it was taken; from another one nothing is no answer', async () => {
  const oneWay = (text: string) => text.replace('<output message="t:Done"/>', '')
  const taken = { status: 202, answer: '' }
  expect((await write({ ...taken, encode: oneWay }, { id: '7' })).outcome).toMatchObject({ kind: 'written' })
  await close?.()
  expect((await write(taken, { id: '7' })).outcome).toMatchObject({ kind: 'unknown' })
})

describe('a WSDL that is a file', () => {
  async function open(content: string, endpoint = '') {
    const service = await serve(() => ({ body: envelope('<ListResponse xmlns="urn:d"/>') }))
    close = service.close
    const context = createTestContext()
    const wsdl_file = await context.addFile('订单.wsdl', content)
    const given = { wsdl_from: 'file', wsdl_file, ...(endpoint && { endpoint: `${service.origin}${endpoint}` }) }
    return soap.open(parseParams(soap.manifest.params, given), context)
  }
  const whole = writeWsdl('http://inside.erp', 'document', '1.1')

  test('lists its operations, which are called at the address that was written', async () => {
    const connection = await open(whole, '/soap')
    expect(await connection.discover()).toMatchObject([{ id: 'List' }, { id: 'Save' }])
    const config = SourceConfig.parse({ connector_id: CONNECTOR_ID, resource: 'List', key: ['id'] })
    expect(await readAll(await connection.openSource!(config))).toEqual([])
  })

  test('is refused without that address, and when it is not whole', async () => {
    const bare = await open(whole)
    await expect(bare.discover()).rejects.toMatchObject({ code: 'soap.endpoint', field: 'endpoint' })
    const torn = await open(whole.replace('<types>', '<import location="types.wsdl"/><types>'), '/soap')
    await expect(torn.discover()).rejects.toMatchObject({
      field: 'wsdl_file',
      message: expect.stringContaining('types.wsdl'),
    })
  })
})

test('operations are listed with what their makers wrote, and what can be read from', async () => {
  const encode = (text: string) =>
    text.replace('"List"><input', '"List"><documentation>Every row.</documentation><input')
  const { connection } = await connect({ encode, answer: '' })
  expect(await connection.discover()).toMatchObject([
    { id: 'List', comment: 'Every row.', direction: 'both', fields: [{ name: 'id', isRequired: true }] },
    { id: 'Save', direction: 'target', fields: [{ name: 'id' }] },
  ])
})
