import { ApiAsset, checkAsset } from '@sluice/contract'
import { describe, expect, test } from 'vitest'
import { addMessages } from '../../../../http/messages.ts'
import { messages } from '../messages.ts'
import { listSheetRows } from '../write-sheet.ts'
import { splitWords } from './parse-curl.ts'
import { sheetColumns } from './parse-sheet.ts'
import { parseText } from './parse-text.ts'

addMessages(messages)

describe('cURL', () => {
  test('reads quotes, continued lines, headers and body; what signs in is left to the connector', () => {
    const text = `curl -X POST 'https://erp.test/api/bill/save?org=1' \\
  -H 'Authorization: Bearer abc' -H "X-Org: 100" --data-raw $'{"no":"B1","lines":[{"qty":1.50}],"memo":"it\\'s"}'`
    const { kind, items } = parseText(text, 'auto')
    expect(kind).toBe('curl')
    expect(items[0]).toMatchObject({ warnings: ['Authorization'] })
    const { doc } = items[0]!
    expect(doc).toMatchObject({ type: 'EXECUTE', method: 'POST', api: '/api/bill/save', id: ['no'] })
    expect(doc.request.map(({ field, type }) => [field, type])).toEqual([
      ['no', 'string'],
      ['lines', 'array'],
      ['memo', 'string'],
    ])
    expect(doc.otherRequest).toMatchObject([
      { field: 'org', place: 'query', default: '1' },
      { field: 'X-Org', place: 'header' },
    ])
    expect(checkAsset(doc)).toEqual([])
  })

  test('-G turns data into the query', () => {
    const [item] = parseText('curl -G https://a.test/items -d page=1 -d size=20', 'curl').items
    expect(item?.doc).toMatchObject({
      type: 'QUERY',
      method: 'GET',
      pagination: { mode: 'page', pageField: 'page', sizeField: 'size' },
    })
  })

  test('words are split as a shell does', () => {
    expect(splitWords(`curl "a b" 'c "d"' e\\ f "" $'\\n'`)).toEqual(['curl', 'a b', 'c "d"', 'e f', '', '\n'])
  })
})

test('Postman: folders become groups, variables before the path the address', () => {
  const collection = {
    info: { name: 'ERP' },
    item: [
      {
        name: '物料',
        item: [{ name: '查询', request: { method: 'GET', url: { raw: '{{base}}/material/:id?page={{p}}' } } }],
      },
    ],
  }
  const { kind, items } = parseText(JSON.stringify(collection), 'auto')
  expect(kind).toBe('postman')
  expect(items[0]).toMatchObject({ group: '物料', doc: { name: '查询', api: '/material/{id}' }, warnings: ['{{p}}'] })
  expect(items[0]?.doc.request).toMatchObject([
    { field: 'page', place: 'query' },
    { field: 'id', place: 'path' },
  ])
})

test('a pasted answer tells list, total, key and fields', () => {
  const text = '{"code":0,"data":{"total":2,"rows":[{"order_id":9007199254740993,"updated_at":"2025-01-01 00:00:00"}]}}'
  const { kind, items } = parseText(text, 'auto')
  expect(kind).toBe('sample')
  expect(items[0]?.doc).toMatchObject({
    listPath: 'data.rows',
    id: ['order_id'],
    increment: ['updated_at'],
    pagination: { totalPath: 'data.total' },
    response: [
      { field: 'order_id', type: 'int' },
      { field: 'updated_at', type: 'datetime' },
    ],
  })
})

test('our own export comes back as it was, and a wrong entry is named', () => {
  const doc = {
    name: 'A',
    type: 'QUERY',
    method: 'GET',
    api: '/a',
    request: [{ field: 'n', type: 'int', default: '007' }],
  }
  const found = parseText(JSON.stringify({ assets: [{ group: 'g', doc }, { doc: { name: 'B' } }] }), 'auto')
  expect(found.items).toMatchObject([{ group: 'g', doc }])
  expect(found.skipped).toMatchObject([{ name: 'B' }])
})

test('of a text with more interfaces than are taken at once, those that are left out are named', () => {
  const assets = Array.from({ length: 1002 }, (_, at) => ({
    group: '',
    doc: { name: `A${at}`, type: 'QUERY', method: 'GET', api: `/${at}` },
  }))
  const found = parseText(JSON.stringify({ assets }), 'auto')
  expect(found.items).toHaveLength(1000)
  expect(found.skipped).toEqual([
    { name: 'A1000', reason: '> 1000' },
    { name: 'A1001', reason: '> 1000' },
  ])
})

