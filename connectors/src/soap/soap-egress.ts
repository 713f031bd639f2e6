import { createHash, randomBytes } from 'node:crypto'
import { type Egress, type EgressInit, type EgressResponse, toJsonInTurns } from '@sluice/connector-kit'
import { escapeXml, parseXmlInTurns } from '@sluice/connector-kit/xml'
import { type Data, type ErrorKind, Failure, isData, parseJson, toJson } from '@sluice/contract'
import { type Fault, readEnvelope, UnfitValue, writeEnvelope } from './message.ts'
import type { SoapOperation, SoapService } from './wsdl.ts'

/** UsernameToken of WS-Security. */
export interface WsSecurity {
  readonly username: string
  readonly password: string
  readonly isDigest: boolean
}

/**
 * Lets the HTTP base speak JSON to one operation: its bodies leave as envelopes, and what comes back is JSON again.
 * @param listPath where a list is looked for; empty: nowhere
 */
export function soapEgress(
  egress: Egress,
  { version }: SoapService,
  operation: SoapOperation,
  security: WsSecurity | null,
  listPath: string,
): Egress {
  const secret = security?.password ?? ''
  return {
    dial: (host, port, options) => egress.dial(host, port, options),
    fetch: async (url, init = {}) => {
      const written = parseJson(String(init.body ?? '{}'))
      const data: Data = isData(written ?? undefined) ? (written as Data) : {} // isData says so
      let body: string
      try {
        body = writeEnvelope(version, security ? writeSecurity(security) : '', operation.input, data)
      } catch (error) {
        if (!(error instanceof UnfitValue)) throw error
        // Nothing is sent, and only this record is concerned.
        return toAnswer({ status: 422, headers: {}, url }, { fault: { message: error.message } }, 'refused')
      }
      const answer = await egress.fetch(url, { ...init, body, headers: headersOf(version, operation, init) })
      return readAnswer(answer, operation, secret, listPath)
    },
  }
}

function headersOf(version: SoapService['version'], { action }: SoapOperation, init: EgressInit) {
  if (version === '1.1')
    return { ...init.headers, accept: 'text/xml', 'content-type': 'text/xml; charset=utf-8', soapaction: `"${action}"` }
  const type = `application/soap+xml; charset=utf-8${action === '' ? '' : `; action="${action}"`}`
  return { ...init.headers, accept: 'application/soap+xml', 'content-type': type }
}

async function readAnswer(
  answer: EgressResponse,
  operation: SoapOperation,
  secret: string,
  listPath: string,
): Promise<EgressResponse> {
  if (operation.isOneWay && answer.status < 300 && answer.bytes.length === 0) return toAnswer(answer, {})
  try {
    const said = await readEnvelope(await parseXmlInTurns(decodeXml(answer)), operation.output, listPath)
    if ('data' in said) return toAnswer(answer, said.data, undefined, await toJsonInTurns(said.data))
    const message = `${said.fault.code}: ${said.fault.text}`.slice(0, 500)
    const shown = secret.length < 4 ? message : message.replaceAll(secret, '***')
    return toAnswer(answer, { fault: { message: shown } }, kindOf(said.fault))
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    // A status says more than a page that goes with it.
    if (answer.status >= 400) return answer
    throw new Failure({
      code: 'soap.answer',
      message: `The answer of ${operation.name} could not be read as SOAP: ${error.message}.`,
      retry: 'later',
      advice: 'Check the address of the service; a sign-in page or a proxy may stand in front of it.',
    })
  }
}

/** What is the server's trouble may heal; what it says of the sender stays. */
function kindOf({ code }: Fault): ErrorKind {
  if (/(FailedAuthentication|InvalidSecurity|InvalidSecurityToken|FailedCheck)\b/.test(code)) return 'credential'
  // The first is SOAP's own, those after it are the service's.
  return /^([^ ]*:)?(Server|Receiver)\b/.test(code) ? 'busy' : 'refused'
}

function toAnswer(
  answer: Pick<EgressResponse, 'status' | 'headers' | 'url'> & { readonly bytes?: Uint8Array },
  data: Data,
  meaning?: ErrorKind,
  json = toJson(data),
): EgressResponse {
  const { status, headers, url, bytes } = answer
  return {
    status,
    headers,
    url,
    bytes: Buffer.from(json),
    text: () => json,
    ...(bytes ? { received: bytes } : {}),
    ...(meaning ? { meaning } : {}),
  }
}

const MARKS = { '\xef\xbb\xbf': 'utf-8', '\xff\xfe': 'utf-16le', '\xfe\xff': 'utf-16be' } as const

/** By its mark, what HTTP says, or its own first line; UTF-8 otherwise. @throws SyntaxError */
export function decodeXml({ bytes, headers }: Pick<EgressResponse, 'bytes' | 'headers'>): string {
  const head = Buffer.from(bytes.subarray(0, 200)).toString('latin1')
  const mark = Object.entries(MARKS).find(([bytes]) => head.startsWith(bytes))?.[1]
  const told = /charset="?([\w-]+)/i.exec(headers['content-type'] ?? '')?.[1]
  // A first line that reads byte by byte is not of UTF-16, whatever it says: .NET writes that of texts it sends as UTF-8.
  const own = /^<\?xml[^>]*encoding=["'](?!utf-16)([\w-]+)/i.exec(head)?.[1]
  const charset = mark ?? told ?? own ?? 'utf-8'
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes)
  } catch {
    throw new SyntaxError(`it is not written in ${charset}`)
  }
}

const WSSE = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd'
const WSU = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd'
const TOKEN = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-username-token-profile-1.0'
const BASE64 = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-soap-message-security-1.0#Base64Binary'

/** OASIS UsernameToken Profile 1.0; the digest is Base64 of SHA-1 over nonce, time and password. */
function writeSecurity({ username, password, isDigest }: WsSecurity): string {
  const nonce = randomBytes(16)
  const created = new Date().toISOString()
  const digest = createHash('sha1').update(nonce).update(created).update(password).digest('base64')
  const proof = isDigest
    ? `<w:Password Type="${TOKEN}#PasswordDigest">${digest}</w:Password><w:Nonce EncodingType="${BASE64}">${nonce.toString('base64')}</w:Nonce><u:Created>${created}</u:Created>`
    : `<w:Password Type="${TOKEN}#PasswordText">${escapeXml(password)}</w:Password>`
  return `<w:Security xmlns:w="${WSSE}" xmlns:u="${WSU}" s:mustUnderstand="1"><w:UsernameToken><w:Username>${escapeXml(username)}</w:Username>${proof}</w:UsernameToken></w:Security>`
}
