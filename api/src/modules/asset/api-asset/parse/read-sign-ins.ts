import { type Data, isData, toText, type Value } from '@sluice/contract'
import type { ParsedBase, ParsedSignIn } from './parsed-set.ts'

type Params = ParsedSignIn['params']

/** What `securitySchemes` or `securityDefinitions` offer, those that every operation asks for first. */
export function readSignIns(root: Data, base: ParsedBase): ParsedSignIn[] {
  const components = dataOf(root['components'])
  const schemes = { ...dataOf(root['securityDefinitions']), ...dataOf(components['securitySchemes']) }
  const asked = readAsked(root)
  const { together, isUseless } = readTogether(root, schemes)
  const single = Object.entries(schemes)
    .filter(([name]) => !isUseless(name))
    .flatMap(([name, scheme]) => (isData(scheme) ? readScheme(name, scheme, asked.get(name) ?? [], base) : []))
    .toSorted((a, b) => Number(asked.has(b.name)) - Number(asked.has(a.name)))
  return [...together, ...single]
}

/** Keys that are asked for together; each of them is useless alone unless it is somewhere asked for alone. */
function readTogether(root: Data, schemes: Data) {
  const wishes = listRequirements(root).map(each => Object.keys(each).toSorted())
  const alone = new Set(wishes.flatMap(names => (names.length === 1 ? names : [])))
  const together = new Map<string, ParsedSignIn>()
  const met = new Set<string>()
  for (const names of wishes) {
    const way = readKeys(names, schemes)
    if (!way) continue
    together.set(way.name, way)
    for (const name of names) met.add(name)
  }
  return { together: [...together.values()], isUseless: (name: string) => met.has(name) && !alone.has(name) }
}

/** How the HTTP connector calls so many keys at once, and the parameters of each of them. */
const KEYS_AT_ONCE: Readonly<Record<number, string>> = { 2: 'apiKeys', 3: 'apiKeys3', 4: 'apiKeys4' }
const KEY_FIELDS = ['api_key', 'second_key', 'third_key', 'fourth_key']

function readKeys(names: readonly string[], schemes: Data): ParsedSignIn | null {
  const auth = KEYS_AT_ONCE[names.length]
  const found = names.map(name => dataOf(schemes[name]))
  const keys = found.map(readPlain)
  if (auth === undefined || keys.some(key => key?.auth !== 'apiKey')) return null
  const describe = found.map(scheme => toText(scheme['description'])).filter(text => text !== '')
  const params = keys.flatMap((key, at) => [
    [`${KEY_FIELDS[at]}_place`, key?.api_key_place ?? ''],
    [`${KEY_FIELDS[at]}_name`, key?.api_key_name ?? ''],
  ])
  return {
    name: names.join(' + '),
    describe: describe.join(' · ').slice(0, 500),
    params: { auth, ...Object.fromEntries(params) },
  }
}

/** Of the whole description and of its operations: schemes that are asked for together. */
function listRequirements(root: Data): Data[] {
  const operations = Object.values(dataOf(root['paths'])).flatMap(path => Object.values(dataOf(path)))
  return [root, ...operations].flatMap(each => listOf(dataOf(each)['security']).map(dataOf))
}

/** Names of the schemes that the whole description asks for, each with its scopes. */
const readAsked = (root: Data): Map<string, readonly Value[]> =>
  new Map(
    listOf(root['security']).flatMap(each => Object.entries(dataOf(each)).map(([name, of]) => [name, listOf(of)])),
  )

function readScheme(name: string, scheme: Data, scopes: readonly Value[], base: ParsedBase): ParsedSignIn[] {
  const describe = toText(scheme['description']).slice(0, 500)
  const ways = toText(scheme['type']) === 'oauth2' ? readFlows(scheme, scopes, base) : [readPlain(scheme)]
  return ways.map(params => ({ name, describe, params }))
}

function readPlain(scheme: Data): Params {
  const type = toText(scheme['type'])
  const place = toText(scheme['in'])
  const kind = type === 'http' ? toText(scheme['scheme']).toLowerCase() : type
  if (kind === 'basic' || kind === 'bearer') return { auth: kind }
  if (kind !== 'apiKey' || (place !== 'header' && place !== 'query')) return null
  return { auth: 'apiKey', api_key_place: place, api_key_name: toText(scheme['name']) }
}

/** Each flow of OAuth2 is a way of its own. */
function readFlows(scheme: Data, scopes: readonly Value[], base: ParsedBase): Params[] {
  const flows = isData(scheme['flows']) ? scheme['flows'] : { [toText(scheme['flow'])]: scheme }
  return Object.entries(flows).flatMap(([name, flow]): Params[] => {
    if (!isData(flow)) return []
    const scope = (scopes.length > 0 ? scopes.map(toText) : Object.keys(dataOf(flow['scopes']))).join(' ').slice(0, 500)
    const tokenUrl = toUrl(flow['tokenUrl'], base)
    const shared = { ...given('token_url', tokenUrl), ...given('scope', scope) }
    if (name === 'clientCredentials' || name === 'application') return [{ auth: 'oauth2', ...shared }]
    if (name !== 'authorizationCode' && name !== 'accessCode') return [null]
    return [
      {
        auth: 'oauth2Code',
        ...given('authorization_url', toUrl(flow['authorizationUrl'], base)),
        ...given('refresh_url', toUrl(flow['refreshUrl'], base)),
        ...shared,
      },
    ]
  })
}

/** Whole where the host is known: below a connector's address it could lie elsewhere. */
function toUrl(value: Value | undefined, { origin, path }: ParsedBase): string {
  const text = toText(value).trim()
  const address = `${origin}${path}/`
  return text !== '' && URL.canParse(text, address) ? new URL(text, address).href : text
}

const given = (name: string, text: string): Record<string, string> => (text === '' ? {} : { [name]: text })
const dataOf = (value: Value | undefined): Data => (isData(value) ? value : {})
const listOf = (value: Value | undefined): readonly Value[] => (Array.isArray(value) ? value : [])
