/** A schema as the gateway writes it. */
export interface Schema {
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly format?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly maxLength?: number
  readonly items?: Schema
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
}

interface Media {
  readonly content?: { readonly 'application/json'?: { readonly schema?: Schema; readonly example?: unknown } }
}

interface Described {
  readonly summary?: string
  readonly tags?: readonly string[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: Media
  readonly deprecated?: boolean
  readonly 'x-sunset-at'?: string
  readonly responses?: Readonly<Record<string, Media & { readonly description?: string }>>
}

interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly schema?: Schema
  readonly example?: string
}

export interface PortalOperation {
  readonly id: string
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly summary: string
  /** The strategy that it belongs to; null: to none. */
  readonly group: string | null
  readonly isDeprecated: boolean
  /** null: no end is set. */
  readonly sunsetAt: string | null
  readonly parameters: readonly Parameter[]
  readonly body: { readonly schema: Schema; readonly example: string } | null
  /** JSON text. */
  readonly answer: string | null
  readonly answerSchema: Schema | null
  readonly refusals: readonly { readonly status: string; readonly description: string }[]
}

/** Where it is called, and whether with a certificate. */
export function readAccess(openapi: Readonly<Record<string, unknown>>): { origin: string; isByCertificate: boolean } {
  const { servers, components } = openapi as {
    servers: readonly { url: string }[]
    components: { securitySchemes: object }
  } // the gateway's
  return { origin: servers[0]?.url ?? '', isByCertificate: 'certificate' in components.securitySchemes }
}

const write = (value: unknown): string => JSON.stringify(value, null, 2)

/** The operations of a description, in its order; what has another form than the gateway's is left out. */
export function listOperations(openapi: Readonly<Record<string, unknown>>): PortalOperation[] {
  const paths = (openapi['paths'] ?? {}) as Readonly<Record<string, Readonly<Record<string, Described>>>> // the gateway's
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([name, operation]) => {
      const method = name.toUpperCase()
      return method === 'GET' || method === 'POST' ? [toOperation(method, path, operation)] : []
    }),
  )
}

function toOperation(method: 'GET' | 'POST', path: string, operation: Described): PortalOperation {
  const { summary = path, tags, parameters = [], requestBody, responses = {} } = operation
  const body = requestBody?.content?.['application/json']
  const done = responses['200']?.content?.['application/json']
  return {
    ...{ id: `${method} ${path}`, method, path, summary, parameters },
    group: tags?.[0] ?? null,
    isDeprecated: operation.deprecated ?? false,
    sunsetAt: operation['x-sunset-at'] ?? null,
    body: body?.schema ? { schema: body.schema, example: write(body.example ?? {}) } : null,
    answer: done?.example === undefined ? null : write(done.example),
    answerSchema: done?.schema?.properties?.['content'] ?? null,
    refusals: Object.entries(responses).flatMap(([status, { description = '' }]) =>
      status === '200' ? [] : [{ status, description }],
    ),
  }
}

export interface SchemaRow {
  /** `content[].id` */
  readonly path: string
  readonly type: string
  readonly isRequired: boolean
  readonly note: string
}

const DEEPEST = 6

/** Every member of a schema as one row. */
export function listMembers(schema: Schema, at = '', depth = 0): SchemaRow[] {
  if (depth > DEEPEST) return []
  if (schema.items) return listMembers(schema.items, `${at}[]`, depth + 1)
  const named = Object.entries(schema.properties ?? {})
  const only = (schema.required ?? []).filter(name => !named.some(([known]) => known === name))
  return [...named, ...only.map((name): [string, Schema] => [name, {}])].flatMap(([name, member]) => {
    const path = at === '' ? name : `${at}.${name}`
    const isRequired = schema.required?.includes(name) ?? false
    return [{ path, type: typeOf(member), isRequired, note: noteOf(member) }, ...listMembers(member, path, depth + 1)]
  })
}

function typeOf({ type, const: fixed, enum: choices }: Schema): string {
  if (fixed !== undefined || choices) return 'enum'
  return typeof type === 'string' ? type : (type?.join(' | ') ?? 'any')
}

const spanOf = (least: number | undefined, most: number | undefined): string =>
  least === undefined && most === undefined ? '' : `${least ?? ''}–${most ?? ''}`

const noteOf = ({ const: fixed, enum: choices, format, ...bounds }: Schema): string =>
  [
    fixed === undefined ? '' : JSON.stringify(fixed),
    choices?.map(choice => JSON.stringify(choice)).join(', ') ?? '',
    format ?? '',
    spanOf(bounds.minimum, bounds.maximum),
    spanOf(bounds.minItems, bounds.maxItems),
    bounds.maxLength === undefined ? '' : `≤ ${bounds.maxLength}`,
  ]
    .filter(part => part !== '')
    .join(' ')

/**
 * The address of a call, with what was entered in place of its parameters; null: a part is missing, or is one by which an address
 * would lead elsewhere.
 */
export function fillPath(path: string, values: Readonly<Record<string, string>>): string | null {
  let isWhole = true
  const filled = path.replace(/\{(\w+)\}/g, (_all, name: string) => {
    const value = (values[name] ?? '').trim()
    if (value === '' || /^\.{1,2}$/.test(value)) isWhole = false
    return encodeURIComponent(value)
  })
  return isWhole ? filled : null
}
