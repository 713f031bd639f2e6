import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Data, parseJson, toJson } from '@sluice/contract'
import { buildSchema, type GraphQLError, graphql, NoSchemaIntrospectionCustomRule, parse, validate } from 'graphql'

export interface GraphQlService {
  readonly url: string
  /** Rows of the connections `c1`, `c2` and of what the mutations saved, by the same names. */
  readonly tables: Map<string, Data[]>
  readonly bodies: Data[]
  readonly faults: {
    /** The schema is nobody's business. */
    hidesSchema: boolean
    /** The next answer has this error beside its data. */
    error: Data | null
    /** The next question that names this field is answered after six seconds. */
    slow: string | null
    /** The name of a row breaks in the middle of the answer to a mutation. */
    breaksResult: boolean
  }
  close(): Promise<void>
}

const COUNT = 12
const names = Array.from({ length: COUNT }, (_, at) => `c${at + 1}`)

/** Lists by Relay with nodes (c1 …) and with edges alone (e1 …), plain lists (l1 …), and a mutation for each. */
const SCHEMA = `
  scalar Any
  type Row { id: Any! name: Any note: Any big: Any amount: Any ratio: Any day: Any content: Any updated_at: Any upper: Inner }
  type Inner { x: Int }
  type Page { hasNextPage: Boolean! endCursor: String }
  type Edge { node: Row! cursor: String! }
  type Nodes { nodes: [Row!]! pageInfo: Page! }
  type Edges { edges: [Edge!]! pageInfo: Page! }
  type UserError { field: [String!] message: String! }
  type Saved { row: Row userErrors: [UserError!]! }
  input RowInput { id: Any name: Any note: Any big: Any amount: Any ratio: Any day: Any content: Any updated_at: Any key: String }
  type Query {
    ${names.map(name => `${name}(first: Int!, after: String, from: String, to: String): Nodes!`).join('\n')}
    ${names.map(name => `e_${name}(first: Int, after: String): Edges`).join('\n')}
    ${names.map(name => `l_${name}: [Row!]!`).join('\n')}
    one(id: ID!): Row
  }
  type Mutation {
    ${names.map(name => `save_${name}(input: RowInput!): Saved`).join('\n')}
    purge(before: String!): Boolean
  }`

/** A service run by the reference implementation of GraphQL. Values travel as the scalar Any. */
export async function startGraphQl(token: string): Promise<GraphQlService> {
  const tables = new Map<string, Data[]>()
  const bodies: Data[] = []
  const faults: GraphQlService['faults'] = { hidesSchema: false, error: null, slow: null, breaksResult: false }
  const service = { tables, bodies, faults }
  const server = createServer((req, res) => {
    if (req.url !== '/api/graphql') return void res.writeHead(404).end('<html>nothing here</html>')
    if (req.headers.authorization !== `Bearer ${token}`) return void res.writeHead(401).end('{}')
    void answer(req, res, service)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // a TCP server that listens has one
  return {
    ...service,
    url: `http://127.0.0.1:${port}/api/graphql`,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

type Service = Pick<GraphQlService, 'tables' | 'bodies' | 'faults'>

async function answer(req: IncomingMessage, res: ServerResponse, service: Service): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of req as AsyncIterable<Buffer>) chunks.push(chunk)
  const body = parseJson(Buffer.concat(chunks).toString()) as { query: string; variables?: Data } // the connector sends it
  service.bodies.push(body as unknown as Data)
  const { faults } = service
  if (faults.slow !== null && body.query.includes(`${faults.slow}(`)) {
    faults.slow = null
    await new Promise(resolve => setTimeout(resolve, 6000).unref())
  }
  const { error } = faults
  faults.error = null
  const result = error ? { data: { c1: null }, errors: [error] } : await run(body.query, body.variables ?? {}, service)
  res.writeHead(200, { 'content-type': 'application/json' }).end(toJson(result as unknown as Data))
}

const schema = buildSchema(SCHEMA)
// Values go through as they are, digit by digit.
Object.assign(schema.getType('Any')!, { serialize: (value: unknown) => value, parseValue: (value: unknown) => value })

async function run(source: string, variableValues: Data, service: Service) {
  const rules = service.faults.hidesSchema ? [NoSchemaIntrospectionCustomRule] : undefined
  const errors: readonly GraphQLError[] = rules ? validate(schema, parse(source), rules) : []
  if (errors.length > 0) return { errors: errors.map(each => each.toJSON()) }
  return graphql({ schema, source, rootValue: makeRoot(service), variableValues })
}

interface Paging {
  readonly first?: number
  readonly after?: string | null
  readonly from?: string
  readonly to?: string
}

function makeRoot({ tables, faults }: Service): Record<string, (args: never) => unknown> {
  const rowsOf = (name: string): Data[] => tables.get(name) ?? []
  const page = (name: string, { first = 50, after, from, to }: Paging) => {
    const stamp = (row: Data) => `${String(row['updated_at']).replace(' ', 'T')}Z`
    const all = rowsOf(name).filter(row => (!from || stamp(row) >= from) && (!to || stamp(row) <= to))
    const start = after ? Number(Buffer.from(after, 'base64')) : 0
    const end = Math.min(all.length, start + first)
    const cursor = (at: number) => Buffer.from(String(at)).toString('base64')
    return {
      nodes: all.slice(start, end),
      edges: all.slice(start, end).map((node, at) => ({ node, cursor: cursor(start + at + 1) })),
      pageInfo: { hasNextPage: end < all.length, endCursor: end === start ? null : cursor(end) },
    }
  }
  const save = (name: string, input: Data) => {
    if (input['name'] === 'bad')
      return { row: null, userErrors: [{ field: ['input', 'name'], message: 'bad is no name' }] }
    if (input['name'] === 'broken') throw new Error('the database is away')
    const { key, ...row } = input
    const rows = rowsOf(name)
    const known = rows.findIndex(each => String(each['id']) === String(row['id']))
    if (known >= 0 && key) rows[known] = row
    else rows.push(row)
    if (!faults.breaksResult) return { row, userErrors: [] }
    return { row: { id: () => Promise.reject(new Error('reading it back failed')) }, userErrors: [] }
  }
  return Object.fromEntries(
    names.flatMap(name => [
      [name, (args: Paging) => page(name, args)],
      [`e_${name}`, (args: Paging) => page(name, args)],
      [`l_${name}`, () => rowsOf(name)],
      [`save_${name}`, ({ input }: { input: Data }) => save(name, input)],
    ]),
  ) as Record<string, (args: never) => unknown>
}
