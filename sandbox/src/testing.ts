import { isObject, type Json, type JsonObject, Numeral, readJson } from './json.ts'
import type { Sandbox } from './sandbox.ts'

/** A reader and writer that survives every fault of the sandbox; how a connector should behave, in few lines. */
interface PatientClient {
  /** The answer of the shop with code 0, asked again until it comes. */
  readShop(path: string): Promise<JsonObject>
  /** One save, repeated under its key until it is answered. */
  save(path: string, body: string, key: string): Promise<JsonObject>
}

const MAX_TRIES = 60

export function createPatientClient(sandbox: Sandbox): PatientClient {
  const shopToken = keepToken(() => signIn(`${sandbox.shop.url}/oauth/token`, sandbox.clientId, sandbox.clientSecret))
  const erpToken = keepToken(() => signIn(`${sandbox.erp.url}/oauth/token`, sandbox.erpAppId, sandbox.erpAppSecret))
  return {
    readShop: path =>
      insist(shopToken, async token => {
        const answer = await fetch(`${sandbox.shop.url}${path}`, { headers: { authorization: `Bearer ${token}` } })
        return {
          status: answer.status,
          retryAfter: answer.headers.get('retry-after'),
          body: readBody(await answer.text()),
        }
      }),
    save: (path, body, key) =>
      insist(erpToken, async token => {
        const headers = { authorization: `Bearer ${token}`, 'idempotency-key': key, 'content-type': 'application/json' }
        const answer = await fetch(`${sandbox.erp.url}${path}`, { method: 'POST', headers, body })
        return {
          status: answer.status,
          retryAfter: answer.headers.get('retry-after'),
          body: readBody(await answer.text()),
        }
      }),
  }
}

/** Every page of page mode. An empty page before the total is asked again. */
export async function readPages(client: PatientClient, path: string, pageSize = 100): Promise<JsonObject[]> {
  const records: JsonObject[] = []
  for (let page = 1; ; ) {
    const data = readData(await client.readShop(`${path}?page=${page}&page_size=${pageSize}`))
    const list = readList(data['list'])
    const total = Number(readText(data['total']))
    if (list.length === 0 && (page - 1) * pageSize < total) continue
    records.push(...list)
    if (page * pageSize >= total) return records
    page += 1
  }
}

/** Every page of cursor mode. */
export async function readScroll(client: PatientClient, limit = 100): Promise<JsonObject[]> {
  const records: JsonObject[] = []
  for (let cursor = ''; ; ) {
    const data = readData(await client.readShop(`/api/orders/scroll?limit=${limit}&cursor=${cursor}`))
    records.push(...readList(data['list']))
    if (data['has_more'] !== true) return records
    cursor = readText(data['next_cursor'])
  }
}

/** A shop order as the ERP wants it. */
export function toBill(order: JsonObject): JsonObject {
  return {
    FBillNo: order['order_no'] ?? '',
    FCustId: order['customer_code'] ?? '',
    FDate: readText(order['created_at']).slice(0, 10),
    FEntry: readList(order['lines']).map(line => ({
      FMaterialId: line['sku_code'] ?? '',
      FQty: line['qty'] ?? '',
      FPrice: line['price'] ?? '',
      FAmount: line['amount'] ?? '',
    })),
  }
}

export const readData = (answer: JsonObject): JsonObject => (isObject(answer['data']) ? answer['data'] : {})
export const readList = (value: Json | undefined): JsonObject[] => (Array.isArray(value) ? value.filter(isObject) : [])
export const readText = (value: Json | undefined): string =>
  value instanceof Numeral ? value.text : String(value ?? '')

interface Reply {
  readonly status: number
  readonly retryAfter: string | null
  readonly body: Json | undefined
}
interface KeptToken {
  get(): Promise<string>
  drop(): void
}

async function insist(token: KeptToken, ask: (token: string) => Promise<Reply>): Promise<JsonObject> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const reply = await token
      .get()
      .then(ask)
      .catch(() => null)
    if (reply?.status === 401) token.drop()
    if (reply?.status === 429) await new Promise(resolve => setTimeout(resolve, Number(reply.retryAfter) * 1000))
    const isBusy = isObject(reply?.body) && readText(reply.body['code']) === '50001'
    if (reply !== null && reply.status < 500 && ![401, 429].includes(reply.status) && isObject(reply.body) && !isBusy)
      return reply.body
  }
  throw new Error(`asking the sandbox ${MAX_TRIES} times without an answer`)
}

function keepToken(fetchToken: () => Promise<string>): KeptToken {
  let token: Promise<string> | null = null
  return {
    get() {
      token ??= fetchToken()
      token.catch(() => {
        token = null
      })
      return token
    },
    drop() {
      token = null
    },
  }
}

async function signIn(url: string, id: string, secret: string): Promise<string> {
  const body = new URLSearchParams({ grant_type: 'client_credentials', client_id: id, client_secret: secret })
  const answer = await fetch(url, { method: 'POST', body })
  const grant = readBody(await answer.text())
  if (!answer.ok || !isObject(grant)) throw new Error(`signing in: HTTP ${answer.status}`)
  return readText(grant['access_token'])
}

function readBody(text: string): Json | undefined {
  try {
    return readJson(text)
  } catch {
    return undefined
  }
}
