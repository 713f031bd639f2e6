import type { Connection, Connector, ConnectorContext } from '@sluice/connector-kit'
import { createHttpConnector, type HttpReadPlan, type HttpWritePlan } from '@sluice/connector-kit/http'
import { Failure, type ParamValues, type Resource } from '@sluice/contract'
import { manifest } from './manifest.ts'
import { findList, listFields } from './operation-fields.ts'
import { readOrigin, readService, readSettings, text } from './read-service.ts'
import { sentences as pt } from './sentences.pt.ts'
import { sentences as tw } from './sentences.tw.ts'
import { sentences as zh } from './sentences.zh.ts'
import { soapEgress, type WsSecurity } from './soap-egress.ts'
import type { SoapOperation, SoapService } from './wsdl.ts'

const sentences = { zh, tw, pt }

/** The operations of one WSDL; each is a resource. */
const soap: Connector = {
  manifest,
  sentences,
  // Nothing tells an operation that reads from one that writes.
  mayChange: () => true,
  open: async (params, context) => connect(params, context),
}
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
  const open = async (name: string, options: ParamValues | null): Promise<Connection> =>
    openOperation(await ask(), name, options, params, context)
  return {
    test: async function* () {
      const probe = async (): Promise<string> => {
        const { size } = (await readService(params, context)).operations
        return `${size} operations in the WSDL`
      }
      const base = createHttpConnector({
        manifest,
        sentences,
        connect: () => readSettings(params, readOrigin(params)),
        endpoints: [],
        probe: () => ({ ask: probe }),
      })
      yield* (await base.open(params, context)).test()
    },
    discover: async () =>
      [...(await ask()).operations.values()].map(each =>
        describeOperation(each, findList(each.output) ? 'source' : 'target'),
      ),
    describe: async (id, _options, role = 'source') => describeOperation(findOperation(await ask(), id), role),
    openSource: async config => (await open(config.resource, config.options)).openSource!(config), // the base is a source
    openTarget: async config => (await open(config.resource, null)).openTarget!(config), // and a target
    close: async () => undefined,
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
  readOptions: ParamValues | null,
  params: ParamValues,
  context: ConnectorContext,
): Promise<Connection> {
  const operation = findOperation(service, name)
  const { origin, pathname, search } = new URL(service.endpoint)
  const path = `${pathname}${search}`
  const listPath = readOptions ? readListPath(operation, readOptions) : ''
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
    egress: soapEgress(context.egress, service, operation, readSecurity(params), listPath),
  })
}

const readListPath = ({ output }: SoapOperation, options: ParamValues): string =>
  text(options, 'list_path') || (findList(output)?.path ?? '')

const planRead = (path: string, operation: SoapOperation, options: ParamValues): HttpReadPlan => {
  const [paging, success] = ['paging', 'success_path'].map(each => text(options, each))
  return {
    method: 'POST',
    path,
    body: text(options, 'body') || '{}',
    pagination: { kind: paging === 'page' || paging === 'offset' ? paging : 'none' },
    listPath: readListPath(operation, options),
    test: { messagePath: 'fault.message', ...(success ? { successPath: success } : {}) },
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

function describeOperation(operation: SoapOperation, role: 'source' | 'target'): Resource {
  const list = findList(operation.output)?.field
  const { fields, isCut } = listFields(role === 'target' ? operation.input : (list ?? operation.output))
  const direction = list ? 'both' : 'target'
  const { name, documentation } = operation
  const comment = documentation === '' ? {} : { comment: documentation.slice(0, 500) }
  const cut = isCut ? { isCut } : {}
  return { id: name, label: name, ...comment, kind: 'endpoint', direction, fields, ...cut, key: [] }
}
