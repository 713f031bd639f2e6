import { readFile } from 'node:fs/promises'
import type { ConnectorContext } from '@sluice/connector-kit'
import type { HttpSettings } from '@sluice/connector-kit/http'
import { Failure, type ParamValues } from '@sluice/contract'
import { decodeXml } from './soap-egress.ts'
import { type FetchText, readWsdl, type SoapService } from './wsdl.ts'

const MAX_BYTES = 8 * 1024 * 1024

/** The WSDL and what it names. */
export async function readService(params: ParamValues, context: ConnectorContext): Promise<SoapService> {
  const origin = readOrigin(params)
  const upload = isUploaded(params) ? await context.files.find(text(params, 'wsdl_file')) : null
  const service = upload
    ? await readWsdl(`file:///${upload.name.replace(/[\\/?#%]/g, '_')}`, fetchUpload(upload.path))
    : await readWsdl(text(params, 'wsdl'), fetchDocuments(params, context))
  const written = text(params, 'endpoint')
  const endpoint = written || service.endpoint
  const isOwn = URL.canParse(endpoint) && new URL(endpoint).origin === origin
  if (isOwn || written !== '') return { ...service, endpoint }
  throw new Failure({
    code: 'soap.endpoint',
    message: `The WSDL names a service on another host: ${endpoint}.`,
    advice: 'Write the address of the service yourself if it may have the credentials.',
    field: 'endpoint',
    value: endpoint,
  })
}

/** Credentials go to the WSDL's own origin alone. */
function fetchDocuments(params: ParamValues, { egress, account }: ConnectorContext): FetchText {
  const origin = readOrigin(params)
  const { skipTlsVerify, timeoutMs = 60_000 } = readSettings(params, origin)
  const basic = Buffer.from(`${text(params, 'username')}:${String(params['password'] ?? '')}`).toString('base64')
  account?.meterRequests()
  return async url => {
    const isOwn = new URL(url).origin === origin
    const headers: Record<string, string> =
      isOwn && params['auth'] === 'basic' ? { authorization: `Basic ${basic}` } : {}
    const get = () => egress.fetch(url, { headers, timeoutMs, skipTlsVerify, maxBytes: MAX_BYTES })
    const answer = await (account ? account.run(get) : get())
    if (answer.status < 400) return decodeXml(answer)
    const isRefused = answer.status === 401 || answer.status === 403
    throw new Failure({
      code: isRefused ? 'connector.auth' : 'soap.wsdl',
      message: `${url} could not be fetched (HTTP ${answer.status}).`,
      advice: isRefused ? 'Check credentials and rights.' : 'Check the address; it often ends with ?wsdl.',
      field: isRefused ? 'password' : 'wsdl',
      retry: answer.status >= 500 ? 'later' : 'never',
    })
  }
}

/** A file is whole: nobody knows where its other parts would lie. */
function fetchUpload(path: string): FetchText {
  let isRead = false
  return async url => {
    const bytes = isRead ? null : await readFile(path)
    isRead = true
    if (bytes && bytes.length <= MAX_BYTES) return decodeXml({ bytes, headers: {} })
    throw new Failure({
      code: 'soap.wsdl',
      message: bytes ? 'The file of the WSDL is too large.' : `The file of the WSDL needs ${url} as well.`,
      advice: 'Use a file that has everything and is smaller than 8 MB, or the address of the WSDL.',
      field: 'wsdl_file',
    })
  }
}

const isUploaded = (params: ParamValues): boolean => params['wsdl_from'] === 'file'

/** Scheme, host and port of the WSDL, or of the service whose WSDL is a file. */
export function readOrigin(params: ParamValues): string {
  const address = text(params, isUploaded(params) ? 'endpoint' : 'wsdl')
  if (URL.canParse(address)) return new URL(address).origin
  throw new Failure({
    code: 'soap.endpoint',
    message: 'A WSDL from a file needs the address of its service.',
    advice: 'Write the address of the service yourself if it may have the credentials.',
    field: 'endpoint',
  })
}

export function readSettings(params: ParamValues, baseUrl: string): HttpSettings {
  const [username, password] = [text(params, 'username'), String(params['password'] ?? '')]
  return {
    baseUrl,
    headers: {},
    auth: params['auth'] === 'basic' ? { kind: 'basic', username, password } : { kind: 'none' },
    skipTlsVerify: params['skip_tls_verify'] === true,
    timeoutMs: Number(params['timeout_s'] ?? 60) * 1000,
  }
}

/** A parameter as text; "" where it is not given. */
export const text = (options: ParamValues, field: string): string => String(options[field] ?? '').trim()
