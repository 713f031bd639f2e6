export interface Shape {
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly minimum?: number
  readonly items?: Shape
  readonly properties?: Readonly<Record<string, Shape>>
}

const MOMENT = '2026-01-31T08:00:00.000Z'

/** A value that the schema lets pass, for people to look at. */
export function exampleOf(schema: Shape): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  const type = typeof schema.type === 'string' ? schema.type : schema.type?.[0]
  if (type === 'object') {
    const members = Object.entries(schema.properties ?? {})
    return Object.fromEntries(members.map(([name, member]) => [name, ofMember(name, member)]))
  }
  if (type === 'array') return schema.items ? [exampleOf(schema.items)] : []
  if (type === 'integer' || type === 'number') return schema.minimum ?? 1
  if (type === 'boolean') return true
  if (schema.format === 'date') return MOMENT.slice(0, 10)
  return schema.format === 'date-time' ? MOMENT : 'text'
}

/** Times have no format of their own in what is answered: they are texts that a program may keep as they are. */
const ofMember = (name: string, schema: Shape): unknown =>
  schema.type === 'string' && name.endsWith('_at') ? MOMENT : exampleOf(schema)
