import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { escapeXml, parseXml, type XmlElement } from '@sluice/connector-kit/xml'
import { type Data, toText, type Value } from '@sluice/contract'

export interface SoapSimulator {
  readonly wsdl: string
  /** Rows of the operations `List1` and `Save1`, `List2` and so on, by their number. */
  readonly tables: Map<string, Data[]>
  /** Requests as they came, with their headers. */
  readonly requests: { readonly xml: string; readonly headers: IncomingHttpHeaders }[]
  /** What the next call gets instead of its answer. */
  readonly faults: {
    next: { status: number; body: string; headers?: Record<string, string> } | null
    slow: boolean
    isOpen: boolean
  }
  /** Requests for the WSDL too. */
  count(): number
  close(): Promise<void>
}

const FIELDS = ['id', 'name', 'note', 'big', 'amount', 'ratio', 'day', 'content', 'updated_at']
const NUMBERS = Array.from({ length: 40 }, (_, at) => String(at + 1))

/** A service of document/literal operations: lists by page, and saving. */
export async function startSoap(user: string, password: string): Promise<SoapSimulator> {
  const tables = new Map<string, Data[]>()
  const requests: SoapSimulator['requests'] = []
  const faults: SoapSimulator['faults'] = { next: null, slow: false, isOpen: false }
  let count = 0
  const basic = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
  const { origin, close } = await serve(async ({ method, headers, xml }) => {
    count++
    if (!faults.isOpen && headers.authorization !== basic) return { status: 401, body: '' }
    if (method === 'GET') return { body: writeWsdl(`http://${headers.host}/soap`) }
    requests.push({ xml, headers })
    const { next, slow } = faults
    Object.assign(faults, { next: null, slow: false })
    if (slow) await new Promise(resolve => setTimeout(resolve, 6000).unref())
    if (next) return next
    const answer = call(xml, tables)
    return {
      status: answer.status,
      body: envelope(answer.body),
      headers: { 'content-type': 'text/xml; charset=utf-8' },
    }
  })
  return { wsdl: `${origin}/soap?wsdl`, tables, requests, faults, count: () => count, close }
}

interface SoapRequest {
  readonly method: string | undefined
  readonly url: string | undefined
  readonly headers: IncomingHttpHeaders
  readonly xml: string
}

interface SoapAnswer {
  /** Default 200. */
  readonly status?: number
  readonly headers?: Record<string, string>
  readonly body: string | Uint8Array
}

