import { type Data, isData, toText, type Value } from '@sluice/contract'
import type { SoapField, SoapService } from './wsdl.ts'
import { escapeXml, type XmlElement } from './xml.ts'

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
export function readEnvelope(root: XmlElement, output: SoapField, listPath: string): Answer {
  if (root.name !== 'Envelope' || !Object.values<string>(ENVELOPES).includes(root.namespace))
    throw new SyntaxError(`the answer is <${root.name}>, not an envelope of SOAP`)
  const body = root.children.find(each => each.name === 'Body')
  if (!body) throw new SyntaxError('the envelope has no body')
  const [first] = body.children
  if (first?.name === 'Fault' && first.namespace === root.namespace) return { fault: readFault(first) }
  const read = first ? readField(output, first) : {}
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

/** Text stays text; what the schema calls a list is one, however many come. */
function readField(field: SoapField, element: XmlElement): Value {
  const nil = element.attributes.get(`{${XSI}}nil`)
  if (nil === 'true' || nil === '1') return null
  const type = field.type()
  const attributes = type.attributes.flatMap(name => {
    const value = element.attributes.get(name)
    return value === undefined ? [] : [[`@${name}`, value] as [string, Value]]
  })
  if (type.kind === 'text')
    return type.attributes.length === 0 ? element.text : { ...Object.fromEntries(attributes), '#text': element.text }
  const values: [string, Value][] = [...attributes]
  for (const each of type.fields) {
    const found = element.children.filter(child => child.name === each.name)
    if (each.isList) values.push([each.name, found.map(child => readField(each, child))])
    else if (found[0]) values.push([each.name, readField(each, found[0])])
  }
  const known = new Set(type.fields.map(each => each.name))
  // What the schema does not tell of is kept, as far as it can be said without one.
  for (const child of element.children) if (!known.has(child.name)) values.push([child.name, readUntold(child)])
  return Object.fromEntries(values)
}

function readUntold(element: XmlElement): Value {
  if (element.attributes.get(`{${XSI}}nil`) === 'true') return null
  if (element.children.length === 0) return element.text
  const lists = new Map<string, Value[]>()
  for (const child of element.children) lists.set(child.name, [...(lists.get(child.name) ?? []), readUntold(child)])
  return Object.fromEntries([...lists].map(([name, list]) => [name, list.length === 1 ? (list[0] ?? null) : list]))
}
