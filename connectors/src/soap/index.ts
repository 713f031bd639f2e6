import type { Connection, Connector, ConnectorContext } from '@sluice/connector-kit'
import {
  createHttpConnector,
  type HttpReadPlan,
  type HttpSettings,
  type HttpWritePlan,
} from '@sluice/connector-kit/http'
import { Failure, type FieldSpec, type ParamValues, type Resource } from '@sluice/contract'
import { manifest } from './manifest.ts'
import { sentences as pt } from './sentences.pt.ts'
import { sentences as tw } from './sentences.tw.ts'
import { sentences as zh } from './sentences.zh.ts'
import { decodeXml, soapEgress, type WsSecurity } from './soap-egress.ts'
import { readWsdl, type SoapField, type SoapOperation, type SoapService } from './wsdl.ts'

const sentences = { zh, tw, pt }

/** The operations of one WSDL; each is a resource. */
const soap: Connector = { manifest, sentences, open: async (params, context) => connect(params, context) }
export default soap

function connect(params: ParamValues, context: ConnectorContext): Connection {
  let reading: Promise<SoapService> | null = null
  const ask = (): Promise<SoapService> => {
    reading ??= readService(params, context).catch((error: unknown) => {
      reading = null
      throw error
    })
    return reading
  }
  const open = async (name: string): Promise<Connection> => openOperation(await ask(), name, params, context)
  return {
    test: async function* () {
      const wsdl = new URL(text(params, 'wsdl'))
      const probe = async (): Promise<string> => {
        const { size } = (await readService(params, context)).operations
        return `${size} operations in the WSDL`
      }
      const base = createHttpConnector({
        manifest,
        sentences,
        connect: () => readSettings(params, wsdl.origin),
        endpoints: [],
        probe: () => ({ ask: probe }),
      })
      yield* (await base.open(params, context)).test()
    },
    discover: async () => [...(await ask()).operations.values()].map(each => describeOperation(each, 'source')),
    describe: async (id, _options, role = 'source') => describeOperation(findOperation(await ask(), id), role),
    openSource: async config => (await open(config.resource)).openSource!(config), // the base is a source
    openTarget: async config => (await open(config.resource)).openTarget!(config), // and a target
    close: async () => undefined,
  }
}

const text = (options: ParamValues, field: string): string => String(options[field] ?? '').trim()

/** The WSDL and what it names. Credentials go to its own origin alone. */
async function readService(params: ParamValues, { egress, account }: ConnectorContext): Promise<SoapService> {
  const wsdl = new URL(text(params, 'wsdl'))
  const { skipTlsVerify, timeoutMs = 60_000 } = readSettings(params, wsdl.origin)
  const basic = Buffer.from(`${text(params, 'username')}:${String(params['password'] ?? '')}`).toString('base64')
  account?.meterRequests()
  const service = await readWsdl(wsdl.href, async url => {
    const isOwn = new URL(url).origin === wsdl.origin
    const headers: Record<string, string> =
      isOwn && params['auth'] === 'basic' ? { authorization: `Basic ${basic}` } : {}
    const get = () => egress.fetch(url, { headers, timeoutMs, skipTlsVerify, maxBytes: 8 * 1024 * 1024 })
    const answer = await (account ? account.run(get) : get())
    if (answer.status < 400) return decodeXml(answer)
    const isRefused = answer.status === 401 || answer.status === 403
    throw new Failure({
      code: isRefused ? 'connector.auth' : 'soap.wsdl',
      message: `The WSDL could not be fetched (HTTP ${answer.status}).`,
      advice: isRefused ? 'Check credentials and rights.' : 'Check the address; it often ends with ?wsdl.',
      field: isRefused ? 'password' : 'wsdl',
      retry: answer.status >= 500 ? 'later' : 'never',
    })
  })
  const endpoint = text(params, 'endpoint') || service.endpoint
  const isOwn = URL.canParse(endpoint) && new URL(endpoint).origin === wsdl.origin
  if (isOwn || text(params, 'endpoint') !== '') return { ...service, endpoint }
  throw new Failure({
    code: 'soap.endpoint',
    message: `The WSDL names a service on another host: ${endpoint}.`,
    advice: 'Write the address of the service yourself if it may have the credentials.',
    field: 'endpoint',
    value: endpoint,
  })
}