test.each(['', '{', 'a: [', 'curl', '- 1\n- 2: {', '[1,2]'])('nonsense is refused or comes to nothing: %j', text => {
  const outcome = (() => {
    try {
      return parseText(text, 'auto').items.length <= 1
    } catch (error) {
      return error instanceof Error && 'code' in error && /^invalid\.import[A-Z]\w+$/.test(String(error.code))
    }
  })()
  expect(outcome).toBe(true)
})

test.each([
  ['{"openapi":"3.0.0",\n "paths": {"/x" {}}}', 'Line 2, column 17 is not JSON: {}}}'],
  ['\n\n[1,2,]', 'Line 3, column 6 is not JSON: ]'],
  ['{"name": "Shop,\n"b": 1}', 'Line 1 ends at column 16 inside of a text whose closing quote is missing.'],
  ['{"a": [1, 2}\n', 'Line 1, column 12 is not JSON: }'],
  ['{"a": {"b": 1}\n\n', 'The JSON ends at line 1, column 15 before it is complete.'],
  ['{"a": "\tx"}', 'Line 1, column 8 is not JSON: \\tx"}'],
  ['openapi: 3.0.0\ninfo:\n\ttitle: Shop', 'Line 3 is indented by a tab; YAML is indented by blanks.'],
  ['info: a\npaths: {}\ninfo: b', 'Line 3 has a name for the second time: info: b'],
  [
    'a: [1, 2\nb: 1',
    'Line 2 does not fit what is above it; look at its indentation and for an open bracket or quote: b: 1',
  ],
  ['a: [1,', 'The YAML ends at line 1, column 7 before it is complete.'],
  ['a: b: c', 'Line 1, column 4 is not YAML: b: c'],
  ['a: 1\nb: [*c]', 'Line 2, column 5 is not YAML: *c]'],
])('what is neither JSON nor YAML is told with its place: %j', (text, message) => {
  expect(() => parseText(text, 'auto')).toThrow(expect.objectContaining({ code: 'invalid.importSyntax', message }))
})

describe('an address alone', () => {
  test('is one interface that is asked by GET, with path and query; its origin is told', () => {
    const { kind, title, base, items } = parseText(
      ' https://api.example.com:8443/v1/orders?page=1&q=a%20b#top\n',
      'auto',
    )
    expect({ kind, title, base, count: items.length }).toEqual({
      kind: 'curl',
      title: 'https://api.example.com:8443',
      base: { origin: 'https://api.example.com:8443', path: '' },
      count: 1,
    })
    const { doc, warnings } = items[0]!
    expect(warnings).toEqual([])
    expect(doc).toMatchObject({ name: 'GET /v1/orders', type: 'QUERY', method: 'GET', api: '/v1/orders' })
    expect(doc.request).toEqual([
      { field: 'page', type: 'string', place: 'query', default: '1' },
      { field: 'q', type: 'string', place: 'query', default: 'a b' },
    ])
    expect(doc.pagination).toMatchObject({ mode: 'page', pageField: 'page' })
  })

  test('may have no path; who signs in by it is left to the connector', () => {
    const { title, items } = parseText('http://jim:canary-7@api.example.com', 'auto')
    expect(items[0]?.doc).toMatchObject({ name: 'GET /', api: '/', request: [] })
    expect(items[0]?.warnings).toEqual(['jim:…@'])
    expect(JSON.stringify({ title, items })).not.toContain('canary')
  })

  test('what is none is refused', () => {
    expect(() => parseText('https://', 'auto')).toThrow(expect.objectContaining({ code: 'invalid.import' }))
  })

  test('a command tells its origin as well', () => {
    expect(parseText('curl https://a.test/items', 'auto').title).toBe('https://a.test')
  })
})

test.each([
  '<?xml version="1.0"?>\n<orders><order/></orders>',
  '\uFEFF<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"/>',
  '<!doctype html><title>Sign in</title>',
])('XML that is no WSDL is refused with a way out: %j', text => {
  for (const kind of ['auto', 'openapi', 'sample'] as const)
    expect(() => parseText(text, kind)).toThrow(expect.objectContaining({ code: 'invalid.importXml' }))
})

test.each([
  '<?xml version="1.0"?>\n<w:definitions xmlns:w="http://schemas.xmlsoap.org/wsdl/"/>',
  "\uFEFF<definitions xmlns='http://schemas.xmlsoap.org/wsdl/'>",
  ' https://erp.example.com/orders?wsdl\n',
  'https://erp.example.com/Orders.svc?singleWsdl',
])('a WSDL is sent to the SOAP connector, whatever it was said to be: %j', text => {
  for (const kind of ['auto', 'openapi', 'sample'] as const)
    expect(() => parseText(text, kind)).toThrow(expect.objectContaining({ code: 'invalid.importWsdl' }))
})

