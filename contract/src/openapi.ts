import { z } from 'zod'
import { type Contract, type RouteDef, type Schema, walkRoutes } from './route.ts'

type Json = Record<string, unknown>

/** OpenAPI 3.1 straight from zod's own JSON Schema: draft 2020-12 is 3.1's dialect. Others come in by `giveWay`, after each route. */
export async function createOpenApi(
  contract: Contract,
  info: { readonly title: string; readonly version: string },
  giveWay: () => Promise<unknown> = async () => undefined,
): Promise<Json> {
  const schemas: Record<string, unknown> = { Error: errorSchema }
  const paths: Record<string, Json> = {}
  for (const [name, route] of walkRoutes(contract)) {
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: describeRoute(name, route, schemas) }
    await giveWay()
  }
  const securitySchemes = { bearer: { type: 'http', scheme: 'bearer' } }
  return { openapi: '3.1.0', info, paths, components: { schemas, securitySchemes } }
}

const errorSchema: Json = {
  type: 'object',
  required: ['success', 'code', 'message', 'content'],
  properties: {
    success: { const: false },
    code: { type: ['string', 'integer'] },
    message: { type: 'string' },
    content: { type: 'array', items: {} },
  },
}

function describeRoute(name: string, route: RouteDef, schemas: Record<string, unknown>): Json {
  const body = route.upload
    ? {
        'multipart/form-data': {
          schema: { type: 'object', properties: { file: { type: 'string', format: 'binary' } } },
        },
      }
    : route.raw
      ? { 'application/json': { schema: {} } }
      : route.body
        ? { 'application/json': { schema: toJsonSchema(route.body, 'input', schemas) } }
        : undefined
  return {
    operationId: name,
    summary: route.summary,
    tags: [name.split('.')[0]],
    parameters: [...describePath(route, schemas), ...describeQuery(route, schemas)],
    ...(body ? { requestBody: { required: true, content: body } } : {}),
    responses: {
      200: { description: 'ok', content: describeContent(route, schemas) },
      default: {
        description: 'error',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    },
    security: route.permission === 'public' ? [] : [{ bearer: [] }],
    'x-permission': route.permission,
    'x-audit': route.audit,
  }
}

function describePath(route: RouteDef, schemas: Record<string, unknown>): Json[] {
  const properties = propertiesOf(route.params, schemas)
  return [...route.path.matchAll(/\{(\w+)\}/g)].map(match => ({
    name: match[1],
    in: 'path',
    required: true,
    schema: properties.all[match[1]!] ?? { type: 'string' },
  }))
}

function describeQuery(route: RouteDef, schemas: Record<string, unknown>): Json[] {
  const properties = propertiesOf(route.query, schemas)
  return Object.entries(properties.all).map(([name, schema]) => ({
    name,
    in: 'query',
    required: properties.required.includes(name),
    schema,
  }))
}

function propertiesOf(schema: Schema | undefined, schemas: Record<string, unknown>) {
  const json = schema ? (toJsonSchema(schema, 'input', schemas) as { properties?: Json; required?: string[] }) : {}
  return { all: json.properties ?? {}, required: json.required ?? [] }
}

function describeContent(route: RouteDef, schemas: Record<string, unknown>): Json {
  if (route.content === 'file') return { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }
  if (route.content === 'sse')
    return { 'text/event-stream': { schema: route.event ? toJsonSchema(route.event, 'output', schemas) : {} } }
  const properties = {
    success: { const: true },
    code: { const: 0 },
    message: { type: 'string' },
    total: { type: 'integer' },
    content: toJsonSchema(route.content, 'output', schemas),
  }
  return {
    'application/json': { schema: { type: 'object', required: ['success', 'code', 'message', 'content'], properties } },
  }
}

/** Named (`.meta({ id })`) and recursive schemas move to components; input and output forms differ, so both have a name. */
function toJsonSchema(schema: Schema, io: 'input' | 'output', schemas: Record<string, unknown>): Json {
  const json = z.toJSONSchema(schema as z.ZodType, { io, unrepresentable: 'any', target: 'draft-2020-12' }) as Json
  const { $schema: _dialect, $defs, ...rest } = json
  const suffix = io === 'input' ? 'Input' : ''
  const rename = (value: unknown): Json =>
    JSON.parse(
      JSON.stringify(value).replace(
        /"#\/\$defs\/([^"]+)"/g,
        (_, id: string) => `"#/components/schemas/${id}${suffix}"`,
      ),
    )
  for (const [id, definition] of Object.entries(($defs ?? {}) as Json)) schemas[id + suffix] ??= rename(definition)
  return rename(rest)
}
