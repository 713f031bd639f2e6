import { Failure, isData, toText, type Value } from '@sluice/contract'

/** What is asked of the schema: enough to make queries and mutations. */
export const INTROSPECTION =
  'query { __schema { queryType { name } mutationType { name } types { kind name fields { name args { name defaultValue type { ...T } } type { ...T } } } } } ' +
  'fragment T on __Type { kind name ofType { kind name ofType { kind name ofType { kind name ofType { kind name } } } } }'

interface TypeRef {
  readonly kind: string
  readonly name: string | null
  readonly ofType?: TypeRef | null
}
interface FieldRef {
  readonly name: string
  readonly type: TypeRef
  readonly args: readonly { readonly name: string; readonly type: TypeRef; readonly defaultValue: string | null }[]
}

export interface Readable {
  readonly name: string
  readonly query: string
  readonly shape: 'nodes' | 'edges' | 'list'
}
export interface Writable {
  readonly name: string
  readonly mutation: string
  /** The one argument that takes the record. */
  readonly variable: string
  /** Where the result lists refusals, and where the key of the record is; '' for none. */
  readonly errorsPath: string
  readonly keyPath: string
}

/** The types of a service, and what can be read and written without a word of the user. */
export class Schema {
  readonly #fields: ReadonlyMap<string, readonly FieldRef[]>
  readonly #query: string
  readonly #mutation: string

  constructor(schema: Value) {
    const root = isData(schema) ? schema : {}
    const types = Array.isArray(root['types']) ? (root['types'] as readonly Value[]) : []
    this.#fields = new Map(
      types.filter(isData).map(type => [toText(type['name']), (type['fields'] ?? []) as unknown as FieldRef[]]), // as introspection answers
    )
    this.#query = nameOf(root['queryType'])
    this.#mutation = nameOf(root['mutationType'])
  }

  listReadable(): readonly Readable[] {
    return (this.#fields.get(this.#query) ?? []).flatMap(field => this.#toReadable(field) ?? [])
  }

  listWritable(): readonly Writable[] {
    return (this.#fields.get(this.#mutation) ?? []).flatMap(field => this.#toWritable(field) ?? [])
  }

  #toReadable(field: FieldRef): Readable | null {
    const needed = field.args.filter(arg => arg.type.kind === 'NON_NULL' && arg.defaultValue === null)
    if (needed.some(arg => arg.name !== 'first')) return null
    const connection = this.#fields.get(innerName(field.type)) ?? []
    const of = (name: string) => connection.find(each => each.name === name)
    const nodes = of('nodes')
    const node = nodes ?? this.#fields.get(innerName(of('edges')?.type))?.find(each => each.name === 'node')
    const { name } = field
    if (!isListType(field.type) && node && of('pageInfo') && field.args.some(arg => arg.name === 'after')) {
      const selection = this.#select(node)
      const inside = nodes ? `nodes ${selection}` : `edges { node ${selection} }`
      const query = `query($first: Int${needed.length > 0 ? '!' : ''}, $after: String) { ${name}(first: $first, after: $after) { pageInfo { hasNextPage endCursor } ${inside} } }`
      return selection === '' ? null : { name, query, shape: nodes ? 'nodes' : 'edges' }
    }
    const selection = this.#select(field)
    if (!isListType(field.type) || selection === '' || needed.length > 0) return null
    return { name, query: `query { ${name} ${selection} }`, shape: 'list' }
  }

  #toWritable({ name, args, type }: FieldRef): Writable | null {
    const [input] = args.length === 1 ? args : args.filter(arg => arg.name === 'input')
    if (!input || innerKind(input.type) !== 'INPUT_OBJECT') return null
    if (args.some(arg => arg !== input && arg.type.kind === 'NON_NULL' && arg.defaultValue === null)) return null
    const result = this.#fields.get(innerName(type)) ?? []
    const errors = result.find(each => /^(?:user)?errors$/i.test(each.name))
    const errorFields = this.#leaves(errors).filter(each => ['field', 'code', 'message'].includes(each))
    const record = result.find(each => each !== errors && this.#leaves(each).includes('id'))
    const parts = [
      ...this.#leaves({ name, args, type }),
      ...(errors && errorFields.length > 0 ? [`${errors.name} { ${errorFields.join(' ')} }`] : []),
      ...(record ? [`${record.name} { id }`] : []),
    ]
    const selection = parts.length > 0 ? ` { ${parts.join(' ')} }` : ''
    if (selection === '' && result.length > 0) return null
    return {
      name,
      mutation: `mutation($${input.name}: ${write(input.type)}) { ${name}(${input.name}: $${input.name})${selection} }`,
      variable: input.name,
      errorsPath: errors && errorFields.includes('message') ? errors.name : '',
      keyPath: record ? `${record.name}.id` : parts.includes('id') ? 'id' : '',
    }
  }

  #select(field: FieldRef): string {
    const names = this.#leaves(field)
    return names.length === 0 ? '' : `{ ${names.join(' ')} }`
  }

  /** Fields without fields of their own, and without arguments that must be given. */
  #leaves(field: FieldRef | undefined): string[] {
    return (this.#fields.get(innerName(field?.type)) ?? [])
      .filter(({ type }) => ['SCALAR', 'ENUM'].includes(innerKind(type)))
      .filter(({ args }) => args.every(arg => arg.type.kind !== 'NON_NULL' || arg.defaultValue !== null))
      .map(({ name }) => name)
  }
}

const nameOf = (value: Value | undefined): string => (isData(value) ? toText(value['name']) : '')

function inner(type: TypeRef | undefined): TypeRef | undefined {
  return type?.ofType ? inner(type.ofType) : type
}
const innerName = (type: TypeRef | undefined): string => inner(type)?.name ?? ''
const innerKind = (type: TypeRef | undefined): string => inner(type)?.kind ?? ''

function isListType(type: TypeRef): boolean {
  if (type.kind === 'LIST') return true
  return type.kind === 'NON_NULL' && type.ofType ? isListType(type.ofType) : false
}

/** `[OrderInput!]!` */
function write(type: TypeRef): string {
  if (type.kind === 'NON_NULL' && type.ofType) return `${write(type.ofType)}!`
  return type.kind === 'LIST' && type.ofType ? `[${write(type.ofType)}]` : (type.name ?? '')
}

export const missing = (name: string, what: 'read' | 'written'): Failure =>
  new Failure({
    code: 'resource.missing',
    message: `The schema of the service has no ${name} that can be ${what} without a query of your own.`,
    advice: 'Choose another, or write the query or mutation yourself.',
    value: name,
  })

export const untold = (field: 'query' | 'mutation', cause: unknown): Failure =>
  new Failure({
    code: 'params.invalid',
    message: 'The service tells nothing about its schema, so nothing can be made from it.',
    advice: 'Write the query or mutation yourself.',
    field,
    cause,
  })
