import { createHash } from 'node:crypto'
import { parseParams } from '@sluice/connector-kit'
import { createTestContext, measureTurn, testConnector } from '@sluice/connector-kit/conformance'
import { parseXml, parseXmlInTurns } from '@sluice/connector-kit/xml'
import { type Data, type ParamValues, SourceConfig, TargetConfig, toText } from '@sluice/contract'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import soap from './index.ts'
import { envelope, fault, type SoapSimulator, startSoap } from './testing.ts'

const CONNECTOR_ID = '01900000-0000-7000-8000-000000000051'
const [USER, PASSWORD] = ['erp', 'canary-password-77']
let service: SoapSimulator

let next = 0
function use(records: readonly Data[]): string {
  const number = String((next++ % 40) + 1)
  service.tables.set(number, [...records])
  return number
}

/** Values of XML are text. */
const asText = (record: Data): Data =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, value === null ? null : toText(value)]))
const paged = { body: '{"page": "{{page}}", "size": "{{pageSize}}"}', paging: 'page' }

testConnector({
  connector: soap,
  prepare: async () => {
    service = await startSoap(USER, PASSWORD)
    const params = { wsdl: service.wsdl, auth: 'basic', username: USER, password: PASSWORD }
    return { params, dispose: () => service.close() }
  },
  wrong: [
    { title: 'the port', change: { wsdl: 'http://127.0.0.1:1/soap?wsdl' }, step: 'network' },
    { title: 'the password', change: { password: 'wrong-canary-88' }, step: 'auth' },
  ],
  source: {
    put: async records => ({ resource: `List${use(records)}`, options: paged }),
    expected: asText,
    countRequests: () => service.count(),
    slow: async () => {
      const resource = `List${use([{ id: 1 }])}`
      service.faults.slow = true
      return { resource, options: paged }
    },
    knowsKey: false,
    guessesTypes: true,
  },
  target: {
    prepare: async () => ({ resource: `Save${use([])}`, options: { idempotency_field: 'key' } }),
    readBack: async place => service.tables.get(place.resource.slice('Save'.length)) ?? [],
    expected: asText,
    spoil: record => ({ ...record, name: 'bad' }),
  },
})

const signal = new AbortController().signal

async function connect(change: ParamValues = {}) {
  const context = createTestContext({ sleep: async () => undefined })
  const params = { wsdl: service.wsdl, auth: 'basic', username: USER, password: PASSWORD, ...change }
  return { context, connection: await soap.open(parseParams(soap.manifest.params, params), context) }
}

async function read(resource: string) {
  const { connection, context } = await connect()
  try {
    const source = await connection.openSource!(
      SourceConfig.parse({ connector_id: CONNECTOR_ID, resource, key: ['id'] }),
    )
    const records: (Data | null)[] = []
    for await (const page of source.read({ cursor: null, window: null, pageSize: 100, signal }))
      records.push(...page.records.map(each => each.data))
    return records
  } finally {
    await context.dispose()
  }
}

async function write(data: Data, change: ParamValues = {}) {
  const { connection, context } = await connect(change)
  try {
    const target = await connection.openTarget!(
      TargetConfig.parse({ connector_id: CONNECTOR_ID, resource: 'Save1', key: ['id'] }),
    )
    return (await target.write([{ data, idempotencyKey: 'k' }], signal))[0]
  } finally {
    await context.dispose()
  }
}

