import { openTurn, type Turn } from '@sluice/connector-kit'
import { escapeXml, type XmlElement } from '@sluice/connector-kit/xml'
import { type Data, isData, toText, type Value } from '@sluice/contract'
import type { SoapField, SoapService } from './wsdl.ts'

const XSI = 'http://www.w3.org/2001/XMLSchema-instance'
const ENVELOPES = {
  '1.1': 'http://schemas.xmlsoap.org/soap/envelope/',
  '1.2': 'http://www.w3.org/2003/05/soap-envelope',
} as const

/** What cannot be said in the terms of the service: the field is named. */
export class UnfitValue extends Error {}

/** A request as XML. @throws UnfitValue */
export function writeEnvelope(version: SoapService['version'], header: string, body: SoapField, data: Data): string {
  const content = writeField(body, data, body.name)
  return `<?xml version="1.0" encoding="UTF-8"?><s:Envelope xmlns:s="${ENVELOPES[version]}" xmlns:xsi="${XSI}"><s:Header>${header}</s:Header><s:Body>${content}</s:Body></s:Envelope>`
}

function writeField(field: SoapField, value: Value, path: string): string {
  const open = `${field.name} xmlns="${escapeXml(field.namespace)}"`
  if (value === null) {
    if (!field.isNillable) throw new UnfitValue(`${path} is null, which the service does not take there`)
    return `<${open} xsi:nil="true"/>`
  }
  const type = field.type()
  if (type.kind === 'text') {
    if (isData(value) || Array.isArray(value)) throw new UnfitValue(`${path} takes one value, not an object or a list`)
    try {
      return `<${open}>${escapeXml(toText(value))}</${field.name}>`
    } catch {
      throw new UnfitValue(`${path} has a control character, which XML cannot hold`)
    }
  }
  if (!isData(value)) throw new UnfitValue(`${path} takes an object`)
  const known = new Set(type.fields.map(each => each.name))
  const stray = Object.keys(value).find(name => !known.has(name))
  if (stray !== undefined) throw new UnfitValue(`the service knows no field ${path}.${stray}`)
  const content = type.fields.map(each => writeInside(each, value[each.name], `${path}.${each.name}`)).join('')
  return `<${open}>${content}</${field.name}>`
}

function writeInside(field: SoapField, value: Value | undefined, path: string): string {
  if (value === undefined) return ''
  if (!Array.isArray(value)) return writeField(field, value, path)
  if (!field.isList) throw new UnfitValue(`${path} takes one value, not a list`)
  return (value as readonly Value[]).map((each, at) => writeField(field, each, `${path}[${at}]`)).join('')
}

export interface Fault {
  readonly code: string
  readonly text: string
}

export type Answer = { readonly fault: Fault } | { readonly data: Data }

/**
 * What the body of an envelope says.
 * @param listPath where there is a list even if the answer leaves it out, as far as the schema allows that
 * @throws SyntaxError when it is no envelope of SOAP
 */
export async function readEnvelope(root: XmlElement, output: SoapField, listPath: string): Promise<Answer> {
  if (root.name !== 'Envelope' || !Object.values<string>(ENVELOPES).includes(root.namespace))
    throw new SyntaxError(`the answer is <${root.name}>, not an envelope of SOAP`)
  const body = root.children.find(each => each.name === 'Body')
  if (!body) throw new SyntaxError('the envelope has no body')
  const [first] = body.children
  if (first?.name === 'Fault' && first.namespace === root.namespace) return { fault: readFault(first) }
  const read = first ? await readField(output, first, openTurn()) : {}
  const data = first?.name === output.name ? addAbsentList(output, read, listPath.split('.')) : read
  return { data: isData(data ?? undefined) ? (data as Data) : { value: data } }
}

/** A list that the schema lets be absent, or what holds it, is an empty one. Beside anything untold nothing is made up. */
function addAbsentList(
  field: SoapField,
  value: Value,
  [name = '', ...rest]: readonly string[],
  isAbsent = false,
): Value {
  const type = field.type()
  if (type.kind !== 'fields' || !isData(value)) return value
  const inner = type.fields.find(each => each.name === name)
  const isTold = Object.keys(value).every(key => key.startsWith('@') || type.fields.some(each => each.name === key))
  if (!inner || !isTold) return value
  const found = value[name] ?? null
  if (found !== null) return { ...value, [name]: addAbsentList(inner, found, rest) }
  const mayLack = isAbsent || (Object.hasOwn(value, name) ? inner.isNillable : !inner.isRequired)
  if (!mayLack) return value
  if (rest.length > 0) return { ...value, [name]: addAbsentList(inner, {}, rest, true) }
  return inner.isList ? { ...value, [name]: [] } : value
}

function readFault(fault: XmlElement): Fault {
  const at = (...path: string[]): string =>
    path
      .reduce<XmlElement | undefined>((element, name) => element?.children.find(each => each.name === name), fault)
      ?.text.trim() ?? ''
  const code = [at('faultcode') || at('Code', 'Value'), at('Code', 'Subcode', 'Value')]
  return {
    code: code.filter(each => each !== '').join(' ') || 'Fault',
    text: at('faultstring') || at('Reason', 'Text'),
  }
}

/** Text stays text; what the schema calls a list is one, however many come. Others have their turns meanwhile. */
async function readField(field: SoapField, element: XmlElement, turn: Turn): Promise<Value> {
  const nil = element.attributes.get(`{${XSI}}nil`)
  if (nil === 'true' || nil === '1') return null
  const type = field.type()
  const values: [string, Value][] = type.attributes.flatMap(name => {
    const value = element.attributes.get(name)
    return value === undefined ? [] : [[`@${name}`, value] as [string, Value]]
  })
  if (type.kind === 'text')
    return type.attributes.length === 0 ? element.text : { ...Object.fromEntries(values), '#text': element.text }
  const byName = await groupChildren(element, turn)
  for (const each of type.fields) {
    const found = byName.get(each.name) ?? []
    if (each.isList) values.push([each.name, await readAll(found, child => readField(each, child, turn), turn)])
    else if (found[0]) values.push([each.name, await readField(each, found[0], turn)])
  }
  // What the schema does not tell of is kept, as far as it can be said without one.
  const known = new Set(type.fields.map(each => each.name))
  for (const [name, found] of byName) {
    if (known.has(name)) continue
    const read = await readAll(found, child => readUntold(child, turn), turn)
    values.push([name, read.at(-1)!]) // a group has a child
  }
  return Object.fromEntries(values)
}

async function readUntold(element: XmlElement, turn: Turn): Promise<Value> {
  if (element.attributes.get(`{${XSI}}nil`) === 'true') return null
  if (element.children.length === 0) return element.text
  const values: [string, Value][] = []
  for (const [name, found] of await groupChildren(element, turn)) {
    const list = await readAll(found, child => readUntold(child, turn), turn)
    values.push([name, list.length === 1 ? list[0]! : list]) // the length is 1
  }
  return Object.fromEntries(values)
}

async function groupChildren(element: XmlElement, turn: Turn): Promise<Map<string, XmlElement[]>> {
  const groups = new Map<string, XmlElement[]>()
  for (const child of element.children) {
    const group = groups.get(child.name)
    if (group) group.push(child)
    else groups.set(child.name, [child])
    if (turn.isOver()) await turn.give()
  }
  return groups
}

async function readAll(
  all: readonly XmlElement[],
  read: (element: XmlElement) => Promise<Value>,
  turn: Turn,
): Promise<Value[]> {
  const values: Value[] = []
  for (const each of all) {
    values.push(await read(each))
    if (turn.isOver()) await turn.give()
  }
  return values
}