/** A server that answers as it is told. */
export async function serve(
  answer: (request: SoapRequest) => SoapAnswer | Promise<SoapAnswer>,
): Promise<{ readonly origin: string; close(): Promise<void> }> {
  const server = createServer(async (req, res) => {
    const chunks: Buffer[] = []
    for await (const chunk of req as AsyncIterable<Buffer>) chunks.push(chunk)
    const { method, url, headers } = req
    const said = await answer({ method, url, headers, xml: Buffer.concat(chunks).toString() })
    res.writeHead(said.status ?? 200, { 'content-type': 'text/xml', ...said.headers }).end(said.body)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // a TCP server that listens has one
  const close = () =>
    new Promise<void>(resolve => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { origin: `http://127.0.0.1:${port}`, close }
}

export const envelope = (body: string): string =>
  `<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><soap:Body>${body}</soap:Body></soap:Envelope>`

export const fault = (code: string, text: string): string =>
  envelope(`<soap:Fault><faultcode>${code}</faultcode><faultstring>${text}</faultstring></soap:Fault>`)

function call(xml: string, tables: Map<string, Data[]>): { status: number; body: string } {
  const request = parseXml(xml).children.find(each => each.name === 'Body')?.children[0]
  const [, verb = '', number = ''] = /^(List|Save)(\d+)$/.exec(request?.name ?? '') ?? []
  const rows = tables.get(number) ?? []
  if (verb === 'List') {
    const read = (name: string) => request?.children.find(each => each.name === name)?.text
    const [page, size] = [Number(read('page') ?? 1), Number(read('size') ?? 1e6)]
    const items = rows.slice((page - 1) * size, page * size).map(row => `<Row>${writeRow(row)}</Row>`)
    return {
      status: 200,
      body: `<List${number}Response xmlns="urn:t"><Rows>${items.join('')}</Rows></List${number}Response>`,
    }
  }
  const row = Object.fromEntries((request?.children ?? []).map(each => [each.name, readValue(each)]))
  if (row['name'] === 'bad')
    return {
      status: 500,
      body: '<soap:Fault><faultcode>soap:Client</faultcode><faultstring>bad is no name</faultstring></soap:Fault>',
    }
  const { key, ...data } = row
  const known = rows.findIndex(each => each['id'] === data['id'])
  tables.set(number, known >= 0 && key !== undefined ? rows.with(known, data) : [...rows, data])
  return { status: 200, body: `<Save${number}Response xmlns="urn:t"><ok>true</ok></Save${number}Response>` }
}

const readValue = (element: XmlElement): Value =>
  element.attributes.size > 0 && element.children.length === 0 && element.text === '' ? null : element.text

const writeRow = (row: Data): string =>
  FIELDS.filter(name => row[name] !== undefined)
    .map(name =>
      row[name] === null ? `<${name} xsi:nil="true"/>` : `<${name}>${escapeXml(toText(row[name]))}</${name}>`,
    )
    .join('')

const writeWsdl = (address: string): string => {
  const row = FIELDS.map(name => `<x:element name="${name}" type="x:string" minOccurs="0" nillable="true"/>`).join('')
  const names = NUMBERS.flatMap(each => [`List${each}`, `Save${each}`])
  const elements = NUMBERS.map(
    each => `<x:element name="List${each}"><x:complexType><x:sequence>
      <x:element name="page" type="x:int" minOccurs="0"/><x:element name="size" type="x:int" minOccurs="0"/></x:sequence></x:complexType></x:element>
      <x:element name="List${each}Response"><x:complexType><x:sequence><x:element name="Rows" type="t:Rows"/></x:sequence></x:complexType></x:element>
      <x:element name="Save${each}"><x:complexType><x:sequence>${row}<x:element name="key" type="x:string" minOccurs="0"/></x:sequence></x:complexType></x:element>
      <x:element name="Save${each}Response"><x:complexType><x:sequence><x:element name="ok" type="x:boolean"/></x:sequence></x:complexType></x:element>`,
  )
  const messages = names.map(
    each =>
      `<message name="${each}In"><part name="p" element="t:${each}"/></message><message name="${each}Out"><part name="p" element="t:${each}Response"/></message>`,
  )
  const port = names.map(
    each => `<operation name="${each}"><input message="t:${each}In"/><output message="t:${each}Out"/></operation>`,
  )
  const bound = names.map(
    each =>
      `<operation name="${each}"><s:operation soapAction="urn:t#${each}"/><input><s:body use="literal"/></input><output><s:body use="literal"/></output></operation>`,
  )
  return `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:x="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t" targetNamespace="urn:t">
    <types><x:schema targetNamespace="urn:t" elementFormDefault="qualified">
      <x:complexType name="Rows"><x:sequence><x:element name="Row" type="t:Row" minOccurs="0" maxOccurs="unbounded"/></x:sequence></x:complexType>
      <x:complexType name="Row"><x:sequence>${row}</x:sequence></x:complexType>${elements.join('')}</x:schema></types>
    ${messages.join('')}<portType name="P">${port.join('')}</portType>
    <binding name="B" type="t:P"><s:binding style="document" transport="http://schemas.xmlsoap.org/soap/http"/>${bound.join('')}</binding>
    <service name="S"><port name="Q" binding="t:B"><s:address location="${address}"/></port></service></definitions>`
}