function readSettings(params: ParamValues, baseUrl: string): HttpSettings {
  const [username, password] = [text(params, 'username'), String(params['password'] ?? '')]
  return {
    baseUrl,
    headers: {},
    auth: params['auth'] === 'basic' ? { kind: 'basic', username, password } : { kind: 'none' },
    skipTlsVerify: params['skip_tls_verify'] === true,
    timeoutMs: Number(params['timeout_s'] ?? 60) * 1000,
  }
}

function readSecurity(params: ParamValues): WsSecurity | null {
  const auth = params['auth']
  if (auth !== 'wsseText' && auth !== 'wsseDigest') return null
  const [username, password] = [text(params, 'username'), String(params['password'] ?? '')]
  return { username, password, isDigest: auth === 'wsseDigest' }
}

function findOperation({ operations }: SoapService, name: string): SoapOperation {
  const found = operations.get(name)
  if (found) return found
  throw new Failure({
    code: 'resource.missing',
    message: `The WSDL has no operation ${name}.`,
    advice: 'Choose one of the list.',
    value: name,
  })
}

/** The HTTP base over one operation: paging, windows, tries, tests and guarantees are its own. */
function openOperation(
  service: SoapService,
  name: string,
  params: ParamValues,
  context: ConnectorContext,
): Promise<Connection> {
  const operation = findOperation(service, name)
  const { origin, pathname, search } = new URL(service.endpoint)
  const path = `${pathname}${search}`
  const base = createHttpConnector({
    manifest,
    connect: () => readSettings(params, origin),
    endpoints: [],
    resolve: (id, options, role) => ({
      id,
      label: id,
      key: [],
      ...(role === 'source' ? { read: planRead(path, operation, options) } : { write: planWrite(path, options) }),
    }),
    probe: () => null,
  })
  return base.open(params, {
    ...context,
    egress: soapEgress(context.egress, service, operation, readSecurity(params)),
  })
}

const planRead = (path: string, { output }: SoapOperation, options: ParamValues): HttpReadPlan => {
  const paging = text(options, 'paging')
  return {
    method: 'POST',
    path,
    body: text(options, 'body') || '{}',
    pagination: { kind: paging === 'page' || paging === 'offset' ? paging : 'none' },
    listPath: text(options, 'list_path') || (findList(output)?.path ?? ''),
    test: { messagePath: 'fault.message' },
  }
}

const planWrite = (path: string, options: ParamValues): HttpWritePlan => {
  const [place, success, key] = ['record_path', 'success_path', 'idempotency_field'].map(each => text(options, each))
  return {
    method: 'POST',
    path,
    rows: 1,
    ...(place ? { bodyKey: place } : {}),
    test: { messagePath: 'fault.message', ...(success ? { successPath: success } : {}) },
    ...(key ? { idempotencyField: key } : {}),
  }
}

/** The first list of an answer, nearest to its root. */
function findList(root: SoapField): { readonly path: string; readonly field: SoapField } | null {
  let level: readonly { path: string; field: SoapField }[] = [{ path: '', field: root }]
  for (let depth = 0; depth < 6 && level.length > 0; depth++) {
    level = level.flatMap(({ path, field }) => {
      const type = field.type()
      if (type.kind !== 'fields') return []
      return type.fields.map(each => ({ path: path === '' ? each.name : `${path}.${each.name}`, field: each }))
    })
    const found = level.find(each => each.field.isList)
    if (found) return found
  }
  return null
}

function describeOperation(operation: SoapOperation, role: 'source' | 'target'): Resource {
  const list = findList(operation.output)?.field
  const fields = listFields(role === 'target' ? operation.input : (list ?? operation.output), 0)
  const direction = list ? 'both' : 'target'
  return { id: operation.name, label: operation.name, kind: 'endpoint', direction, fields, key: [] }
}

const MAX_SHOWN_DEPTH = 5

function listFields(field: SoapField, depth: number): FieldSpec[] {
  const type = field.type()
  if (type.kind !== 'fields' || depth === MAX_SHOWN_DEPTH) return []
  return type.fields.map((each): FieldSpec => {
    const inner = each.type()
    const common = { name: each.name, isRequired: each.isRequired }
    if (inner.kind === 'text') return { ...common, type: each.isList ? 'array' : 'string', nativeType: inner.xsd }
    return { ...common, type: each.isList ? 'array' : 'object', fields: listFields(each, depth + 1) }
  })
}