test('what only speaks of a WSDL is read as ever', () => {
  const text = JSON.stringify({ link: 'https://erp.example.com/orders?wsdl', ns: 'http://schemas.xmlsoap.org/wsdl/' })
  expect(parseText(text, 'auto').kind).toBe('sample')
})

describe('a sheet', () => {
  const read = (sheet: readonly (readonly string[])[]) => parseText(JSON.stringify({ sheet }), 'auto')

  test('becomes interfaces with nested fields, whatever its heads are called', () => {
    const found = read([
      ['模板：前两行请勿修改'],
      ['接口名称', '请求方法', '路径', '参数类型', '上级字段', '字段标识', '字段名称', '字段类型', '必录'],
      ['Orders', 'POST', '/orders', '1', '', 'page', 'Page', 'int', '是'],
      ['', '', '', '0', '', 'lines', 'Lines', 'array', ''],
      ['', '', '', '0', 'lines', 'sku', 'SKU', 'string', ''],
      ['Stock', 'GET', '/stock', '0', '', 'qty', 'Quantity', 'float', ''],
    ])
    expect(found.kind).toBe('sheet')
    expect(found.skipped).toEqual([])
    expect(found.items.map(({ doc }) => [doc.name, doc.method, doc.api])).toEqual([
      ['Orders', 'POST', '/orders'],
      ['Stock', 'GET', '/stock'],
    ])
    expect(found.items[0]?.doc.request).toEqual([{ field: 'page', label: 'Page', type: 'int', is_required: true }])
    expect(found.items[0]?.doc.response).toEqual([
      { field: 'lines', label: 'Lines', type: 'array', fields: [{ field: 'sku', label: 'SKU', type: 'string' }] },
    ])
  })

  test('says of each row that cannot be a field where it stands and why; the others stay', () => {
    const found = read([
      ['api_name', 'part', 'parent', 'field', 'field_type'],
      ['A', 'request', '', 'a', 'text'],
      ['A', 'somewhere', '', 'b', 'string'],
      ['A', 'response', 'none', 'c', 'string'],
      ['A', 'response', '', 'd', 'string'],
      ['A', 'response', 'd', 'e', 'string'],
    ])
    expect(found.skipped.map(each => each.name)).toEqual(['2: a', '3: b', '4: c', '6: e'])
    expect(found.skipped.map(each => each.reason.split(':')[0])).toEqual(['field_type', 'part', 'parent', 'parent'])
    expect(found.items[0]?.doc.response).toEqual([{ field: 'd', type: 'string' }])
    expect(() => read([['nothing', 'here']])).toThrow()
  })

  test('that export wrote comes back equal', () => {
    const doc = ApiAsset.parse({
      name: 'Orders',
      type: 'QUERY',
      method: 'POST',
      api: '/orders',
      id: ['no'],
      listPath: 'data.list',
      pagination: { mode: 'page', pageField: 'p', pageSize: 50 },
      success: { path: 'code', values: ['0'] },
      request: [{ field: 'from', type: 'datetime', default: '{{from}}', is_required: true }],
      response: [
        { field: 'no', type: 'string', label: 'Number' },
        {
          field: 'lines',
          type: 'array',
          fields: [{ field: 'a', type: 'object', fields: [{ field: 'b', type: 'int' }] }],
        },
      ],
    })
    const rows = [...listSheetRows('Sales', doc)]
    const found = read([[...sheetColumns], ...rows.map(row => sheetColumns.map(column => String(row[column] ?? '')))])
    expect(found).toMatchObject({ skipped: [], items: [{ group: 'Sales', warnings: [] }] })
    expect(found.items[0]?.doc).toEqual(doc)
  })
})

test.each([
  ['just some words', 'auto', 'invalid.importSample'],
  ['https://a b.test/x', 'auto', 'invalid.importSample'],
  ['42', 'auto', 'invalid.importSample'],
  ['"text"', 'sample', 'invalid.importSample'],
  ['[1]', 'openapi', 'invalid.importOpenApi'],
  ['{"openapi":"3.0.0","paths":{}}', 'auto', 'invalid.importOpenApi'],
  ['[]', 'postman', 'invalid.importPostman'],
  ['curl -X POST', 'auto', 'invalid.importCurl'],
  ['{"assets":[]}', 'auto', 'invalid.importAssets'],
  ['{}', 'assets', 'invalid.importAssets'],
  ['{"sheet":[["a"]]}', 'auto', 'invalid.importSheet'],
] as const)('what is not what it was taken for says what was expected: %j as %s', (text, kind, code) => {
  const told = expect.objectContaining({ code, field: 'text', message: expect.not.stringMatching(/import|sample:|\{/) })
  expect(() => parseText(text, kind)).toThrow(told)
})
