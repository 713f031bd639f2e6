import { parseXmlInTurns, resolveName, type XmlElement } from '@sluice/connector-kit/xml'
import { Failure } from '@sluice/contract'

const XSD = 'http://www.w3.org/2001/XMLSchema'
const WSDL = 'http://schemas.xmlsoap.org/wsdl/'
const SOAP11 = 'http://schemas.xmlsoap.org/wsdl/soap/'
const SOAP12 = 'http://schemas.xmlsoap.org/wsdl/soap12/'

/** A place of a message. The type is looked up when it is needed: types may hold themselves. */
export interface SoapField {
  readonly name: string
  /** Empty for elements that stand without one. */
  readonly namespace: string
  readonly isList: boolean
  readonly isRequired: boolean
  readonly isNillable: boolean
  readonly type: () => SoapType
}

/** Values are text, or fields in their order. */
type SoapType =
  | { readonly kind: 'text'; readonly xsd: string; readonly attributes: readonly string[] }
  | { readonly kind: 'fields'; readonly fields: readonly SoapField[]; readonly attributes: readonly string[] }

export interface SoapOperation {
  readonly name: string
  readonly action: string
  /** What its makers wrote about it; may be empty. */
  readonly documentation: string
  /** The element in the body of the request; its type has the parameters. */
  readonly input: SoapField
  readonly output: SoapField
  /** Nothing comes back. */
  readonly isOneWay: boolean
}

export interface SoapService {
  readonly endpoint: string
  readonly version: '1.1' | '1.2'
  readonly operations: ReadonlyMap<string, SoapOperation>
}

/** Fetches a document by its whole address. @throws SyntaxError when it is no text */
export type FetchText = (url: string) => Promise<string>

const MAX_DOCUMENTS = 50
const MAX_TYPE_DEPTH = 30

interface Document {
  readonly root: XmlElement
  /** Of what includes it, where it has none of its own. */
  readonly target: string
}

/** The operations of a service. @throws Failure `soap.wsdl` when the document is none or holds nothing we can call */
export async function readWsdl(url: string, fetchText: FetchText): Promise<SoapService> {
  const documents = await collect(url, fetchText)
  try {
    return new Reader(url, documents).read()
  } catch (error) {
    if (error instanceof SyntaxError) throw broken(url, error.message)
    throw error
  }
}

const broken = (url: string, why: string): Failure =>
  new Failure({
    code: 'soap.wsdl',
    message: `${url} is no usable WSDL: ${why}.`,
    advice: 'Check the address; it often ends with ?wsdl.',
    field: 'wsdl',
  })

/** The document, what it imports and what its schemas include; each address once. */
async function collect(first: string, fetchText: FetchText): Promise<Document[]> {
  const found: Document[] = []
  const met = new Set<string>()
  const queue: { url: string; target: string }[] = [{ url: first, target: '' }]
  for (let next = queue.shift(); next; next = queue.shift()) {
    const { url, target } = next
    if (met.has(`${url} ${target}`)) continue
    met.add(`${url} ${target}`)
    if (met.size > MAX_DOCUMENTS) throw broken(first, `it needs more than ${MAX_DOCUMENTS} documents`)
    const root = await fetchDocument(url, fetchText, target)
    const isSchema = root.name === 'schema'
    const own = root.attributes.get('targetNamespace') ?? target
    found.push({ root, target: own })
    for (const schema of isSchema ? [root] : descend(root, 'types', 'schema')) {
      const around = isSchema ? own : (schema.attributes.get('targetNamespace') ?? '')
      for (const each of schema.children)
        if (['include', 'import', 'redefine'].includes(each.name)) {
          const place = each.attributes.get('schemaLocation')
          if (place) queue.push({ url: resolve(place, url), target: each.name === 'import' ? '' : around })
        }
    }
    for (const each of isSchema ? [] : root.children) {
      const place = each.name === 'import' ? each.attributes.get('location') : undefined
      if (place) queue.push({ url: resolve(place, url), target: '' })
    }
  }
  return found
}

function resolve(place: string, url: string): string {
  if (URL.canParse(place, url)) return new URL(place, url).href
  throw broken(url, `it imports ${place}, which is no address`)
}

/** What is included without a namespace of its own takes that of its includer, and so do the names in it. */
async function fetchDocument(url: string, fetchText: FetchText, target: string): Promise<XmlElement> {
  try {
    const text = await fetchText(url)
    const first = await parseXmlInTurns(text)
    const root = first.attributes.has('targetNamespace') || target === '' ? first : await parseXmlInTurns(text, target)
    if ((root.name === 'definitions' && root.namespace === WSDL) || root.name === 'schema') return root
    throw new SyntaxError(`its outermost element is <${root.name}>`)
  } catch (error) {
    if (error instanceof SyntaxError) throw broken(url, error.message)
    throw error
  }
}

function descend(element: XmlElement, ...path: string[]): XmlElement[] {
  return path.reduce<XmlElement[]>(
    (list, name) => list.flatMap(each => each.children.filter(child => child.name === name)),
    [element],
  )
}