describe('a service of SOAP', () => {
  beforeEach(async () => {
    service = await startSoap(USER, PASSWORD)
  })
  afterEach(() => service.close())

  test('nil is null, an empty element is empty text, what is missing stays missing, and one is a list too', async () => {
    service.tables.set('1', [{ id: '00123456789012345678', name: '', note: null }])
    expect(await read('List1')).toEqual([{ id: '00123456789012345678', name: '', note: null }])
  })

  test('a fault of the server may heal, one of the sender is the record’s, and both are named', async () => {
    service.faults.next = { status: 500, body: fault('soap:Server', 'the stock is away') }
    expect(await write({ id: '1' })).toMatchObject({
      kind: 'failed',
      failure: { retry: 'later', message: expect.stringContaining('soap:Server: the stock is away') },
    })
    service.faults.next = { status: 500, body: fault('soap:Client', 'no such sku') }
    expect(await write({ id: '1' })).toMatchObject({
      kind: 'failed',
      failure: { retry: 'skip', message: expect.stringContaining('soap:Client: no such sku') },
    })
    expect(service.tables.get('1')).toBeUndefined()
  })

  test('an answer that nobody can read leaves a write open', async () => {
    for (const body of ['<html><body>sign in</body></html>', envelope('<a>').slice(0, 90)]) {
      service.faults.next = { status: 200, body }
      expect(await write({ id: '1' })).toMatchObject({ kind: 'unknown' })
    }
  })

  test('a field that the service does not know is refused by name, and nothing is sent', async () => {
    expect(await write({ id: '1', colour: 'red' })).toMatchObject({
      failure: { message: expect.stringContaining('Save1.colour') },
    })
    expect(service.requests).toEqual([])
  })

  test('a token of WS-Security goes with a call, and a digest never shows the password', async () => {
    service.faults.isOpen = true
    for (const auth of ['wsseText', 'wsseDigest']) await write({ id: '1' }, { auth })
    const [text = '', digest = ''] = service.requests.map(each => each.xml)
    expect(text).toContain(`#PasswordText">${PASSWORD}</w:Password>`)
    expect(digest).not.toContain(PASSWORD)
    const find = (name: string) => new RegExp(`<[wu]:${name}[^>]*>([^<]*)<`).exec(digest)?.[1] ?? ''
    const proof = createHash('sha1')
      .update(Buffer.from(find('Nonce'), 'base64'))
      .update(find('Created') + PASSWORD)
    expect(find('Password')).toBe(proof.digest('base64'))
  })
})

describe('hostile XML', () => {
  test.each([
    ['billion laughs', '<!DOCTYPE a [<!ENTITY b "ha"><!ENTITY c "&b;&b;">]><a>&c;</a>', 'document types'],
    ['an external entity', '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>', 'document types'],
    ['an entity of its own', '<a>&x;</a>', 'not allowed'],
    ['deep nesting', '<a>'.repeat(5000), 'nested deeper'],
    ['a huge attribute', `<a b="${'x'.repeat(2_000_000)}"/>`, 'too long'],
    ['a document that stops', '<a><b></b>', 'not complete'],
    ['crossed tags', '<a><b></a></b>', 'not closed'],
  ])('%s is refused', (_, xml, why) => {
    expect(() => parseXml(xml)).toThrow(why)
  })

  test.each([
    ['elements', `<a>${'<b/>'.repeat(1_000_000)}</a>`],
    ['attributes', `<a>${`<b ${Array.from({ length: 900 }, (_, at) => `a${at}="1"`).join(' ')}/>`.repeat(500)}</a>`],
    ['entities', `<a>${'&amp;'.repeat(1_500_000)}</a>`],
  ])('many %s are read as they are otherwise, and keep nobody waiting', async (_, xml) => {
    const plain = parseXml(xml)
    let read = plain
    const most = await measureTurn(async () => {
      read = await parseXmlInTurns(xml)
    })
    expect([read.children.length, read.text]).toEqual([plain.children.length, plain.text])
    expect(most).toBeLessThan(100)
  })

  test('a thousand prefixes are kept once, not once for each element within', () => {
    const prefixes = Array.from({ length: 900 }, (_, at) => `xmlns:p${at}="urn:${at}"`).join(' ')
    const before = process.memoryUsage().heapUsed
    const document = parseXml(`<a ${prefixes}>${'<b/>'.repeat(50_000)}</a>`)
    // Copied, they would be 45,000,000 entries.
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(400 * 1024 * 1024)
    expect(document.children[49_999]?.scope.get('p899')).toBe('urn:899')
  })
})