interface Declared {
  readonly element: XmlElement
  readonly target: string
  readonly isQualified: boolean
}

class Reader {
  /** By kind and qualified name: `element {urn:x}Order`. */
  readonly #declared = new Map<string, Declared>()
  readonly #definitions: XmlElement[] = []
  /** Each is read once: many fields have the same type, and a type may hold itself. */
  readonly #types = new Map<XmlElement, SoapType>()
  readonly #url: string

  constructor(url: string, documents: readonly Document[]) {
    this.#url = url
    for (const { root, target } of documents) {
      if (root.name === 'schema') this.#addSchema(root, target)
      else {
        this.#definitions.push(root)
        for (const schema of descend(root, 'types', 'schema'))
          this.#addSchema(schema, schema.attributes.get('targetNamespace') ?? '')
        for (const each of root.children) this.#add(each, target, false)
      }
    }
  }

  #addSchema(schema: XmlElement, target: string): void {
    const isQualified = schema.attributes.get('elementFormDefault') === 'qualified'
    for (const each of schema.children) this.#add(each, target, isQualified)
  }

  #add(element: XmlElement, target: string, isQualified: boolean): void {
    const name = element.attributes.get('name')
    if (name) this.#declared.set(`${element.name} {${target}}${name}`, { element, target, isQualified })
  }

  #find(kind: string, written: string | undefined, from: XmlElement): Declared {
    const { namespace, name } = resolveName(written ?? '', from.scope)
    const found = this.#declared.get(`${kind} {${namespace}}${name}`)
    if (!found) {
      const place = `<${from.name} name="${from.attributes.get('name') ?? ''}">`
      throw new SyntaxError(`the ${kind} ${written ?? ''} of ${place} is not there`)
    }
    return found
  }

  read(): SoapService {
    for (const uri of [SOAP12, SOAP11])
      for (const port of this.#definitions.flatMap(each => descend(each, 'service', 'port'))) {
        const address = port.children.find(each => each.name === 'address' && each.namespace === uri)
        if (!address) continue
        const endpoint = address.attributes.get('location') ?? ''
        const operations = this.#readBinding(this.#find('binding', port.attributes.get('binding'), port).element)
        return { endpoint, version: uri === SOAP12 ? '1.2' : '1.1', operations }
      }
    throw new SyntaxError('it has no port for SOAP')
  }

  #readBinding(binding: XmlElement): Map<string, SoapOperation> {
    const portType = this.#find('portType', binding.attributes.get('type'), binding).element
    const style = descend(binding, 'binding')[0]?.attributes.get('style') ?? 'document'
    return new Map(
      descend(binding, 'operation').map(each => {
        const name = each.attributes.get('name') ?? ''
        const abstract = descend(portType, 'operation').find(one => one.attributes.get('name') === name)
        if (!abstract) throw new SyntaxError(`the operation ${name} is in no port type`)
        const own = descend(each, 'operation')[0]
        const isRpc = (own?.attributes.get('style') ?? style) === 'rpc'
        const read = (side: 'input' | 'output') => this.#readMessage(name, abstract, each, side, isRpc)
        return [
          name,
          {
            name,
            action: own?.attributes.get('soapAction') ?? '',
            documentation: (descend(abstract, 'documentation')[0]?.text ?? '').trim().replace(/\s+/g, ' '),
            input: read('input'),
            output: read('output'),
            isOneWay: descend(abstract, 'output').length === 0,
          },
        ]
      }),
    )
  }

  #readMessage(
    operation: string,
    abstract: XmlElement,
    bound: XmlElement,
    side: 'input' | 'output',
    isRpc: boolean,
  ): SoapField {
    const [use] = descend(abstract, side)
    const body = descend(bound, side, 'body')[0]
    if (body?.attributes.get('use') === 'encoded')
      throw new SyntaxError(`${operation} is encoded, which is not supported`)
    const name = side === 'input' ? operation : `${operation}Response`
    const namespace = body?.attributes.get('namespace') ?? ''
    if (!use) return wrap(name, namespace, [])
    const message = this.#find('message', use.attributes.get('message'), use).element
    const chosen = body?.attributes.get('parts')?.split(/\s+/)
    const parts = descend(message, 'part').filter(each => chosen?.includes(each.attributes.get('name') ?? '') ?? true)
    if (isRpc)
      return wrap(
        name,
        namespace,
        parts.map(part => this.#readRpcPart(part)),
      )
    const [part] = parts
    if (!part) return wrap(name, namespace, [])
    const at = this.#find('element', part.attributes.get('element'), part)
    return this.#readElement(at.element, { ...at, isQualified: true }, 0)
  }

  #readRpcPart(part: XmlElement): SoapField {
    const type = part.attributes.get('type')
    return {
      ...single(part.attributes.get('name') ?? '', ''),
      type: this.#once(() => this.#readType(type, part, 0)),
    }
  }

  /** Types are read when somebody asks, and once; what lacks then is still the WSDL's. */
  #once(read: () => SoapType): () => SoapType {
    let known: SoapType | null = null
    return () => {
      try {
        known ??= read()
        return known
      } catch (error) {
        if (error instanceof SyntaxError) throw broken(this.#url, error.message)
        throw error
      }
    }
  }

  #readElement(element: XmlElement, around: Declared, depth: number): SoapField {
    const most = element.attributes.get('maxOccurs') ?? '1'
    const occurs = {
      isList: most === 'unbounded' || Number(most) > 1,
      isRequired: element.attributes.get('minOccurs') !== '0',
    }
    const ref = element.attributes.get('ref')
    if (ref) {
      const at = this.#find('element', ref, element)
      return { ...this.#readElement(at.element, { ...at, isQualified: true }, depth), ...occurs }
    }
    const form = element.attributes.get('form')
    const isQualified = form ? form === 'qualified' : around.isQualified
    const inline = element.children.find(each => each.name === 'complexType' || each.name === 'simpleType')
    const type = element.attributes.get('type')
    const inner = { ...around, isQualified: this.#isQualifiedAt(around) }
    return {
      name: element.attributes.get('name') ?? '',
      namespace: isQualified ? around.target : '',
      isNillable: element.attributes.get('nillable') === 'true',
      ...occurs,
      type: this.#once(() =>
        inline ? this.#readInline(inline, inner, depth + 1) : this.#readType(type, element, depth + 1),
      ),
    }
  }

  /** Global elements are always qualified; what stands inside follows its schema. */
  #isQualifiedAt({ element, isQualified, target }: Declared): boolean {
    const known = this.#declared.get(`${element.name} {${target}}${element.attributes.get('name') ?? ''}`)
    return known?.element === element ? known.isQualified : isQualified
  }

  #readType(written: string | undefined, from: XmlElement, depth: number): SoapType {
    if (!written) return { kind: 'text', xsd: 'string', attributes: [] }
    const { namespace, name } = resolveName(written, from.scope)
    if (namespace === XSD) return { kind: 'text', xsd: name, attributes: [] }
    const complex = this.#declared.get(`complexType {${namespace}}${name}`)
    const found = complex ?? this.#find('simpleType', written, from)
    return this.#readInline(found.element, found, depth)
  }

  #readInline(type: XmlElement, around: Declared, depth: number): SoapType {
    const known = this.#types.get(type)
    if (known) return known
    const read = this.#readContent(type, around, depth)
    this.#types.set(type, read)
    return read
  }

  #readContent(type: XmlElement, around: Declared, depth: number): SoapType {
    if (depth > MAX_TYPE_DEPTH) throw new SyntaxError('types hold each other without an end')
    if (type.name === 'simpleType') {
      const base = descend(type, 'restriction')[0]
      return base?.attributes.get('base')
        ? this.#readType(base.attributes.get('base'), base, depth + 1)
        : { kind: 'text', xsd: 'string', attributes: [] }
    }
    const attributes = descend(type, 'attribute').map(each => each.attributes.get('name') ?? '')
    const content = type.children.find(each => each.name === 'simpleContent' || each.name === 'complexContent')
    const derived = content?.children.find(each => each.name === 'extension' || each.name === 'restriction')
    if (!derived) return { kind: 'fields', fields: this.#readParticles(type, around, depth), attributes }
    const base = this.#readType(derived.attributes.get('base'), derived, depth + 1)
    const own = [...base.attributes, ...descend(derived, 'attribute').map(each => each.attributes.get('name') ?? '')]
    if (base.kind === 'text' && content?.name === 'simpleContent') return { ...base, attributes: own }
    const inherited = base.kind === 'fields' && derived.name === 'extension' ? base.fields : []
    return { kind: 'fields', fields: [...inherited, ...this.#readParticles(derived, around, depth)], attributes: own }
  }

  #readParticles(group: XmlElement, around: Declared, depth: number): SoapField[] {
    return group.children.flatMap(each => {
      if (each.name === 'element') return [this.#readElement(each, around, depth)]
      if (!['sequence', 'all', 'choice', 'group'].includes(each.name)) return []
      const ref = each.attributes.get('ref')
      const at = ref ? this.#find('group', ref, each) : null
      const fields = this.#readParticles(at?.element ?? each, at ?? around, depth + 1)
      const most = each.attributes.get('maxOccurs') ?? '1'
      const isRepeated = most === 'unbounded' || Number(most) > 1
      const isOptional = each.name === 'choice' || each.attributes.get('minOccurs') === '0'
      return fields.map(field => ({
        ...field,
        isList: field.isList || isRepeated,
        isRequired: field.isRequired && !isOptional,
      }))
    })
  }
}

const single = (name: string, namespace: string) =>
  ({ name, namespace, isList: false, isRequired: true, isNillable: false }) as const

const wrap = (name: string, namespace: string, fields: readonly SoapField[]): SoapField => ({
  ...single(name, namespace),
  type: () => ({ kind: 'fields', fields, attributes: [] }),
})
